from flask import request
from .models import User


def create():
    data = request.get_json()
    user = User(name=data["name"], email=data["email"])
    user.save()
    return {"id": user.id}
