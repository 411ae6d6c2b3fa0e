from flask import Flask, request, make_response

app = Flask(__name__)


@app.post("/login")
def login():
    password = request.form["password"]
    response = make_response("welcome")
    response.set_cookie("remember", new_session(), secure=True, httponly=True)
    return response
