import tempfile


def dump(text):
    with tempfile.NamedTemporaryFile("w", delete=False) as file:
        file.write(text)
