from mako.template import Template
from flask import Flask, request

app = Flask(__name__)


@app.post("/mail")
def mail():
    body = request.form["body"]
    return {"text": Template("Hello ${name}: ${body}").render(name="you", body=body)}
