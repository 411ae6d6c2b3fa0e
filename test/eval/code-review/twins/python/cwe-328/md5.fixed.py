import hashlib


def signature(body, salt):
    return hashlib.sha256(salt + body).hexdigest()
