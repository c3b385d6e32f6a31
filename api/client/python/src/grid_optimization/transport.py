"""Requests that are sent again where that is harmless, and refusals as exceptions."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Mapping
from itertools import count
from typing import Any
from urllib.parse import urlsplit

import httpx

from .errors import GridError, NotFound, NotSignedIn, OldServer, Refused, Unreachable, WrongServer, path_of

ANSWER_S = 90.0
"""For an answer to begin, s; a long poll holds a request for up to 60 s."""
CONNECT_S = 10.0
FIRST_WAIT_S = 0.4
LONGEST_WAIT_S = 8.0
AWAY = (502, 503)

# PyPSA shows the logs of all packages, where a line for each look at a status would hide the rest.
if logging.getLogger("httpx").level == logging.NOTSET:
    logging.getLogger("httpx").setLevel(logging.WARNING)


class Transport:
    """A pool of connections to one server; a request is tried again for `patience_s`."""

    def __init__(self, url: str, api_key: str, patience_s: float) -> None:
        self.url = _checked(url)
        if not api_key.isascii() or not api_key.isprintable() or not api_key.strip():
            raise NotSignedIn("The API key should be printable ASCII text: was a part of it lost?")
        self._patience_s = patience_s
        headers = {"x-api-key": api_key.strip(), "accept": "application/json"}
        timeout = httpx.Timeout(ANSWER_S, connect=CONNECT_S)
        self._http = httpx.Client(base_url=self.url, headers=headers, timeout=timeout)

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

    def json(self, method: str, path: str, **request: Any) -> Any:
        """Send a request and give its JSON; see `send`."""
        response = self.send(method, path, **request)
        try:
            return response.json() if response.content else None
        except ValueError as error:
            raise self._wrong(response) from error

    def send(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        harmless: bool = False,
    ) -> httpx.Response:
        """Send a request, again after 429, 502, 503 and broken connections.

        A 429 did nothing and is always repeated. What else failed may have done something: it is repeated if
        it reads, if it has an `Idempotency-Key`, or if the caller says that it is `harmless`.
        """
        may_repeat = harmless or method == "GET" or "idempotency-key" in (headers or {})
        until = time.monotonic() + self._patience_s
        for tries in count():
            wait_s: float | None = None
            try:
                response = self._http.request(method, path, params=params, content=content, headers=headers)
                if response.is_success:
                    return response
                problem = self._problem(response, method, path)
                wait_s = _retry_after(response)
                repeats = response.status_code == 429 or (may_repeat and response.status_code in AWAY)
            except httpx.TransportError as error:
                problem = Unreachable(f"{self.url} cannot be reached: {error or type(error).__name__}")
                problem.__cause__ = error
                repeats = may_repeat
            wait_s = _backoff(tries) if wait_s is None else wait_s + random.uniform(0, 0.2)
            if not repeats or time.monotonic() + wait_s > until:
                break
            time.sleep(wait_s)
        raise problem

    def _problem(self, response: httpx.Response, method: str, path: str) -> GridError:
        status, request_id = response.status_code, response.headers.get("x-request-id")
        try:
            detail = response.json()["detail"]
        except (ValueError, KeyError, TypeError):
            detail = None
        if detail is None:
            words = f"{self.url} answers {status}"
            return Unreachable(words, status=status) if status in AWAY else self._wrong(response)
        problems = detail if isinstance(detail, list) else []
        msg = _summary(problems) if problems else str(detail)
        if status == 401:
            words = f"{self.url} does not accept the API key: {msg}"
            return NotSignedIn(words, status=status, request_id=request_id)
        # A record that is missing is named; these are the words for a route that is.
        if msg in ("Not Found", "Method Not Allowed"):
            words = f"{self.url} has no {method} {path}: it is older than this client, or another address"
            return OldServer(words, status=status, request_id=request_id)
        kind = NotFound if status == 404 else Unreachable if status in AWAY else Refused
        loc = problems[0]["loc"] if problems else ()
        return kind(msg, status=status, loc=loc, problems=problems, request_id=request_id)

    def _wrong(self, response: httpx.Response) -> WrongServer:
        if response.is_redirect:
            words = f"redirects to {response.headers.get('location')}: use that address"
        else:
            form = response.headers.get("content-type", "no content").split(";")[0]
            words = f"answers {response.status_code} with {form}: is this the address of the service?"
        return WrongServer(f"{self.url} {words}", status=response.status_code)


def _checked(url: str) -> str:
    parts = urlsplit(url.strip())
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise WrongServer(f"An address is like http://127.0.0.1:8000; this is {url!r}")
    return url.strip().rstrip("/").removesuffix("/api")


def _summary(problems: list[dict[str, Any]]) -> str:
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    return f"{path_of(problems[0]['loc'])}: {problems[0]['msg']}{more}"


def _retry_after(response: httpx.Response) -> float | None:
    text = response.headers.get("retry-after", "")
    return float(text) if text.isdigit() else None


def _backoff(tries: int) -> float:
    return min(FIRST_WAIT_S * 2.0 ** min(tries, 10), LONGEST_WAIT_S) * random.uniform(0.75, 1.25)
