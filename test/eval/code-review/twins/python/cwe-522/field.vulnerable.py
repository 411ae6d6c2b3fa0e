from flask import request


def change(user):
    user.password = request.form["new_password"]
    user.save()
