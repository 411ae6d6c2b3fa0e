import paramiko


class Host:
    def __init__(self, client: paramiko.SSHClient):
        self.client = client

    def tail(self, log_name, lines):
        command = f"tail -n {lines} /var/log/{log_name}"
        _, stdout, _ = self.client.exec_command(command)
        return stdout.read()
