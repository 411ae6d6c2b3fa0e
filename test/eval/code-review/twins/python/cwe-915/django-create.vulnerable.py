import json
from django.http import JsonResponse

FIELDS = ["title", "body"]


def add(request):
    data = json.loads(request.body)
    post = Post.objects.create(**data)
    return JsonResponse({"id": post.id})
