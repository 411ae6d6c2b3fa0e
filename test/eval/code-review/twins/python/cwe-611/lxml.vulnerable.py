from lxml import etree
from flask import Flask, request

app = Flask(__name__)


@app.post("/orders")
def orders():
    parser = etree.XMLParser()
    order = etree.fromstring(request.data, parser)
    return {"lines": len(order)}
