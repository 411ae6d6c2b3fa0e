from flask import request


def change(account):
    body = request.json
    account.nickname = str(body["nickname"])
    return "", 204
