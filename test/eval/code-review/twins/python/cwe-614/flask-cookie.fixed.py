from flask import Flask, make_response

app = Flask(__name__)


@app.route("/start")
def start():
    response = make_response("ok")
    response.set_cookie("session", new_session(), secure=True, httponly=True, samesite="Lax")
    return response
