import os
import tempfile


def workspace():
    return tempfile.mkdtemp(prefix="app-cache")
