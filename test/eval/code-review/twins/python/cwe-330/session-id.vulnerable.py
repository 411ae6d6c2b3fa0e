from random import randint


class Sessions:
    def open(self, user):
        key = str(randint(10**9, 10**10))
        self.users[key] = user
        return key
