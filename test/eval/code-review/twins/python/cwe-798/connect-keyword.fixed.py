import os
import psycopg2


def connect():
    return psycopg2.connect(host="db", user="shop", password=os.environ["DB_PASSWORD"])
