import ldap
from flask import request, abort

UNITS = ["sales", "support", "engineering"]


def search_unit(conn: ldap.ldapobject.LDAPObject):
    unit = request.args.get("unit")
    if unit not in UNITS:
        abort(404)
    base = "ou={},dc=example,dc=com".format(unit)
    return conn.search_s(base, ldap.SCOPE_ONELEVEL, "(objectClass=person)")
