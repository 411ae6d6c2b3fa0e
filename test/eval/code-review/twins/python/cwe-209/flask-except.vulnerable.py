from flask import Flask, request

app = Flask(__name__)


@app.route("/convert")
def convert():
    try:
        return {"value": run_conversion(request.args["value"])}
    except Exception as error:
        return {"error": str(error)}, 500
