import logging


class Mailer:
    def __init__(self, host, password):
        self.host = host
        self.password = password

    def start(self):
        logging.debug("mail by %s, password %s", self.host, self.password)
