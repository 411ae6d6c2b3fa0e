from Crypto.Cipher import AES


def seal(key, text):
    cipher = AES.new(key, AES.MODE_GCM)
    return cipher.encrypt(text)
