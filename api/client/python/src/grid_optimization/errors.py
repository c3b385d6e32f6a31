"""Exceptions with message, status and place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def path_of(loc: Sequence[str | int]) -> str:
    """Format a place: `("body", "payload", "loads", 0)` is `payload.loads[0]`."""
    parts = loc[1:] if loc and loc[0] == "body" else loc
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)
    return text.removeprefix(".")


class GridError(Exception):
    """Base of all errors of this package.

    Attributes
    ----------
    msg : str
        Message.
    status : int or None
        HTTP status of the refusal; None if no server was asked or none answered.
    loc : tuple of str and int
        Place of the first problem in the request; empty if unknown.
    problems : list of dict
        All refused fields: `loc`, `msg` and `type` of each.
    retry_after_s : float or None
        Time after which the server allows a retry, s.
    """

    def __init__(
        self,
        msg: str,
        *,
        status: int | None = None,
        loc: Sequence[str | int] = (),
        problems: Sequence[dict[str, Any]] = (),
        retry_after_s: float | None = None,
    ) -> None:
        super().__init__(msg)
        self.msg, self.status = msg, status
        self.loc, self.problems = tuple(loc), list(problems)
        self.retry_after_s = retry_after_s


class CaseError(GridError, ValueError):
    """The case is not sent: a number is missing, a field unknown, or the problem would change."""


class Unreachable(GridError):
    """No server answers at the address within the time that the client waits."""


class WrongServer(GridError):
    """The server at the address is not this service, or is older than this client."""


class NotSignedIn(GridError):
    """The API key is missing, wrong, expired or revoked (401)."""


class NotFound(GridError):
    """The job, run, experiment, scenario or network does not exist or belongs to another user (404)."""


class Refused(GridError):
    """The server refuses the request; `problems` lists all refused fields."""


class JobFailed(GridError):
    """The job, run or experiment failed or was cancelled, so it has no result."""


class NoSchedule(GridError):
    """The case is infeasible, or no schedule was found within the time limit."""


class Detached(KeyboardInterrupt):
    """Ctrl-C while waiting: the work continues at the server.

    A `KeyboardInterrupt`, so that scripts end as usual and no `except Exception` catches it.
    Its `msg` tells how to open the work again by its `id`.
    """

    def __init__(self, kind: str, id: str) -> None:
        self.id = id
        self.msg = f"Detached: {kind} {id} goes on. client.open_{kind}({id!r}) takes it up again."
        super().__init__(self.msg)
