import ldap
from flask import Flask, request

app = Flask(__name__)


@app.route("/whoami", methods=["POST"])
def whoami():
    user = request.form["user"]
    directory = ldap.initialize("ldaps://directory.example")
    found = directory.search_s("ou=people,dc=example", ldap.SCOPE_SUBTREE, f"(uid={user})")
    return {"found": len(found)}
