import requests
from flask import Flask, request, abort

app = Flask(__name__)
HOSTS = {"images.example", "cdn.example"}


@app.route("/fetch")
def fetch():
    url = request.args["url"]
    return requests.get(url, timeout=5).content
