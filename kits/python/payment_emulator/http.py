"""Requests to an emulator, with errors that say what it said."""

from __future__ import annotations

import http.client
import json
import re
import urllib.error
import urllib.request
from typing import Any, Optional
from urllib.parse import quote, urlencode

# pytest: a failure is shown where the test calls the kit.
__tracebackhide__ = True

# Seconds. Longer than the longest wait of the control interface.
_TIMEOUT = 120

# The emulator is local, and proxies from the environment would answer in its place.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

_CALL = re.compile(r"(?P<method>[A-Z]+) (?P<path>[^?\s]+)(\?(?P<query>\S+))?( \{(?P<body>[^}]*)\})?")


class EmulatorError(Exception):
    """The emulator refused a request or did not answer. The message says what was wrong and what to do."""

    def __init__(self, message: str, status: Optional[int] = None, body: Any = None) -> None:
        super().__init__(message)
        #: HTTP status of the answer; None if there was none.
        self.status = status
        #: Body of the answer: parsed JSON, or text if it is not JSON.
        self.body = body


def call(address: str, literal: str, values: dict[str, Any], headers: dict[str, str], form: bool = False) -> Any:
    """Sends the request that a literal such as "POST /_emulator/rules {key, when}" describes, filled in with `values`.

    Values that are None are not sent.
    """
    parts = _CALL.fullmatch(literal)
    assert parts, f"{literal!r} is not a call"
    rest = dict(values)
    path = re.sub(r"\{(\w+)\}", lambda name: quote(str(rest.pop(name[1])), safe=""), parts["path"])
    query = _take(rest, (parts["query"] or "").split("&"))
    body = _take(rest, (parts["body"] or "").split(", "))
    assert not rest, f"{literal!r} does not name {', '.join(rest)}"
    url = address + path + (f"?{urlencode(query)}" if query else "")
    if form:
        return send(parts["method"], url, urlencode(body).encode(), headers)
    if parts["body"] is None:
        return send(parts["method"], url, None, headers)
    return send(parts["method"], url, json.dumps(body).encode(), {"Content-Type": "application/json", **headers})


def send(method: str, url: str, body: Optional[bytes], headers: dict[str, str]) -> Any:
    """The answer: parsed JSON, or text if it is not JSON. Raises EmulatorError unless the status is 2xx."""
    request = urllib.request.Request(url, data=body, headers=headers, method=method)
    try:
        with _opener.open(request, timeout=_TIMEOUT) as response:
            return _parse(response.read())
    except urllib.error.HTTPError as error:
        answer = _parse(error.read())
        raise EmulatorError(
            f"{method} {url} answered {error.code}: {_complaint(answer)}", error.code, answer
        ) from None
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", error)
        raise EmulatorError(f"no answer from {url}: {reason}. Is payment-emulator running there?") from error


def _take(values: dict[str, Any], names: list[str]) -> dict[str, Any]:
    taken = {name: values.pop(name) for name in names if name in values}
    return {name: value for name, value in taken.items() if value is not None}


def _parse(content: bytes) -> Any:
    text = content.decode("utf-8", "replace")
    try:
        return json.loads(text)
    except ValueError:
        return text


def _complaint(answer: Any) -> str:
    """The message of an error body in any of its three formats, followed by the invalid fields."""
    if not isinstance(answer, dict):
        return str(answer)[:500]
    error = answer.get("error")
    inner = error if isinstance(error, dict) else {}
    text = inner.get("message") or answer.get("error_description") or answer.get("message") or json.dumps(answer)[:500]
    fields = [f"{field['field_name']}: {field['message']}" for field in inner.get("validation_errors", ())
              if field["message"] not in text]
    return "; ".join([text, *fields])
