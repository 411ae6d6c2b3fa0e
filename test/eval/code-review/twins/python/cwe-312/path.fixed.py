from pathlib import Path
from cryptography.fernet import Fernet


def store(folder, private_key, box: Fernet):
    sealed = box.encrypt(private_key)
    Path(folder, "key.pem").write_bytes(sealed)
