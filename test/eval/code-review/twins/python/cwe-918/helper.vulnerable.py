import urllib.request
from django.http import HttpResponse


def download(address):
    return urllib.request.urlopen(address).read()


def proxy(request):
    return HttpResponse(download(request.GET["src"]), content_type="image/png")
