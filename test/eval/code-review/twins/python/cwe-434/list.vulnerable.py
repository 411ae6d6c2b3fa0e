from flask import Flask, request
from werkzeug.utils import secure_filename

app = Flask(__name__)


@app.post("/gallery")
def gallery():
    for image in request.files.getlist("images"):
        image.save("static/" + secure_filename(image.filename))
    return "", 201
