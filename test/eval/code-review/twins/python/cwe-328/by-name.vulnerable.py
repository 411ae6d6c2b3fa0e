import hashlib


class Checksums:
    algorithm = "sha1"

    def of(self, data):
        digest = hashlib.new("sha1")
        digest.update(data)
        return digest.hexdigest()
