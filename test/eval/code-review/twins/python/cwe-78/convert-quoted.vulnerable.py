import os
import shlex
from django.http import HttpResponse


def thumbnail(request):
    name = request.POST["file"]
    command = "convert uploads/%s -resize 200x200 thumbs/out.png" % name
    os.system(command)
    return HttpResponse("done")
