import os


def salt():
    return os.urandom(16)
