import json
from django.http import JsonResponse


def double(value):
    return value * 2


RULES = {"double": double}


def apply(request):
    body = json.loads(request.body)
    scope = {"value": 3}
    exec(body["rule"], scope)
    return JsonResponse({"value": scope["value"]})
