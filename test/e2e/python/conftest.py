"""A client of the running stack, and a server with scripted answers."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from grid_optimization import Client

ROOT = Path(__file__).parents[3]
FORMATS = ROOT / "test" / "cases" / "formats"


@pytest.fixture(scope="session")
def client() -> Iterator[Client]:
    with Client(os.environ["GRID_URL"], os.environ["GRID_API_KEY"]) as client:
        yield client


class Told(ThreadingHTTPServer):
    """Sends the answers of a list in turn, repeats the last one, and records the requests."""

    def __init__(self, *answers: tuple[int, dict[str, str], Any]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers = list(answers)
        self.requests: list[tuple[str, str, dict[str, str]]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def __enter__(self) -> Told:
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self.shutdown()
        super().__exit__(*error)


class Handler(BaseHTTPRequestHandler):
    server: Told

    def answer(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.rfile.read(int(headers.get("content-length", 0)))
        if self.path == "/openapi.json":
            # An empty document, so that the client checks no names.
            self._send(200, {}, {"paths": {}})
            return
        self.server.requests.append((self.command, self.path, headers))
        answers = self.server.answers
        self._send(*(answers.pop(0) if len(answers) > 1 else answers[0]))

    def _send(self, status: int, sent: dict[str, str], body: Any) -> None:
        content = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.send_response(status)
        kind = "text/html" if isinstance(body, str) else "application/json"
        for name, value in {"content-type": kind, "content-length": str(len(content)), **sent}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer  # noqa: N815

    def log_message(self, *args: object) -> None:
        """Keep the output of the tests short."""
