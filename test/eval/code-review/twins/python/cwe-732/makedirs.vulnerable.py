import os

MODE = 0o700


def prepare(folder):
    os.makedirs(folder, mode=0o777)
