import imaplib


def inbox(user, password):
    box = imaplib.IMAP4_SSL("mail.example")
    box.login(user, password)
    return box.search(None, "ALL")
