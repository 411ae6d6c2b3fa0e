import re
from flask import Flask, request

app = Flask(__name__)


@app.route("/filter")
def filtered():
    pattern = request.args["pattern"]
    return {"hits": [name for name in NAMES if re.search(pattern, name)]}
