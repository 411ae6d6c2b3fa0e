from flask import Flask, request, make_response

app = Flask(__name__)


@app.route("/export")
def export():
    name = request.args.get("name", "export")
    name = name.replace("\r", "").replace("\n", "")
    response = make_response("a,b\n1,2\n")
    response.headers["Content-Disposition"] = "attachment; filename=" + name
    return response
