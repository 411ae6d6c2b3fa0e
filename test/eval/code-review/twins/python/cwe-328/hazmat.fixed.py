from cryptography.hazmat.primitives import hashes


def digest(data):
    state = hashes.Hash(hashes.SHA256())
    state.update(data)
    return state.finalize()
