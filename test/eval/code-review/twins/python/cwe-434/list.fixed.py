from flask import Flask, request
from werkzeug.utils import secure_filename
import uuid

app = Flask(__name__)


@app.post("/gallery")
def gallery():
    for image in request.files.getlist("images"):
        image.save("static/" + uuid.uuid4().hex + ".png")
    return "", 201
