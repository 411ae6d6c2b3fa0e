from flask import Flask


def create_app():
    app = Flask(__name__)
    app.config["DEBUG"] = False
    app.config["JSON_SORT_KEYS"] = False
    return app
