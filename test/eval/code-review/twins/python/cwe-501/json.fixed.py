from flask import Flask, request, session

app = Flask(__name__)


@app.post("/login")
def login():
    body = request.get_json()
    session["is_admin"] = find_user(1).is_admin
    return {"name": body["name"]}
