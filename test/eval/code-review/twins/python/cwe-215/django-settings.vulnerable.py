import os
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent
DEBUG = True
ALLOWED_HOSTS = ["shop.example"]
INSTALLED_APPS = ["django.contrib.auth", "shop"]
