from flask import Flask, request, render_template_string

app = Flask(__name__)


@app.route("/card")
def card():
    name = request.args.get("name", "")
    return render_template_string("<p>Dear " + name + "</p>")
