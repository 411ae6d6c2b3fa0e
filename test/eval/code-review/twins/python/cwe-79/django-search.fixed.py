from django.http import HttpResponse
from django.utils.html import format_html


def results(request):
    query = request.GET.get("q", "")
    page = format_html("<p>Nothing was found for {}</p>", query)
    return HttpResponse(page)
