from tempfile import mktemp


class Workspace:
    def __init__(self):
        self.path = mktemp()
