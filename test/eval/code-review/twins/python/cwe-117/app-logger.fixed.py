from flask import Flask, request

app = Flask(__name__)


def one_line(text):
    return " ".join(text.splitlines())


@app.route("/orders/<reference>")
def order(reference):
    agent = request.headers.get("User-Agent", "")
    app.logger.info(f"order {one_line(reference)} by {one_line(agent)}")
    return {"reference": reference}
