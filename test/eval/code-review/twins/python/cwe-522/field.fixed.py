from flask import request
import bcrypt


def change(user):
    user.password = bcrypt.hashpw(request.form["new_password"].encode(), bcrypt.gensalt())
    user.save()
