"""An emulator as a child process."""

from __future__ import annotations

import atexit
import json
import os
import shlex
import signal
import subprocess
import tempfile
import threading

from .http import EmulatorError

# Seconds until an emulator must have printed its address, and until it must have stopped.
_START_TIMEOUT = 30
_STOP_TIMEOUT = 10


class EmulatorProcess:
    """Starts an emulator on a free port and waits until it listens. It ends with this process at the latest."""

    def __init__(self, command: list[str]) -> None:
        # The emulator reports variables that it does not know.
        environment = {name: value for name, value in os.environ.items() if name != "EMULATOR_COMMAND"}
        # A file, because a pipe that nobody reads would fill up.
        with tempfile.TemporaryFile(mode="w+") as complaints:
            try:
                self._process = subprocess.Popen(
                    [*command, "--port", "0"],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=complaints,
                    text=True,
                    env=environment,
                    # A group of its own, so that everything a wrapper such as npx has started is ended with it.
                    start_new_session=True,
                )
            except OSError as error:
                raise EmulatorError(
                    f"cannot start {shlex.join(command)!r}: {error.strerror}. Put payment-emulator on the PATH, set "
                    "EMULATOR_COMMAND to the command that starts it, or EMULATOR_URL to the address of one that runs."
                ) from None
            atexit.register(self.stop)
            ready = self._first_line()
            try:
                #: Its address.
                self.url: str = json.loads(ready)["url"]
            except (ValueError, KeyError, TypeError):
                # A process that has closed its output is about to exit, and its exit code says why.
                self.stop(terminate=bool(ready))
                complaints.seek(0)
                said = (ready + complaints.read()).strip()[-2000:] or "it printed nothing"
                raise EmulatorError(
                    f"{shlex.join(command)!r} did not start an emulator (exit code {self._process.returncode}): {said}"
                ) from None

    def stop(self, terminate: bool = True) -> None:
        """Ends it with SIGTERM, so that it can write its report."""
        atexit.unregister(self.stop)
        if self._process.poll() is None:
            if terminate:
                self._signal(signal.SIGTERM)
            try:
                self._process.wait(_STOP_TIMEOUT)
            except subprocess.TimeoutExpired:
                self._signal(signal.SIGKILL)
                self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()

    def _signal(self, number: int) -> None:
        try:
            os.killpg(self._process.pid, number)
        except ProcessLookupError:
            pass

    def _first_line(self) -> str:
        assert self._process.stdout
        patience = threading.Timer(_START_TIMEOUT, self._signal, [signal.SIGKILL])
        patience.start()
        line = self._process.stdout.readline()
        patience.cancel()
        return line
