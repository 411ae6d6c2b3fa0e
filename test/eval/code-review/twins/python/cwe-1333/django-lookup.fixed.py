import re
from django.http import JsonResponse


def hits(request):
    wanted = request.GET.get("q", "")
    expression = re.compile("(%s)" % re.escape(wanted), re.IGNORECASE)
    return JsonResponse({"hits": [line for line in lines() if expression.search(line)]})
