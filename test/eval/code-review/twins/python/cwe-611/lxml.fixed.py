from lxml import etree
from flask import Flask, request

app = Flask(__name__)


@app.post("/orders")
def orders():
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    order = etree.fromstring(request.data, parser)
    return {"lines": len(order)}
