from ftplib import FTP_TLS


def upload(file, password):
    with FTP_TLS("files.example") as ftp:
        ftp.login("shop", password)
        ftp.storbinary("STOR report.csv", file)
