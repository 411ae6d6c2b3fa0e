from flask import Flask, request, session

app = Flask(__name__)


@app.route("/admin", methods=["POST"])
def admin():
    password = request.form["password"]
    if password == "letmein2024":
        session["admin"] = True
    return "", 204
