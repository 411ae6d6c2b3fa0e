import sqlite3


def register(name, password):
    db = sqlite3.connect("users.db")
    db.execute("INSERT INTO users (name, password) VALUES (?, ?)", (name, password))
    db.commit()
