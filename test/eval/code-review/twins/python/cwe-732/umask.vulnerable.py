import os


def daemonise():
    os.setsid()
    os.umask(0)
