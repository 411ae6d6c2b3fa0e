from flask import Flask, request, session

app = Flask(__name__)
ROLES = {"reader", "writer"}


@app.post("/role")
def role():
    wanted = request.form["role"]
    if wanted not in ROLES:
        return "unknown role", 400
    session["role"] = wanted
    return "", 204
