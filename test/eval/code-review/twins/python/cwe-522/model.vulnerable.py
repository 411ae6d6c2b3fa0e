from flask import Flask, request

app = Flask(__name__)


@app.post("/users")
def create():
    form = request.form
    user = User(name=form["name"], password=form["password"])
    db.session.add(user)
    return "", 201
