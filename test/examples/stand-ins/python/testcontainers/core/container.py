"""What the example uses of testcontainers, with a process in the place of a container; EMULATOR_MAIN is what it runs."""

import json
import os
import subprocess


class DockerContainer:
    def __init__(self, image):
        assert image == "payment-emulator", f"there is no image {image}"

    def with_exposed_ports(self, port):
        self.exposed = port
        return self

    def __enter__(self):
        command = ["node", os.environ["EMULATOR_MAIN"], "--port", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.log = self.process.stdout.readline()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def get_container_host_ip(self):
        return "127.0.0.1"

    def get_exposed_port(self, port):
        assert port == self.exposed, f"port {port} is not exposed"
        return json.loads(self.log)["port"]
