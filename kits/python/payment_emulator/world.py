"""One world: the data, clock and webhooks of one test."""

from __future__ import annotations

import json
from typing import Any, Optional
from urllib.parse import quote

from .http import EmulatorError, call, send
from .receiver import Receiver, Webhook

# pytest: a failure is shown where the test calls the kit.
__tracebackhide__ = True


class World:
    """A world of an emulator. Every method raises EmulatorError if the emulator refuses."""

    def __init__(self, emulator_url: str, name: str, headers: dict[str, str], shared: bool = False) -> None:
        #: Its name.
        self.name = name
        #: Its address: base and auth address of the program under test.
        self.url = f"{emulator_url}/w/{quote(name, safe='')}"
        self._headers = headers
        self._shared = shared
        self._token: Optional[str] = None
        self._receiver: Optional[Receiver] = None

    def credentials(self) -> dict[str, Any]:
        """OAuth clients, v3 secret keys, webhook secret and encryption key."""
        return self._control("GET /_emulator/credentials")

    def advance(self, by: str) -> dict[str, Any]:
        """Advances the clock, such as by "10m", and fires every timer that falls due; deliveries are complete after it."""
        return self._control("POST /_emulator/clock/advance {by}", by=by)

    def freeze(self, at: Optional[str] = None) -> dict[str, Any]:
        """Freezes the clock, now or at an instant such as "2030-01-01T00:00:00Z"; only `advance` moves it then."""
        return self._control("PUT /_emulator/clock {mode, now}", mode="frozen", now=at)

    def next(self, key: str, when: Optional[dict[str, Any]] = None) -> dict[str, Any]:
        """Applies a scenario key to the next request that it is about and that matches `when`.

        `when` may have method, path, reference, customer_id, payment_method_id, payment_method, card, email,
        account_number, amount, cents, currency and meta.
        """
        return self._control("POST /_emulator/rules {key, when, count}", key=key, when=when, count=1)

    def await_event(self, type: str, reference: Optional[str] = None, timeout: str = "5s") -> dict[str, Any]:
        """Waits until an event exists and returns it. If there are several, the newest."""
        return self._await(type, reference, timeout, "made")

    def await_delivered(self, type: str, reference: Optional[str] = None, timeout: str = "5s") -> dict[str, Any]:
        """Waits until every subscribed webhook endpoint has answered an event with 200, and returns it."""
        return self._await(type, reference, timeout, "delivered")

    def pay(self, charge_id: str, processor_response: Optional[str] = None) -> dict[str, Any]:
        """Plays payer and merchant until the charge is final, and returns the charge. Its reference will do as well."""
        literal = "POST /_emulator/charges/{id}/pay {processor_response}"
        return self._control(literal, id=charge_id, processor_response=processor_response)["charge"]

    def timeline(self) -> str:
        """Everything that happened in this world, as text: requests, webhooks, clock, rules."""
        return self._control("GET /_emulator/timeline")

    def token(self) -> str:
        """A new access token of the first OAuth client."""
        client = self.credentials()["clients"][0]
        answer = call(
            self.url,
            "POST /realms/{realm}/protocol/openid-connect/token {grant_type, client_id, client_secret}",
            {
                "realm": "emulator",
                "grant_type": "client_credentials",
                "client_id": client["client_id"],
                "client_secret": client["client_secret"],
            },
            {},
            form=True,
        )
        return answer["access_token"]

    def request(self, method: str, path: str, body: Any = None, headers: Optional[dict[str, str]] = None) -> Any:
        """Sends a request to the service, with an access token, and returns `data` of the answer."""
        fresh = self._token is None
        self._token = self._token or self.token()
        content = None if body is None else json.dumps(body).encode()
        sent = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json", **(headers or {})}
        try:
            answer = send(method, self.url + path, content, sent)
        except EmulatorError as error:
            if error.status != 401 or fresh:
                raise
            # The token may have expired on the clock that the test advanced.
            self._token = None
            return self.request(method, path, body, headers)
        return answer["data"] if isinstance(answer, dict) and "data" in answer else answer

    def receive_webhooks(self, host: str = "127.0.0.1") -> str:
        """Starts a webhook endpoint that answers 200, adds it to this world and returns its address.

        `host` is the name at which the emulator reaches this machine, for one that runs in a container.
        """
        if self._receiver is None:
            self._receiver = Receiver(host)
            self._control("POST /_emulator/webhooks/endpoints {url}", url=self._receiver.url)
        return self._receiver.url

    def received(self) -> list[Webhook]:
        """What `receive_webhooks` has received so far, oldest first."""
        return [] if self._receiver is None else list(self._receiver.webhooks)

    def reset(self) -> None:
        """Recreates this world from the fixtures."""
        self._control("POST /_emulator/reset")
        self._token = None

    def close(self) -> None:
        """Stops what this process runs for the world, and leaves the world as it is."""
        if self._receiver is not None:
            self._receiver.close()
            self._receiver = None

    def end(self) -> None:
        """Removes the world, unless it is the one of EMULATOR_WORLD."""
        self.close()
        if self._shared:
            return
        try:
            self._control("DELETE /_emulator/worlds/{name}", name=self.name)
        except EmulatorError as error:
            # A world that the test has not used does not exist.
            if error.status != 404:
                raise

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def _await(self, type: str, reference: Optional[str], timeout: str, until: str) -> dict[str, Any]:
        literal = "GET /_emulator/webhooks/events?type&reference&until&wait&limit"
        found = self._control(literal, type=type, reference=reference, until=until, wait=timeout, limit=1)
        return found["events"][0]["event"]

    def _control(self, literal: str, **values: Any) -> Any:
        return call(self.url, literal, values, self._headers)
