"""What takes its time at the server: followed with a bar where tqdm is there; Ctrl-C detaches from it."""

from __future__ import annotations

import importlib
import time
import warnings
from typing import Any, ClassVar, TypeVar

from .errors import Detached, GridError, JobFailed, Unreachable
from .transport import Transport

Status = dict[str, Any]
W = TypeVar("W", bound="Work")
AGAIN_S = 1.0
AWAY_S = 600.0
"""How long the service may be away at a time, s."""


class Work:
    """A job, run or experiment, which goes on whether anybody looks or not.

    Attributes
    ----------
    id : str
        Takes it up again in another session: `client.open_job(id)`, `open_run` or `open_experiment`.
    """

    kind: ClassVar[str]
    path: ClassVar[str]
    tail: ClassVar[str] = ""

    def __init__(self, transport: Transport, id: str) -> None:
        self._transport = transport
        self.id = id

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r})"

    def status(self, wait_s: int = 0) -> Status:
        """Read the status, at its next change or after `wait_s` seconds."""
        headers = {"prefer": f"wait={wait_s}"}
        status: Status = self._transport.json("GET", f"{self.path}/{self.id}{self.tail}", headers=headers)
        return status

    def wait(self: W, progress: bool = True) -> W:
        """Wait until it is over, through lost connections and restarts of the service.

        Raises
        ------
        JobFailed
            If it failed or was cancelled.
        Detached
            On Ctrl-C; it goes on.
        """
        bar = self._bar() if progress else None
        try:
            status = self._follow(bar)
        except KeyboardInterrupt:
            raise Detached(self.kind, self.id) from None
        finally:
            if bar is not None:
                bar.close()
        if status["status"] != "completed":
            reason = (status.get("error") or {}).get("message")
            raise JobFailed(f"{self.kind} {self.id} {status['status']}{f': {reason}' if reason else ''}")
        return self

    def cancel(self) -> None:
        """Cancel it; what is finished stays."""
        self._transport.send("DELETE", f"{self.path}/{self.id}", harmless=True)

    def _follow(self, bar: Any) -> Status:
        # At once the first time, so that what is over already is known without a wait.
        wait_s, until = 0, time.monotonic() + AWAY_S
        while True:
            try:
                status = self.status(wait_s)
            except GridError as error:
                away = isinstance(error, Unreachable) or error.status == 429
                if not away or time.monotonic() > until:
                    raise
                time.sleep(AGAIN_S)
                continue
            wait_s, until = 1, time.monotonic() + AWAY_S
            if bar is not None:
                bar.n = self._percent(status)
                bar.set_postfix_str(self._words(status))
            if status["status"] in ("completed", "failed", "cancelled"):
                return status

    def _bar(self) -> Any:
        form = "{desc} {percentage:3.0f}%|{bar}| {elapsed}{postfix}"
        try:
            with warnings.catch_warnings():
                # Without ipywidgets it draws text, which is as good.
                warnings.simplefilter("ignore")
                tqdm = importlib.import_module("tqdm.auto").tqdm
                return tqdm(total=100, desc=f"{self.kind} {self.id[:8]}", bar_format=form)
        except ImportError:
            return None

    def _percent(self, status: Status) -> int:
        return int(status.get("progress") or 0)

    def _words(self, status: Status) -> str:
        return str(status["status"])
