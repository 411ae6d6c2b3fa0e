from urllib.parse import urlparse
from flask import Flask, request, redirect

app = Flask(__name__)


@app.route("/login")
def login():
    target = request.args.get("next", "/")
    if urlparse(target).netloc != "":
        target = "/"
    return redirect(target)
