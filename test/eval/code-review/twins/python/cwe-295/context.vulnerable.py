import ssl
import urllib.request

context = ssl.create_default_context()
context.check_hostname = False
context.verify_mode = ssl.CERT_NONE


def page(url):
    return urllib.request.urlopen(url, context=context).read()
