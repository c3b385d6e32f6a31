"""A matrix of scenarios, each a solve or a run of its own."""

from __future__ import annotations

import io
from functools import cached_property
from typing import Any

import pandas as pd

from .work import Status, Work


class Experiment(Work):
    """A matrix of scenarios."""

    kind = "experiment"
    path = "/api/experiments"
    tail = "/status"

    @cached_property
    def results(self) -> pd.DataFrame:
        """One row a scenario: its variables, status, cost ($) and other figures, with units in the names."""
        self.wait(progress=False)
        path = f"{self.path}/{self.id}/results/download"
        return pd.read_csv(io.BytesIO(self._transport.send("GET", path, params={"format": "csv"}).content))

    @cached_property
    def summary(self) -> dict[str, Any]:
        """What each variable did, and the statistics of runs with drawn outages."""
        self.wait(progress=False)
        summary: dict[str, Any] = self._transport.json("GET", f"{self.path}/{self.id}/summary")
        return summary

    def _percent(self, status: Status) -> int:
        return int(100 * status["scenarios_completed"] // max(status["scenarios_total"], 1))

    def _words(self, status: Status) -> str:
        return f"{status['scenarios_completed']} of {status['scenarios_total']} scenarios"
