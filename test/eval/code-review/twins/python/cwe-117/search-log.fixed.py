import logging
from django.http import JsonResponse


def search(request):
    term = request.GET.get("term")
    logging.info("search for %r", repr(term))
    return JsonResponse({"hits": []})
