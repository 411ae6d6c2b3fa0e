import secrets


class Sessions:
    def open(self, user):
        key = secrets.token_urlsafe(24)
        self.users[key] = user
        return key
