import logging
from flask import Flask, request

app = Flask(__name__)
log = logging.getLogger("auth")


@app.route("/login", methods=["POST"])
def login():
    user = request.form["user"]
    log.warning("failed login of " + user)
    return "", 401
