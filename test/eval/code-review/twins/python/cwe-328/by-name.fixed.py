import hashlib


class Checksums:
    def of(self, data):
        digest = hashlib.new("sha256")
        digest.update(data)
        return digest.hexdigest()
