from django.http import HttpResponseRedirect


def leave(request):
    url = request.GET.get("url", "/")
    return HttpResponseRedirect(url)
