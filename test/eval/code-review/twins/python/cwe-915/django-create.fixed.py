import json
from django.http import JsonResponse

FIELDS = ["title", "body"]


def add(request):
    data = json.loads(request.body)
    post = Post.objects.create(**{field: data[field] for field in FIELDS})
    return JsonResponse({"id": post.id})
