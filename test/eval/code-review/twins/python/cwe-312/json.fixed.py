import json


def save(settings, api_key):
    settings = dict(settings, has_key=True)
    with open("settings.json", "w") as file:
        json.dump(settings, file)
