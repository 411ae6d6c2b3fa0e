from jose import jwt


def email_of(header, key):
    token = header.removeprefix("Bearer ")
    return jwt.decode(token, key, algorithms=["ES256"])["email"]
