from flask import Flask, request
from werkzeug.security import generate_password_hash

app = Flask(__name__)


@app.post("/users")
def create():
    form = request.form
    user = User(name=form["name"], password=generate_password_hash(form["password"]))
    db.session.add(user)
    return "", 201
