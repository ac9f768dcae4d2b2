"""A webhook endpoint for tests without a program that has one."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True, repr=False)
class Webhook:
    """A webhook as it arrived."""

    #: The body, which the signature is about.
    body: bytes
    #: The headers; their names are in lower case.
    headers: dict[str, str]

    @property
    def event(self) -> dict[str, Any]:
        """The parsed body."""
        return json.loads(self.body)

    @property
    def id(self) -> str:
        """Id of the event: the same in every copy and retry."""
        return self.event["id"]

    @property
    def type(self) -> str:
        """Type of the event, such as "charge.completed"."""
        return self.event["type"]

    @property
    def data(self) -> dict[str, Any]:
        """What the event is about."""
        return self.event["data"]

    def __repr__(self) -> str:
        return f"<Webhook {self.type} {self.id}>"


class Receiver:
    """Answers every webhook with 200 and remembers it."""

    def __init__(self, host: str) -> None:
        self.webhooks: list[Webhook] = []
        webhooks = self.webhooks

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                webhooks.append(Webhook(body, {name.lower(): value for name, value in self.headers.items()}))
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Nothing: the timeline shows the deliveries."""

        loopback = host in ("127.0.0.1", "localhost")
        self._server = ThreadingHTTPServer(("127.0.0.1" if loopback else "", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://{host}:{self._server.server_address[1]}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
