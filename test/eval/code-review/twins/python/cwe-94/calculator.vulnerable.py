from flask import Flask, request

app = Flask(__name__)


@app.route("/parse")
def parse():
    text = request.args["value"]
    value = eval(text)
    return {"value": repr(value)}
