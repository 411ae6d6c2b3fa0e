import traceback
from django.http import HttpResponse


def rebuild(request):
    try:
        build_index()
    except Exception:
        print(traceback.format_exc())
        return HttpResponse("The index could not be built.", status=500)
    return HttpResponse("built")
