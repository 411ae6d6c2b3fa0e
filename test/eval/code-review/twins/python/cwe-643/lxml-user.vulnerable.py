from lxml import etree
from flask import Flask, request

app = Flask(__name__)
USERS = etree.parse("users.xml")


@app.route("/user")
def user():
    name = request.args["name"]
    found = USERS.xpath(f"//user[@name='{name}']")
    return {"count": len(found)}
