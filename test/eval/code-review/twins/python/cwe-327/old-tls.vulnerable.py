import ssl


def context():
    return ssl.SSLContext(ssl.PROTOCOL_TLSv1)
