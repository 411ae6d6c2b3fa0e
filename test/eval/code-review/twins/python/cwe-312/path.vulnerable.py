from pathlib import Path


def store(folder, private_key):
    Path(folder, "key.pem").write_bytes(private_key)
