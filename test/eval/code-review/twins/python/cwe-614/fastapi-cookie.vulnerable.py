from fastapi import Response


def remember(response: Response, token):
    response.set_cookie(key="auth", value=token, httponly=True, secure=False)
