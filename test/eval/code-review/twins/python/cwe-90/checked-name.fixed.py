import re
import ldap
from flask import Blueprint, request, abort

people = Blueprint("people", __name__)


def lookup(connection, uid):
    pattern = "(&(uid=" + uid + ")(active=TRUE))"
    return connection.search_s("dc=example", ldap.SCOPE_SUBTREE, pattern)


@people.route("/people/<uid>")
def person(uid):
    if not re.fullmatch(r"[a-z0-9]{1,32}", uid):
        abort(400)
    return {"entries": len(lookup(ldap.initialize("ldaps://directory"), uid))}
