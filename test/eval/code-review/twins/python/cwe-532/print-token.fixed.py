import os


def connect():
    api_key = os.environ["API_KEY"]
    print(f"connecting with a key of {len(api_key)} letters")
    return Client(api_key)
