import sqlite3
from werkzeug.security import generate_password_hash


def register(name, password):
    db = sqlite3.connect("users.db")
    db.execute("INSERT INTO users (name, password) VALUES (?, ?)", (name, generate_password_hash(password)))
    db.commit()
