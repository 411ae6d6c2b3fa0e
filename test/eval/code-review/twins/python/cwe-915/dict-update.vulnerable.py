from flask import request


def change(account):
    body = request.json
    account.__dict__.update(body)
    return "", 204
