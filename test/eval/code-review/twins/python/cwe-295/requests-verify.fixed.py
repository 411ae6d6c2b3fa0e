import requests


def balance(account):
    reply = requests.get(f"https://bank.example/{account}", verify="bank-ca.pem", timeout=5)
    return reply.json()["balance"]
