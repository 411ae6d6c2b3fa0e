import random
import string


def reset_token():
    letters = string.ascii_letters + string.digits
    return "".join(random.choice(letters) for _ in range(32))
