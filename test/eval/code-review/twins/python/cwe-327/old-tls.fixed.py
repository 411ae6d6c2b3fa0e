import ssl


def context():
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
