from flask import Flask, jsonify

app = Flask(__name__)


def failure(message):
    return jsonify({"status": "failed", "message": message})


@app.route("/stock")
def stock():
    try:
        return jsonify(read_stock())
    except Exception as error:
        app.logger.error("could not read the stock: %s", error)
        return failure("could not read the stock")
