import json
from django.http import JsonResponse


def double(value):
    return value * 2


RULES = {"double": double}


def apply(request):
    body = json.loads(request.body)
    rule = RULES.get(body["rule"], double)
    return JsonResponse({"value": rule(3)})
