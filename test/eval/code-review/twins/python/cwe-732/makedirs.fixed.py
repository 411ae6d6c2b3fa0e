import os

MODE = 0o700


def prepare(folder):
    os.makedirs(folder, mode=MODE)
