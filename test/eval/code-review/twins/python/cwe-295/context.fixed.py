import ssl
import urllib.request

context = ssl.create_default_context()
context.check_hostname = True
context.verify_mode = ssl.CERT_REQUIRED


def page(url):
    return urllib.request.urlopen(url, context=context).read()
