import jwt
from flask import request


def current_user(key):
    token = request.cookies.get("token")
    return jwt.decode(token, key, verify=False)
