from flask import Flask, request, g

app = Flask(__name__)


@app.route("/page")
def page():
    offset = int(request.args.get("offset", "0"))
    cursor = g.db.cursor()
    cursor.execute("SELECT title FROM posts LIMIT 20 OFFSET {}".format(offset))
    return {"titles": [row[0] for row in cursor]}
