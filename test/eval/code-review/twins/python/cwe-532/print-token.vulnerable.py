import os


def connect():
    api_key = os.environ["API_KEY"]
    print(f"connecting with {api_key}")
    return Client(api_key)
