"""A network of PyPSA in memory -> a zip of its CSV folder, and what the server makes of each part."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from .errors import CaseError
from .files import ForeignFile, zip_of

if TYPE_CHECKING:
    from pypsa import Network

BRANCHES = {"lines": "line", "transformers": "transformer", "links": "link"}
UNITS = {"generators": "generator", "storage_units": "storage"}

HARMLESS = re.compile(
    r"control|type|build_year|lifetime|capital_cost|overnight_cost|discount_rate|fom_cost|\w+_opt"
    r"|\w_nom_(?:min|max|set)|weight|location|unit|q_set|v_mag_pu_\w+|v_ang_\w+|[rxbg]|[rxbg]_pu\w*"
    r"|terrain_factor|carrier|sub_network|generator|color|nice_name|max_(?:relative_)?growth"
    r"|maintenance_\w+|phase_shift\w*|tap_\w+"
)
"""Input of PyPSA that changes no dispatch: investment, voltage and reactive power, pictures."""


def is_network(value: object) -> bool:
    """Whether `value` is a `pypsa.Network`; PyPSA is not imported for it."""
    kinds = type(value).__mro__
    return any(kind.__name__ == "Network" and kind.__module__.startswith("pypsa.") for kind in kinds)


class PackedNetwork:
    """A network as the server reads it.

    Attributes
    ----------
    file : ForeignFile
        A zip of its CSV folder.
    names : dict
        Kind of component -> name -> name at the server, where it is another one.
    snapshot_h : int
        Hours between snapshots; the server solves every hour.
    hours : int
        All of them.
    """

    def __init__(self, network: Network) -> None:
        _check(network)
        self.network = network
        self.names = _new_names(network)
        self.snapshot_h = _snapshot_hours(network.snapshots)
        self.hours = len(network.snapshots) * self.snapshot_h
        with tempfile.TemporaryDirectory(prefix="grid-pypsa-") as path:
            folder = Path(path)
            _renamed(network, self.names).export_to_csv_folder(folder)
            self.file = ForeignFile("network", "pypsa-csv", zip_of(folder), str(network.name or "network"))

    def losses(self, report: Mapping[str, Any]) -> list[str]:
        """Tell what the solve leaves out or changes, with the components by name."""
        entries = [*report["changed"], *report["dropped"]]
        losses = [self._told(entry) for entry in entries if entry["severity"] == "warning"]
        if self.snapshot_h > 1:
            losses.append(f"Each snapshot is solved as {self.snapshot_h} hours, and powers are their means")
        unread = [entry["message"] for entry in entries if entry["code"] == "unused_columns"]
        return [*losses, *(loss for message in unread for loss in self._unread(message))]

    def _told(self, entry: Mapping[str, Any]) -> str:
        places = [path.removeprefix("/").split("/") for path in entry["paths"]]
        rows = [(place[0], int(place[1])) for place in places if len(place) > 1]
        names = [name for file, line in rows if (name := self._name_at(file, line))]
        more = entry["count"] - len(places)
        if more > 0 and len(places[0]) == 3:
            # The report has the first places only; those that differ from the default are the rest.
            given = self._given(places[0][0].removesuffix(".csv"), places[0][2])
            names, more = (given, 0) if len(given) == entry["count"] else (names, more)
        listed = ", ".join(dict.fromkeys(names)) + (f" and {more} more" if more > 0 else "")
        return f"{entry['message']}: {listed}" if names else str(entry["message"])

    def _name_at(self, file: str, line: int) -> str | None:
        """Rows follow the head of a table in the order of the network."""
        kind = file.removesuffix(".csv")
        static = self._static(kind)
        return str(static.index[line - 2]) if static is not None and 0 <= line - 2 < len(static) else None

    def _unread(self, message: str) -> Iterator[str]:
        """Columns that the server does not know, where PyPSA's optimization heeds them."""
        found = re.fullmatch(r"Columns of (\w+)\.csv without a counterpart: (.+)", message)
        kind, columns = (found[1], found[2].split(", ")) if found else ("", [])
        for column in columns:
            names = [] if HARMLESS.fullmatch(column) else self._given(kind, column)
            if names:
                yield f"{column} of {kind} has no counterpart: {', '.join(names)}"

    def _given(self, kind: str, column: str) -> list[str]:
        """Components with another value than PyPSA's default."""
        static = self._static(kind)
        defaults = pd.Series() if static is None else self.network.components[kind].defaults["default"]
        # A column of the user's own means nothing to PyPSA either.
        if static is None or column not in static or column not in defaults:
            return []
        default = defaults[column]
        return [str(name) for name, value in static[column].items() if value != default and pd.notna(value)]

    def _static(self, kind: str) -> pd.DataFrame | None:
        kinds = {component.list_name for component in self.network.components.values()}
        return self.network.components[kind].static if kind in kinds else None


def _new_names(network: Network) -> dict[str, dict[str, str]]:
    """Kinds may share names in PyPSA, but are columns of the same tables at the server."""
    names: dict[str, dict[str, str]] = {kind: {} for kind in (*BRANCHES, *UNITS)}
    for kinds in (BRANCHES, UNITS):
        every = [(kind, str(name)) for kind in kinds for name in network.components[kind].static.index]
        known, taken = {name for _, name in every}, set[str]()
        for kind, name in every:
            free, n = name, 1
            while free in taken or (n > 1 and free in known):
                free = f"{name} {kinds[kind]}" if n == 1 else f"{name} {kinds[kind]} {n}"
                n += 1
            taken.add(free)
            if free != name:
                names[kind][name] = free
    return names


def _renamed(network: Network, names: Mapping[str, Mapping[str, str]]) -> Network:
    if not any(names.values()):
        return network
    copy = network.copy()
    for kind, new in names.items():
        component = copy.components[kind]
        component.static.index = component.static.index.map(lambda name, new=new: new.get(name, name))
        for attribute, series in component.dynamic.items():
            component.dynamic[attribute] = series.rename(columns=new)
    return copy


def _check(network: Network) -> None:
    """Refuse missing numbers, which PyPSA's own solver would meet later and in other words."""
    if network.has_scenarios or network.has_investment_periods:
        raise CaseError("A network with scenarios or investment periods is several problems: pick one first")
    if len(network.snapshots) == 0 or len(network.buses) == 0:
        raise CaseError("The network has no buses, or no snapshots")
    for component in network.components.values():
        defaults = component.defaults
        needed = defaults.index[defaults["status"].str.startswith("Input") & defaults["default"].notna()]
        for attribute in needed.intersection(list(component.dynamic)):
            _refuse_missing(component.dynamic[attribute], f"{component.list_name}_t.{attribute}")
        static = component.static[needed.intersection(component.static.columns)]
        _refuse_missing(static.select_dtypes("number"), component.list_name)


def _refuse_missing(frame: pd.DataFrame, where: str) -> None:
    missing = np.argwhere(frame.isna().to_numpy())
    if len(missing):
        row, name = str(frame.index[missing[0][0]]), str(frame.columns[missing[0][1]])
        more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
        words = (
            f"{where}.loc[{row!r}, {name!r}] is NaN{more}: every number should be finite before it is sent"
        )
        raise CaseError(words, loc=(where, row, name))


def _snapshot_hours(snapshots: pd.Index[Any]) -> int:
    if not isinstance(snapshots, pd.DatetimeIndex) or len(snapshots) < 2:
        return 1
    step = float((snapshots[1] - snapshots[0]) / pd.Timedelta(hours=1))
    if step < 1 or step != int(step):
        raise CaseError(
            f"Snapshots should be whole hours apart, not {step} h: a network is solved hour by hour"
        )
    return int(step)
