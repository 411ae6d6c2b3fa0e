import tarfile
from flask import Flask, request

app = Flask(__name__)


@app.post("/themes")
def install_theme():
    upload = request.files["theme"]
    with tarfile.open(fileobj=upload.stream, mode="r:gz") as archive:
        archive.extractall("themes")
    return {"installed": True}
