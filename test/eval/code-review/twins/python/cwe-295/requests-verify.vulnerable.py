import requests


def balance(account):
    reply = requests.get(f"https://bank.example/{account}", verify=False, timeout=5)
    return reply.json()["balance"]
