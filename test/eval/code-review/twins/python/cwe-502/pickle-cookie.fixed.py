import base64
import json
from flask import Flask, request

app = Flask(__name__)


@app.route("/cart")
def cart():
    raw = base64.b64decode(request.cookies["cart"])
    return {"items": json.loads(raw)}
