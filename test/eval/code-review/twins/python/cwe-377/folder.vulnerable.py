import os


def workspace():
    os.makedirs("/tmp/app-cache", exist_ok=True)
    return "/tmp/app-cache"
