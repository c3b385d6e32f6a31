"""A run of a production-cost model: one solve, or a year of days."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import pandas as pd

from .errors import NoSchedule
from .job import Job
from .result import Result
from .transport import Transport
from .work import Status, Work

KEYS = ("unit", "generator", "bus", "line", "product", "provider", "storage", "renewable")


class Run(Work):
    """A run on a network.

    Attributes
    ----------
    import_report : dict or None
        What became of every part of the network, where this session sent it.
    """

    kind = "run"
    path = "/api/model-builder/executions"

    def __init__(
        self,
        transport: Transport,
        id: str,
        bus_names: Mapping[str, str] | None = None,
        import_report: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(transport, id)
        self._bus_names = dict(bus_names or {})
        self.import_report = import_report

    @cached_property
    def result(self) -> Result:
        """The result of a run of one solve, else `NoSchedule`: longer ones have `table` and `report`."""
        self.wait(progress=False)
        status = self.status()
        results = status["results"] or {}
        if status["windows_total"] > 1:
            raise NoSchedule(f"Run {self.id} has {status['windows_total']} solves: read its table and report")
        if results.get("job_id") is None:
            raise NoSchedule(results.get("message") or f"Run {self.id} has no schedule")
        return Job(self._transport, results["job_id"], self._bus_names).result

    @cached_property
    def report(self) -> dict[str, Any]:
        """Totals, and sums by unit, type, fuel, area and month; energies MWh, costs $."""
        self.wait(progress=False)
        report: dict[str, Any] = self._transport.json("GET", f"{self.path}/{self.id}/report")
        return report

    def by(self, group: str) -> pd.DataFrame:
        """Sums of the report by `unit`, `type`, `fuel`, `area` or `month`: one row each."""
        frame = pd.DataFrame(self.report[f"by_{group}"])
        return frame.set_index(frame.columns[0])

    def table(self, name: str) -> pd.DataFrame:
        """Read the kept hours of a table.

        Parameters
        ----------
        name : str
            `dispatch`, `commitment`, `lmp`, `flows`, `reserves`, `reserve_products`, `storage`,
            `curtailment`, `unserved`, `costs`, `fuel` or `days`.

        Returns
        -------
        pandas.DataFrame
            Hours x elements, or (element, measure) where a table has several measures. The index is the
            local time where the network has a date, else the hour, 0-based. `days` has one row a solve.
        """
        self.wait(progress=False)
        params = {"table": name, "format": "csv"}
        reply = self._transport.send("GET", f"{self.path}/{self.id}/export", params=params)
        rows = pd.read_csv(io.BytesIO(reply.content))
        if name == "days" or rows.empty:
            return rows
        index = "hour"
        if "time" in rows and rows["time"].notna().all():
            index = "time"
            # A column of two offsets has no type of its own: all are told in the first one.
            zone = pd.Timestamp(rows["time"].iloc[0]).tz
            rows["time"] = pd.to_datetime(rows["time"], utc=True).dt.tz_convert(zone)
        if "bus" in rows:
            rows["bus"] = rows["bus"].replace(self._bus_names)
        keys = [column for column in rows if column in KEYS]
        measures = [column for column in rows if column not in (*KEYS, "hour", "time")]
        values = measures[0] if len(measures) == 1 else measures
        wide = pd.DataFrame(rows.set_index([index, *keys])[values].unstack(keys, sort=False))
        # The element comes first, so that `table[unit]` is all that is known of it.
        return wide if len(measures) == 1 else wide.T.swaplevel(0, -1).T

    def _words(self, status: Status) -> str:
        return f"{status['windows_done']} of {status['windows_total']} solves"
