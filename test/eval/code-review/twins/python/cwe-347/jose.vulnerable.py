from jose import jwt


def email_of(header, key):
    token = header.removeprefix("Bearer ")
    return jwt.get_unverified_claims(token)["email"]
