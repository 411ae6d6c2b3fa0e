from hashlib import sha256 as fingerprint


def etag(path):
    with open(path, "rb") as file:
        return fingerprint(file.read()).hexdigest()
