def verify(signature, body, key):
    try:
        key.verify(signature, body)
    except Exception:
        return False
    return True
