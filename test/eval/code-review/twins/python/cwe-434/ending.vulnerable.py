from flask import Flask, request, abort
from werkzeug.utils import secure_filename

app = Flask(__name__)


@app.post("/cv")
def cv():
    upload = request.files.get("cv")
    name = secure_filename(upload.filename)
    upload.save(f"uploads/{name}")
    return "", 201
