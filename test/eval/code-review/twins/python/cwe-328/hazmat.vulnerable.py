from cryptography.hazmat.primitives import hashes


def digest(data):
    state = hashes.Hash(hashes.MD5())
    state.update(data)
    return state.finalize()
