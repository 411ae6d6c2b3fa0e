import requests

API_KEY = "q8Zr2LmX0tWv41bN"


def forecast(city):
    return requests.get("https://weather.example/v1", params={"q": city, "key": API_KEY}, timeout=5).json()
