import traceback
from django.http import HttpResponse


def rebuild(request):
    try:
        build_index()
    except Exception:
        return HttpResponse(traceback.format_exc(), status=500)
    return HttpResponse("built")
