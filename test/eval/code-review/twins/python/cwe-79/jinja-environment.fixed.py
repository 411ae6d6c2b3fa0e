from flask import Flask, request
from jinja2 import Environment, FileSystemLoader, select_autoescape

app = Flask(__name__)
pages = Environment(loader=FileSystemLoader("pages"), autoescape=select_autoescape())


@app.route("/profile")
def profile():
    template = pages.get_template("profile.html")
    return template.render(bio=request.args.get("bio", ""))
