import re

WORDS = re.compile(r"^(\w+\s?)*$")


def is_title(text):
    return WORDS.match(text) is not None
