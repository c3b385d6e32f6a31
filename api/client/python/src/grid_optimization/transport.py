"""Requests with retries where safe, and refusals as exceptions."""

from __future__ import annotations

import logging
import random
import secrets
import time
from collections.abc import Mapping
from itertools import count
from typing import Any, NoReturn
from urllib.parse import urlsplit

import httpx

from .encode import to_json
from .errors import GridError, NotFound, NotSignedIn, Refused, Unreachable, WrongServer, path_of

ANSWER_S, CONNECT_S = 90.0, 10.0
FIRST_WAIT_S, LONGEST_WAIT_S = 0.4, 8.0
AWAY = (502, 503)

# PyPSA shows the logs of all packages; a line per status request would hide all other lines.
if logging.getLogger("httpx").level == logging.NOTSET:
    logging.getLogger("httpx").setLevel(logging.WARNING)


class Transport:
    """A pool of connections to one server; requests are retried for up to `patience_s`."""

    def __init__(self, url: str, api_key: str, patience_s: float) -> None:
        parts = urlsplit(url.strip())
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise WrongServer(f"An address is like http://127.0.0.1:8000; this is {url!r}")
        key = api_key.strip()
        if not key or not key.isascii() or not key.isprintable():
            raise NotSignedIn("The API key should be printable ASCII text: is it complete?")
        self.url = url.strip().rstrip("/").removesuffix("/api")
        self._patience_s = patience_s
        headers = {"x-api-key": key, "accept": "application/json"}
        timeout = httpx.Timeout(ANSWER_S, connect=CONNECT_S)
        self._http = httpx.Client(base_url=self.url, headers=headers, timeout=timeout)

    def __deepcopy__(self, memo: object) -> Transport:
        """Copies share the connections."""
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("A client holds an API key and cannot be pickled: pass an id and open it there")

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

    def json(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, **request: Any
    ) -> dict[str, Any]:
        """Send a request and return its JSON; see `send`."""
        response = self.send(method, path, body, **request)
        try:
            return dict(response.json())
        except (ValueError, TypeError) as error:
            raise self._wrong(response) from error

    def send(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        once: bool = False,
        harmless: bool = False,
        headers: Mapping[str, str] | None = None,
        **request: Any,
    ) -> httpx.Response:
        """Send a request, with retries after 429, 502, 503 and lost connections.

        A 429 did nothing and is always repeated. What else failed may have done something: it is repeated if
        it reads, if an `Idempotency-Key` lets it happen `once`, or if the caller says that it is `harmless`.
        """
        sent = dict(headers or {})
        if body is not None:
            request["content"], sent["content-type"] = to_json(body), "application/json"
        if once:
            sent["idempotency-key"] = secrets.token_hex(16)
        may_repeat = once or harmless or method == "GET"
        until = time.monotonic() + self._patience_s
        for tries in count():
            wait_s = min(FIRST_WAIT_S * 2.0 ** min(tries, 10), LONGEST_WAIT_S)
            try:
                response = self._http.request(method, path, headers=sent, **request)
                if response.is_success:
                    return response
                problem = self._problem(response, method, path)
                repeats = response.status_code == 429 or (may_repeat and response.status_code in AWAY)
                wait_s = problem.retry_after_s or wait_s
            except httpx.TransportError as error:
                problem = Unreachable(f"{self.url} cannot be reached: {error or type(error).__name__}")
                problem.__cause__ = error
                repeats = may_repeat
            # The random addition spreads the retries of clients that were refused at the same time.
            wait_s += random.uniform(0, 0.2)
            if not repeats or time.monotonic() + wait_s > until:
                break
            time.sleep(wait_s)
        raise problem

    def _problem(self, response: httpx.Response, method: str, path: str) -> GridError:
        status = response.status_code
        try:
            detail = response.json()["detail"]
        except (ValueError, KeyError, TypeError):
            if status in AWAY:
                return Unreachable(f"{self.url} answers {status}", status=status)
            return self._wrong(response)
        problems, msg = (detail, "") if isinstance(detail, list) and detail else ([], str(detail))
        if problems:
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            msg = f"{path_of(problems[0]['loc'])}: {problems[0]['msg']}{more}"
        if status == 401:
            return NotSignedIn(f"{self.url} does not accept the API key: {msg}", status=status)
        # The server names a missing record in its message; these two messages mean that it has no such route.
        if msg in ("Not Found", "Method Not Allowed"):
            words = f"{self.url} has no {method} {path}: it is older than this client, or another address"
            return WrongServer(words, status=status)
        kind = NotFound if status == 404 else Unreachable if status in AWAY else Refused
        told = response.headers.get("retry-after", "")
        return kind(
            msg,
            status=status,
            loc=problems[0]["loc"] if problems else (),
            problems=problems,
            retry_after_s=float(told) if told.isdigit() else None,
        )

    def _wrong(self, response: httpx.Response) -> WrongServer:
        if response.is_redirect:
            words = f"redirects to {response.headers.get('location')}: use that address"
        else:
            form = response.headers.get("content-type", "no content").split(";")[0]
            words = f"answers {response.status_code} with {form}: is this the address of the service?"
        return WrongServer(f"{self.url} {words}", status=response.status_code)
