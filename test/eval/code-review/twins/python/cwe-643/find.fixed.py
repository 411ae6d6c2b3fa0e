import xml.etree.ElementTree as ET
from flask import request, abort


def product():
    code = request.args.get("code", "")
    if not code.isalnum():
        abort(400)
    tree = ET.parse("products.xml")
    return tree.find("./product[@code='" + code + "']")
