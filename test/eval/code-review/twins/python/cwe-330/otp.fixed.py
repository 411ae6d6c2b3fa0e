import random

generator = random.SystemRandom()


def one_time_code():
    return "%06d" % generator.randrange(1000000)
