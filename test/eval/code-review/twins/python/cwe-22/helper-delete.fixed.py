import os
from flask import Blueprint, request
from werkzeug.utils import secure_filename

avatars = Blueprint("avatars", __name__)


def avatar_path(user_id, name):
    folder = os.path.join("uploads", str(user_id))
    return os.path.join(folder, secure_filename(name))


@avatars.route("/avatars/<int:user_id>", methods=["DELETE"])
def delete(user_id):
    os.remove(avatar_path(user_id, request.form["name"]))
    return "", 204
