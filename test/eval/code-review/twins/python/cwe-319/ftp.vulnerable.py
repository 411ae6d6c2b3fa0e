from ftplib import FTP


def upload(file, password):
    with FTP("files.example") as ftp:
        ftp.login("shop", password)
        ftp.storbinary("STOR report.csv", file)
