"""What can go wrong, as exceptions with words, status and place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def path_of(loc: Sequence[str | int]) -> str:
    """Write a place as people do: `("body", "payload", "loads", 0)` is `payload.loads[0]`."""
    parts = loc[1:] if loc and loc[0] == "body" else loc
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)
    return text.removeprefix(".")


class GridError(Exception):
    """Base of all errors of this package.

    Attributes
    ----------
    msg : str
        What went wrong, in words.
    status : int or None
        HTTP status of the refusal; None where no server was asked or none answered.
    loc : tuple of str and int
        Place of the first problem in the request; empty where it has none.
    problems : list of dict
        All refused fields: `loc`, `msg` and `type` of each.
    retry_after_s : float or None
        When the server has asked to be asked again, s.
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
    """The case is not sent: a number is missing, a field unknown, or the problem would be another one."""


class Unreachable(GridError):
    """No server answers at the address, or it stayed away for longer than the client waits."""


class WrongServer(GridError):
    """Something else than this service answers at the address, or one that is older than this client."""


class NotSignedIn(GridError):
    """The API key is missing, wrong, expired or revoked (401)."""


class NotFound(GridError):
    """There is no such job, run, experiment, scenario or network, or it belongs to somebody else (404)."""


class Refused(GridError):
    """The server refuses the request; `problems` names every field."""


class JobFailed(GridError):
    """The job, run or experiment failed or was cancelled: there is no result."""


class NoSchedule(GridError):
    """The case is infeasible, or its time was over before there was a schedule."""


class Detached(KeyboardInterrupt):
    """Ctrl-C while waiting: the work goes on at the server.

    A `KeyboardInterrupt`, so that scripts end as they do with Ctrl-C and no `except Exception` swallows it.
    Its `msg` says how to take the work up again, by its `id`.
    """

    def __init__(self, kind: str, id: str) -> None:
        self.id = id
        self.msg = f"Detached: {kind} {id} goes on. client.open_{kind}({id!r}) takes it up again."
        super().__init__(self.msg)
