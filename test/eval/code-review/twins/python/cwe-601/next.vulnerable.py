from flask import Flask, request, redirect

app = Flask(__name__)


@app.route("/login")
def login():
    target = request.args.get("next", "/")
    return redirect(target)
