from flask import request
from .models import User


def create():
    data = request.get_json()
    user = User(**data)
    user.save()
    return {"id": user.id}
