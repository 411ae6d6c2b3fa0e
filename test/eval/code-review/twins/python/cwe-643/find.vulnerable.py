import xml.etree.ElementTree as ET
from flask import request, abort


def product():
    code = request.args.get("code", "")
    tree = ET.parse("products.xml")
    return tree.find("./product[@code='" + code + "']")
