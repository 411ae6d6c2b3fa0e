import os
import stat


def share(path):
    os.chmod(path, stat.S_IRUSR | stat.S_IWUSR | stat.S_IWOTH)
