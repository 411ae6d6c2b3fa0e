from django.db import connection
from django.http import JsonResponse


def report(request):
    conditions = []
    for field in ("city", "country"):
        if field in request.GET:
            conditions.append("%s = '%s'" % (field, request.GET[field]))
    query = "SELECT name FROM shops WHERE " + " AND ".join(conditions)
    with connection.cursor() as cursor:
        cursor.execute(query)
        return JsonResponse({"shops": cursor.fetchall()})
