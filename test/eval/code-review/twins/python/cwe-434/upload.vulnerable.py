import os
from flask import Flask, request, abort
from werkzeug.utils import secure_filename

app = Flask(__name__)
KINDS = {".png", ".jpg"}


@app.route("/photos", methods=["POST"])
def add():
    photo = request.files["photo"]
    photo.save(os.path.join("static/photos", secure_filename(photo.filename)))
    return "", 201
