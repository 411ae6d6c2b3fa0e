def choose(request):
    plan = request.POST["plan"]
    request.session["plan"] = int(plan)
    return redirect_home()
