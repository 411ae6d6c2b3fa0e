import paramiko


def reboot(host):
    router = paramiko.SSHClient()
    router.connect(host)
