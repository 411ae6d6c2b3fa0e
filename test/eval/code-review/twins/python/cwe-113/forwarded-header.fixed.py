import re
from django.http import HttpResponse


def trace(request):
    trace_id = request.GET.get("trace", "")
    trace_id = re.sub(r"[^0-9a-f-]", "", trace_id)
    response = HttpResponse("ok", content_type="text/plain")
    response.headers["X-Trace-Id"] = trace_id
    return response
