from django.db import connection
from django.http import JsonResponse


def report(request):
    conditions = []
    values = []
    for field in ("city", "country"):
        if field in request.GET:
            conditions.append("%s = %%s" % field)
            values.append(request.GET[field])
    query = "SELECT name FROM shops WHERE " + " AND ".join(conditions)
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return JsonResponse({"shops": cursor.fetchall()})
