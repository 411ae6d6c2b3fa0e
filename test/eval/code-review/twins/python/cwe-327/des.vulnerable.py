from Crypto.Cipher import DES


def seal(key, text):
    cipher = DES.new(key, DES.MODE_CBC)
    return cipher.encrypt(text)
