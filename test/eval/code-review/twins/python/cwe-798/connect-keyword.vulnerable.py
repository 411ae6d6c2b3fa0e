import psycopg2


def connect():
    return psycopg2.connect(host="db", user="shop", password="Tr0ub4dor&3")
