import importlib
from flask import Flask, request, abort

app = Flask(__name__)
EXPORTERS = ("csv_export", "pdf_export")


@app.route("/export")
def export():
    kind = request.args.get("kind", "csv_export")
    module = importlib.import_module(kind)
    return module.export()
