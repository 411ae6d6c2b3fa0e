from flask import request, abort


def account(accounts):
    email = request.json.get("email")
    if not isinstance(email, str):
        abort(400)
    return accounts.find_one({"email": email})
