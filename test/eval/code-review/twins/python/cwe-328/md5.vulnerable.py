import hashlib


def signature(body, salt):
    return hashlib.md5(salt + body).hexdigest()
