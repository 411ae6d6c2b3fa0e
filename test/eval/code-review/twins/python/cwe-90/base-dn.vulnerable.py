import ldap
from flask import request

UNITS = ["sales", "support", "engineering"]


def search_unit(conn: ldap.ldapobject.LDAPObject):
    unit = request.args.get("unit")
    base = "ou={},dc=example,dc=com".format(unit)
    return conn.search_s(base, ldap.SCOPE_ONELEVEL, "(objectClass=person)")
