import jwt


def claims_of(token, key):
    return jwt.decode(token, key, algorithms=["HS256"])
