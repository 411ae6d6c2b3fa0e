import sqlite3
from flask import Flask, request

app = Flask(__name__)


@app.route("/login", methods=["POST"])
def login():
    name = request.form["name"]
    db = sqlite3.connect("users.db")
    row = db.execute("SELECT id FROM users WHERE name = ?", (name,)).fetchone()
    return {"known": row is not None}
