import tempfile


def export(rows):
    handle, name = tempfile.mkstemp(suffix=".csv")
    with open(name, "w") as file:
        file.writelines(rows)
    return name
