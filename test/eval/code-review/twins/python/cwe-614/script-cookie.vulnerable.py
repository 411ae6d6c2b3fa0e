from django.http import HttpResponse


def login(request):
    response = HttpResponse("welcome")
    response.set_cookie("sessionid", open_session(request.user), secure=True, httponly=False)
    return response
