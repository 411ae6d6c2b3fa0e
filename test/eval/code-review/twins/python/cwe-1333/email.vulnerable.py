import re


def is_email(text):
    return re.match(r"^([a-zA-Z0-9]+)*@example\.com$", text) is not None
