import secrets
import string


def reset_token():
    letters = string.ascii_letters + string.digits
    return "".join(secrets.choice(letters) for _ in range(32))
