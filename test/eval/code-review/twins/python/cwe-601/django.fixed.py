from django.http import HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme


def leave(request):
    url = request.GET.get("url", "/")
    if not url_has_allowed_host_and_scheme(url, allowed_hosts={"shop.example"}):
        url = "/"
    return HttpResponseRedirect(url)
