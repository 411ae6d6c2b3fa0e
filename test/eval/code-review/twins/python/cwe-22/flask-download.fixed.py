import os
from flask import Flask, request, send_file, abort

app = Flask(__name__)
REPORTS = "/srv/reports"


@app.route("/reports")
def download():
    name = request.args.get("name", "")
    path = os.path.join(REPORTS, name)
    path = os.path.realpath(path)
    if not path.startswith(REPORTS + os.sep):
        abort(404)
    return send_file(path)
