import os
import requests

API_KEY = os.environ["WEATHER_API_KEY"]


def forecast(city):
    return requests.get("https://weather.example/v1", params={"q": city, "key": API_KEY}, timeout=5).json()
