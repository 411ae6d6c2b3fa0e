import os
from flask import Flask, request, abort
from werkzeug.utils import secure_filename

app = Flask(__name__)
KINDS = {".png", ".jpg"}


@app.route("/photos", methods=["POST"])
def add():
    photo = request.files["photo"]
    if os.path.splitext(photo.filename)[1].lower() not in KINDS:
        abort(415)
    photo.save(os.path.join("static/photos", secure_filename(photo.filename)))
    return "", 201
