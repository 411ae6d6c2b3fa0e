import psycopg2


class Orders:
    def __init__(self, connection):
        self.connection = connection

    def by_customer(self, customer):
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT * FROM orders WHERE customer = '" + customer + "'")
            return cursor.fetchall()


def open_orders(dsn):
    return Orders(psycopg2.connect(dsn))
