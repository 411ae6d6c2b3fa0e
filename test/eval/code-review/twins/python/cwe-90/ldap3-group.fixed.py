from ldap3 import Connection, Server
from ldap3.utils.conv import escape_filter_chars
from django.http import JsonResponse


def members(request):
    group = request.GET["group"]
    group = escape_filter_chars(group)
    conn = Connection(Server("directory"), auto_bind=True)
    conn.search("dc=example", "(&(objectClass=group)(cn=%s))" % group, attributes=["member"])
    return JsonResponse({"members": [str(entry) for entry in conn.entries]})
