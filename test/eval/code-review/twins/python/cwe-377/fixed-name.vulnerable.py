def dump(text):
    with open("/tmp/dump.txt", "w") as file:
        file.write(text)
