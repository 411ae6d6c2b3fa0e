from flask import Flask, request, session

app = Flask(__name__)


def keep(name, value):
    session[name] = value


@app.post("/account")
def account():
    keep("account", request.form["account"])
    return "", 204
