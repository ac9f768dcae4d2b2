"""An emulator that runs already, or one that is started and stopped again."""

from __future__ import annotations

import os
import re
import secrets
import shlex
from typing import Any, Optional

from .http import EmulatorError, call
from .process import EmulatorProcess
from .world import World


def start() -> PaymentEmulator:
    """Connects to `EMULATOR_URL`, or starts the command in `EMULATOR_COMMAND` (by default `payment-emulator`)."""
    url = os.environ.get("EMULATOR_URL")
    if url:
        return PaymentEmulator(url)
    command = shlex.split(os.environ.get("EMULATOR_COMMAND") or "payment-emulator")
    process = EmulatorProcess(command)
    return PaymentEmulator(process.url, process)


class PaymentEmulator:
    """An emulator. `close()`, or the end of a `with` block, stops it if this process started it."""

    def __init__(self, url: str, process: Optional[EmulatorProcess] = None) -> None:
        address = re.fullmatch(r"(.*?)/*(?:/w/([^/]+)/*)?", url)
        assert address
        #: Its address, without a world.
        self.url = address[1]
        self._only_world = os.environ.get("EMULATOR_WORLD") or address[2]
        self._process = process
        self._headers: dict[str, str] = {}
        token = os.environ.get("EMULATOR_CONTROL_TOKEN")
        if token:
            self._headers["Authorization"] = f"Bearer {token}"
        try:
            call(self.url, "GET /_emulator/health", {}, self._headers)
        except EmulatorError as error:
            self.close()
            if process:
                raise
            raise EmulatorError(
                f"{error} EMULATOR_URL is {url}; start an emulator there, or unset it to let the tests start one.",
                error.status,
                error.body,
            ) from None

    @property
    def started(self) -> bool:
        """Whether this process started the emulator, which then ends with it."""
        return self._process is not None

    def credentials(self) -> dict[str, Any]:
        """OAuth clients, v3 secret keys, webhook secret and encryption key."""
        return call(self.url, "GET /_emulator/credentials", {}, self._headers)

    def world(self, label: str = "test") -> World:
        """A fresh world, named after `label` and the worker. The one of EMULATOR_WORLD, reset, if that is set."""
        if self._only_world:
            world = World(self.url, self._only_world, self._headers, shared=True)
            world.reset()
            return world
        return World(self.url, _fresh_name(label, os.environ.get("PYTEST_XDIST_WORKER")), self._headers)

    def close(self) -> None:
        """Stops the emulator if this process started it."""
        if self._process:
            self._process.stop()

    def __enter__(self) -> PaymentEmulator:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _fresh_name(label: str, worker: Optional[str]) -> str:
    """At most 64 letters, digits and hyphens, so that it fits an address."""
    slug = re.sub(r"[^A-Za-z0-9]+", "-", label).strip("-")[:40].strip("-") or "test"
    random = "".join(secrets.choice("abcdefghijklmnopqrstuvwxyz234567") for _ in range(6))
    return "-".join(part for part in (slug, worker, random) if part)
