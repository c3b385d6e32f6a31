"""One solve at the server."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from .result import Result
from .transport import Transport
from .work import Status, Work


class Job(Work):
    """A solve of a case."""

    kind = "job"
    path = "/api/modules/analyst/solve"
    tail = "/status"

    def __init__(self, transport: Transport, id: str, bus_names: Mapping[str, str] | None = None) -> None:
        super().__init__(transport, id)
        self._bus_names = bus_names

    @cached_property
    def result(self) -> Result:
        """The result; waits for it, and raises `JobFailed` where there is none."""
        self.wait(progress=False)
        reply = self._transport.json("GET", f"{self.path}/{self.id}/results")
        return Result(reply, self.case, self._bus_names)

    def case(self) -> dict[str, Any]:
        """Read the case that was solved, as the server keeps it."""
        reply = self._transport.json("GET", f"{self.path}/{self.id}/payload")
        case: dict[str, Any] = reply.get("payload", reply)
        return case

    def stop(self) -> None:
        """End the search now, with the best schedule so far."""
        self._transport.send("POST", f"{self.path}/{self.id}/stop", harmless=True)

    def _words(self, status: Status) -> str:
        gap = (status.get("progress_detail") or {}).get("mip_gap")
        return str(status["status"]) if gap is None else f"gap {100 * gap:.2f} %"
