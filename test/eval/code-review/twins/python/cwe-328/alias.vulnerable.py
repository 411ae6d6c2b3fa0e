from hashlib import sha1 as fingerprint


def etag(path):
    with open(path, "rb") as file:
        return fingerprint(file.read()).hexdigest()
