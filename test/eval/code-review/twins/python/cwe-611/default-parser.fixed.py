from defusedxml import ElementTree as etree
from django.http import JsonResponse


def feed(request):
    document = etree.fromstring(request.body)
    return JsonResponse({"title": document.findtext("title")})
