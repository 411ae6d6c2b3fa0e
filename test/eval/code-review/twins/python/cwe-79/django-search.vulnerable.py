from django.http import HttpResponse


def results(request):
    query = request.GET.get("q", "")
    page = "<p>Nothing was found for %s</p>" % query
    return HttpResponse(page)
