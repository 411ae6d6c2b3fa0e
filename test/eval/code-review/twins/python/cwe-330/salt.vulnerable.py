import random


def salt():
    return bytes(random.getrandbits(8) for _ in range(16))
