from flask import Flask, request

app = Flask(__name__)


@app.route("/search")
def search():
    city = request.args["city"]
    return {"shops": list(app.db.shops.find({"$where": "this.city == '" + city + "'"}))}
