import requests


def login(user, password):
    body = {"user": user, "password": password}
    return requests.post("https://accounts.example/login", json=body, timeout=5)
