import logging
from django.http import JsonResponse


def search(request):
    term = request.GET.get("term")
    logging.info("search for %s", term)
    return JsonResponse({"hits": []})
