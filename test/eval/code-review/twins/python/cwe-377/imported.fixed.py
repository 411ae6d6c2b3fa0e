from tempfile import mkdtemp


class Workspace:
    def __init__(self):
        self.path = mkdtemp()
