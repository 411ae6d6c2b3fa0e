import pickle


class Cache:
    def __init__(self, client):
        self.client = client

    def get(self, key):
        value = self.client.get(key)
        return pickle.loads(value) if value else None
