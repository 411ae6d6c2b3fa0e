import json


def save(settings, api_key):
    with open("settings.json", "w") as file:
        json.dump({**settings, "key": api_key}, file)
