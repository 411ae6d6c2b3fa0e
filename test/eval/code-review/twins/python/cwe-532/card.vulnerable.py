from flask import Flask, request

app = Flask(__name__)


@app.route("/pay", methods=["POST"])
def pay():
    card_number = request.json["card_number"]
    app.logger.warning("payment by " + card_number)
    return charge(card_number)
