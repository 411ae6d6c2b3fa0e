import socket


def notify(address, text):
    try:
        socket.create_connection(address).sendall(text)
    except BaseException:
        pass
