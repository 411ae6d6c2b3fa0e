from flask import Blueprint, request, abort
from werkzeug.utils import secure_filename

documents = Blueprint("documents", __name__)


def allowed_file(name):
    return "." in name and name.rsplit(".", 1)[1] in {"pdf", "txt"}


@documents.post("/documents")
def upload():
    file = request.files["file"]
    file.save("documents/" + secure_filename(file.filename))
    return {"stored": True}
