"""Jobs, runs and experiments: progress, and their results."""

from __future__ import annotations

import io
import warnings
from collections.abc import Mapping
from functools import cached_property
from html import escape
from typing import Any, ClassVar, TypeVar

import pandas as pd

from .errors import Detached, JobFailed, NoSchedule
from .result import Result
from .transport import Transport

Status = dict[str, Any]
W = TypeVar("W", bound="Work")
KEYS = ("unit", "generator", "bus", "line", "product", "provider", "storage", "renewable")


def bar_of(words: str, total: int) -> Any:
    """Return a progress bar if tqdm is installed, else None."""
    form = "{desc} {percentage:3.0f}%|{bar}| {elapsed}{postfix}"
    try:
        with warnings.catch_warnings():
            # Without ipywidgets, tqdm warns and draws text; the warning is suppressed.
            warnings.simplefilter("ignore")
            from tqdm.auto import tqdm

            return tqdm(total=total, desc=words, bar_format=form)
    except ImportError:
        return None


class Work:
    """A job, run or experiment at the server, which can be opened again by its `id`."""

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
        return self._get(self.tail, headers={"prefer": f"wait={wait_s}"})

    def wait(self: W, progress: bool = True) -> W:
        """Wait for the end; raises `JobFailed`, and on Ctrl-C `Detached`, which does not cancel it."""
        bar = bar_of(f"{self.kind} {self.id[:8]}", 100) if progress else None
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

    def _repr_html_(self) -> str:
        status = self.status()
        percent, words = self._progress(status)
        head = f"<b>{self.kind} {escape(self.id)}</b> {escape(status['status'])}"
        return f"<div>{head}, {percent} % {escape(words)}</div>"

    def cancel(self) -> None:
        """Cancel it; finished parts stay."""
        self._transport.send("DELETE", f"{self.path}/{self.id}", harmless=True)

    def _get(self, tail: str, **request: Any) -> dict[str, Any]:
        return self._transport.json("GET", f"{self.path}/{self.id}{tail}", **request)

    def _follow(self, bar: Any) -> Status:
        # The first read does not wait, so that ended work is reported immediately.
        status = self.status()
        while status["status"] not in ("completed", "failed", "cancelled"):
            if bar is not None:
                bar.n, words = self._progress(status)
                bar.set_postfix_str(words)
            status = self.status(wait_s=1)
        if bar is not None and status["status"] == "completed":
            bar.n = bar.total
            bar.refresh()
        return status

    def _progress(self, status: Status) -> tuple[int, str]:
        """Progress, %, and a text."""
        return int(status.get("progress") or 0), str(status["status"])


class Solve(Work):
    """One solve of a case or a network, with a `job` and a `result`."""

    def __init__(
        self,
        transport: Transport,
        id: str,
        bus_names: Mapping[str, str] | None = None,
        index: pd.Index[Any] | None = None,
    ) -> None:
        super().__init__(transport, id)
        self._bus_names, self._index = dict(bus_names or {}), index

    @property
    def job(self) -> Job:
        """The job."""
        raise NotImplementedError

    @property
    def result(self) -> Result:
        """The result; waits for it, and raises `JobFailed` where there is none."""
        return self.job.result


class Job(Solve):
    """A solve of a case."""

    kind = "job"
    path = "/api/modules/analyst/solve"
    tail = "/status"

    @property
    def job(self) -> Job:
        """Itself."""
        return self

    @cached_property
    def result(self) -> Result:
        """The result; waits for it, and raises `JobFailed` where there is none."""
        self.wait(progress=False)
        return Result(self._get("/results"), self.case, self._bus_names, self._index)

    def _repr_html_(self) -> str:
        is_over = "result" in self.__dict__ or self.status()["status"] == "completed"
        return self.result._repr_html_() if is_over else super()._repr_html_()

    def case(self) -> dict[str, Any]:
        """Read the solved case, as stored at the server."""
        return self._get("/payload")

    def signed_certificate(self) -> dict[str, Any]:
        """Read `statement` and `signature`; saved as JSON, `grid verify` checks them."""
        return self._get("/certificate")

    def _progress(self, status: Status) -> tuple[int, str]:
        percent, words = super()._progress(status)
        gap = (status.get("progress_detail") or {}).get("mip_gap")
        return percent, words if gap is None else f"gap {100 * gap:.2f} %"


class Run(Solve):
    """A run of a production-cost model on a network: one solve, or a year of days."""

    kind = "run"
    path = "/api/model-builder/executions"

    @cached_property
    def job(self) -> Job:
        """The job of a run with one solve; else `NoSchedule`: longer runs have `table` and `report`."""
        status = self.wait(progress=False).status()
        results = status["results"] or {}
        if status["windows_total"] > 1:
            raise NoSchedule(f"Run {self.id} has {status['windows_total']} solves: read its table and report")
        if results.get("job_id") is None:
            raise NoSchedule(results.get("message") or f"Run {self.id} has no schedule")
        return Job(self._transport, results["job_id"], self._bus_names, self._index)

    @cached_property
    def report(self) -> dict[str, Any]:
        """Totals, and sums by unit, type, fuel, area and month; energies MWh, costs $."""
        return self.wait(progress=False)._get("/report")

    def table(self, name: str) -> pd.DataFrame:
        """Read the kept hours of a table.

        Parameters
        ----------
        name : str
            `dispatch`, `commitment`, `lmp`, `flows`, `interfaces`, `bids`, `demand_response`, `reserves`,
            `reserve_products`, `storage`, `curtailment`, `unserved`, `costs`, `fuel` or `days`.

        Returns
        -------
        pandas.DataFrame
            Hours x elements, or (element, measure) where a table has several measures. The index is the
            local time where the network has a date, else the hour, 0-based. `days` has one row a solve.
        """
        rows = _csv(self, "/export", table=name)
        if name == "days" or rows.empty:
            return rows
        index = "hour"
        if self._index is not None:
            index = str(self._index.name or "time")
            rows[index] = self._index[rows["hour"]]
        elif "time" in rows and rows["time"].notna().all():
            index = "time"
            # Times with different offsets have no common type, so all take the first offset.
            zone = pd.Timestamp(rows["time"].iloc[0]).tz
            rows["time"] = pd.to_datetime(rows["time"], utc=True).dt.tz_convert(zone)
        if "bus" in rows:
            rows["bus"] = rows["bus"].replace(self._bus_names)
        keys = [column for column in rows if column in KEYS]
        measures = [column for column in rows if column not in (*KEYS, "hour", "time", index)]
        values = measures[0] if len(measures) == 1 else measures
        wide = pd.DataFrame(rows.set_index([index, *keys])[values].unstack(keys, sort=False))
        # The element is the first level, so that `table[unit]` has all of its values.
        return wide if len(measures) == 1 else wide.T.swaplevel(0, -1).T


class Experiment(Work):
    """A matrix of scenarios, each a separate solve or run."""

    kind = "experiment"
    path = "/api/experiments"
    tail = "/status"

    @cached_property
    def results(self) -> pd.DataFrame:
        """One row per scenario: variables, status, cost ($) and other figures, with units in the names."""
        return _csv(self, "/results/download")

    @cached_property
    def summary(self) -> dict[str, Any]:
        """Effects of the variables, and statistics of runs with random outages."""
        return self.wait(progress=False)._get("/summary")

    def _progress(self, status: Status) -> tuple[int, str]:
        done, total = status["scenarios_completed"], status["scenarios_total"]
        return 100 * done // max(total, 1), f"{done} of {total} scenarios"


class ConnectionStudy(Work):
    """How much power can connect at buses of a network."""

    kind = "study"
    path = "/api/connection-studies"

    @cached_property
    def results(self) -> dict[str, Any]:
        """Base run, and for each candidate its intervals (MW), binding limits, remedy and operation."""
        return self.wait(progress=False)._get("/results")

    @cached_property
    def table(self) -> pd.DataFrame:
        """One row per candidate and number of hours of reduction: `at_least_mw` and `at_most_mw`."""
        return _csv(self, "/results")

    def resume(self) -> None:
        """Continue it after it failed or was cancelled."""
        self._transport.json("POST", f"{self.path}/{self.id}/resume")


def _csv(study: Run | Experiment | ConnectionStudy, tail: str, **query: str) -> pd.DataFrame:
    study.wait(progress=False)
    params = {"format": "csv", **query}
    reply = study._transport.send("GET", f"{study.path}/{study.id}{tail}", params=params)
    return pd.read_csv(io.BytesIO(reply.content))
