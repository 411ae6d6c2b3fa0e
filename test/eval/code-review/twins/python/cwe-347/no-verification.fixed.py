import jwt


def user_of(token, key):
    claims = jwt.decode(token, key, algorithms=["RS256"])
    return claims["sub"]
