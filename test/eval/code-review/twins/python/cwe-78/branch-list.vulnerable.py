import subprocess
from flask import Flask, request, abort

app = Flask(__name__)
BRANCHES = {"main", "next", "stable"}


def run(line):
    return subprocess.run(line, shell=True, capture_output=True, text=True).stdout


@app.route("/deploy", methods=["POST"])
def deploy():
    branch = request.json["branch"]
    steps = ["git fetch"]
    steps.append(f"git checkout {branch}")
    return run(" && ".join(steps))
