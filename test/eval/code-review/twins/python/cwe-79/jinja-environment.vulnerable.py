from flask import Flask, request
from jinja2 import Environment, FileSystemLoader

app = Flask(__name__)
pages = Environment(loader=FileSystemLoader("pages"))


@app.route("/profile")
def profile():
    template = pages.get_template("profile.html")
    return template.render(bio=request.args.get("bio", ""))
