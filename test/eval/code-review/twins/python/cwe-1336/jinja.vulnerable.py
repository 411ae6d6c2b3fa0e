from jinja2 import Template
from django.http import HttpResponse


def letter(request):
    subject = request.POST["subject"]
    text = Template("Subject: %s" % subject).render()
    return HttpResponse(text, content_type="text/plain")
