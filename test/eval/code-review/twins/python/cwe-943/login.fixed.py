from flask import Flask, request
from pymongo import MongoClient

app = Flask(__name__)
db = MongoClient().shop


@app.post("/login")
def login():
    body = request.get_json()
    user = db.users.find_one({"name": str(body["name"]), "pin": str(body["pin"])})
    return {"known": user is not None}
