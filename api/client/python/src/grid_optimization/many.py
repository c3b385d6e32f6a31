"""Many solves in parallel: submitted as the limits of the server allow, and followed to their ends."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from .errors import Detached, GridError
from .runs import Solve, bar_of

ENDED = ("completed", "failed", "cancelled")
LOOK_S = 0.5
TOO_MANY = 429


def all_of(submit: Sequence[Callable[[], Solve]], progress: bool) -> list[Solve]:
    """Submit each and wait for all, with a bar; raise the first refusal once all others have ended."""
    works: list[Solve] = []
    waiting, refused = list(submit), None
    done: set[str] = set()
    bar = bar_of(f"{len(submit)} cases", len(submit)) if progress else None
    next_s = 0.0
    try:
        while waiting or len(done) < len(works):
            while waiting and refused is None and time.monotonic() >= next_s:
                try:
                    works.append(waiting[0]())
                except GridError as error:
                    if error.status != TOO_MANY:
                        refused = error
                        break
                    # The quota is full until earlier work ends; the server states when to retry.
                    next_s = time.monotonic() + (error.retry_after_s or LOOK_S)
                else:
                    waiting.pop(0)
            if refused is not None:
                waiting.clear()
            open_works = [work for work in works if work.id not in done]
            done.update(work.id for work in open_works if work.status()["status"] in ENDED)
            if bar is not None:
                bar.n = len(done)
                bar.refresh()
            if waiting or len(done) < len(works):
                time.sleep(LOOK_S)
    except KeyboardInterrupt:
        kind = works[0].kind if works else "job"
        raise Detached(kind, ", ".join(work.id for work in works if work.id not in done)) from None
    finally:
        if bar is not None:
            bar.close()
    if refused is not None:
        raise refused
    return works
