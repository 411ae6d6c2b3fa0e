import random


def one_time_code():
    return "%06d" % random.randrange(1000000)
