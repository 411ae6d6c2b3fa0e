import os
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent
DEBUG = os.environ.get("DJANGO_DEBUG") == "true"
ALLOWED_HOSTS = ["shop.example"]
INSTALLED_APPS = ["django.contrib.auth", "shop"]
