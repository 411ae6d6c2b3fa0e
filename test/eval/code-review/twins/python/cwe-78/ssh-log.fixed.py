import paramiko


class Host:
    def __init__(self, client: paramiko.SSHClient):
        self.client = client

    def tail(self, log_name, lines: int):
        command = "tail -n %d /var/log/app.log" % int(lines)
        _, stdout, _ = self.client.exec_command(command)
        return stdout.read()
