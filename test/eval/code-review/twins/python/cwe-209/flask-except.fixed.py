import logging
from flask import Flask, request

app = Flask(__name__)


@app.route("/convert")
def convert():
    try:
        return {"value": run_conversion(request.args["value"])}
    except Exception as error:
        logging.exception("conversion failed: %s", error)
        return {"error": "the conversion failed"}, 500
