from urllib.parse import quote
from flask import Blueprint, request, Response

short = Blueprint("short", __name__)


@short.route("/to")
def to():
    page = request.args["page"]
    response = Response(status=302)
    response.headers["Location"] = f"/pages/{quote(page)}"
    return response
