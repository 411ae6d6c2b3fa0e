import requests
from flask import Flask, request

app = Flask(__name__)
REGIONS = {"eu": "eu.api.example", "us": "us.api.example"}


@app.get("/stock")
def stock():
    region = request.args["region"]
    return requests.get("https://" + region + "/stock", timeout=3).json()
