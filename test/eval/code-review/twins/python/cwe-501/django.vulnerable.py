def choose(request):
    plan = request.POST["plan"]
    request.session["plan"] = plan
    return redirect_home()
