from flask import request, abort


def account(accounts):
    email = request.json.get("email")
    return accounts.find_one({"email": email})
