from cryptography.hazmat.primitives.asymmetric import rsa

SIZE = 3072


def new_key():
    return rsa.generate_private_key(public_exponent=65537, key_size=SIZE)
