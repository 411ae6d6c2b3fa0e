import telnetlib


def reboot(host):
    router = telnetlib.Telnet(host)
    router.write(b"reboot\n")
