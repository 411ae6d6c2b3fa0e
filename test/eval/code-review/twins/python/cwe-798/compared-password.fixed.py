import hmac
from flask import Flask, request, session

app = Flask(__name__)


@app.route("/admin", methods=["POST"])
def admin():
    password = request.form["password"]
    if hmac.compare_digest(password, app.config["ADMIN_PASSWORD"]):
        session["admin"] = True
    return "", 204
