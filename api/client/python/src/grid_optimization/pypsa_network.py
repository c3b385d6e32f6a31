"""A network of PyPSA in memory -> a zip of its CSV folder; a schedule -> where PyPSA's own would be in it."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from .errors import CaseError
from .files import ForeignFile, bytes_of
from .result import Result

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


class PackedNetwork(ForeignFile):
    """A network as the server reads it: a zip of its CSV folder.

    `names` are those that differ at the server, by kind of component; `snapshot_h` are the hours between
    snapshots, each of which the server solves.
    """

    def __init__(self, network: Network) -> None:
        _check(network)
        self.network = network
        self.names = _new_names(network)
        self.snapshot_h = _snapshot_hours(network.snapshots)
        self._components = {component.list_name: component for component in network.components.values()}
        with tempfile.TemporaryDirectory(prefix="grid-pypsa-") as folder:
            network.export_to_csv_folder(folder)
            if any(self.names.values()):
                # A copy by its files: PyPSA copies no network that has just been optimized.
                copy = type(network)(folder)
                for kind, new in self.names.items():
                    component = copy.components[kind]
                    component.static = component.static.rename(index=new)
                    component.dynamic.update({k: v.rename(columns=new) for k, v in component.dynamic.items()})
                copy.export_to_csv_folder(folder)
            content = bytes_of(Path(folder))
        hours = len(network.snapshots) * self.snapshot_h
        super().__init__("network", "pypsa-csv", content, str(network.name or "network"), hours)

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
        rows = [(self._components.get(place[0][:-4]), int(place[1])) for place in places if len(place) > 1]
        # Rows follow the head of a table in the order of the network.
        names = [str(name) for kind, line in rows if kind for name in kind.static.index[line - 2 : line - 1]]
        more = entry["count"] - len(places)
        if more > 0 and len(places[0]) == 3:
            # The report has the first places only; those that differ from the default are the rest.
            given = self._given(places[0][0][:-4], places[0][2])
            names, more = (given, 0) if len(given) == entry["count"] else (names, more)
        listed = ", ".join(dict.fromkeys(names)) + (f" and {more} more" if more > 0 else "")
        return f"{entry['message']}: {listed}" if names else str(entry["message"])

    def _unread(self, message: str) -> list[str]:
        """Columns that the server does not know, where PyPSA's optimization heeds them."""
        found = re.fullmatch(r"Columns of (\w+)\.csv without a counterpart: (.+)", message)
        kind, columns = (found[1], found[2].split(", ")) if found else ("", [])
        given = {each: self._given(kind, each) for each in columns if not HARMLESS.fullmatch(each)}
        return [f"{each} of {kind} has no counterpart: {', '.join(of)}" for each, of in given.items() if of]

    def _given(self, kind: str, column: str) -> list[str]:
        """Components with another value than PyPSA's default, which a column of the user's own has not."""
        component = self._components.get(kind)
        if component is None or column not in component.static or column not in component.defaults.index:
            return []
        values, default = component.static[column].dropna(), component.defaults.at[column, "default"]
        return [str(name) for name in values.index[values != default]]


def fill(packed: PackedNetwork, result: Result) -> None:
    """Write a schedule into its network.

    Angles of buses and shadow prices of single constraints stay as they are.
    """
    network = packed.network
    network.generators_t["p"] = _own(packed, "generators", result.dispatch)
    if network.generators.committable.any():
        _commitment(network, _own(packed, "generators", result.commitment, how="first"))
    for kind in BRANCHES:
        dynamic = network.components[kind].dynamic
        dynamic["p0"] = _own(packed, kind, result.flows)
        dynamic["p1"] = -dynamic["p0"]
    network.links_t["p"] = network.links_t["p0"]
    network.buses_t["marginal_price"] = _own(packed, "buses", result.lmp, missing=float("nan"))
    _storage(packed, result)
    network.loads_t["p"] = network.get_switchable_as_dense("Load", "p_set")
    network.buses_t["p"] = _injections(network)
    for kind in (*BRANCHES, "generators", "storage_units"):
        static = network.components[kind].static
        nominal = "s_nom" if kind in ("lines", "transformers") else "p_nom"
        fixed = static.index[~static[f"{nominal}_extendable"].astype(bool)]
        static.loc[fixed, f"{nominal}_opt"] = static.loc[fixed, nominal]
    network._objective = result.raw["objective_value"]
    network._objective_constant = 0.0


def _own(
    packed: PackedNetwork, kind: str, frame: pd.DataFrame, how: str = "mean", missing: float = 0.0
) -> pd.DataFrame:
    """Snapshots x the components of a kind, with `missing` for those that the server did not solve.

    `how` is the `mean`, the `first` or the `last` of the hours of a snapshot.
    """
    names, new = packed.network.components[kind].static.index, packed.names.get(kind, {})
    own = frame.reindex(columns=[new.get(name, name) for name in names], fill_value=missing)
    snapshots = own.groupby(np.arange(len(own)) // packed.snapshot_h).agg(how)
    return snapshots.set_axis(packed.network.snapshots).set_axis(names, axis=1).astype(float)


def _commitment(network: Network, on: pd.DataFrame) -> None:
    units = network.generators
    committable = units.committable.astype(float)
    before = ((units.down_time_before <= 0) & (units.up_time_before > 0)).astype(float)
    changes = (on - on.shift().fillna(before)) * committable
    network.generators_t["status"] = on * committable
    network.generators_t["start_up"] = changes.clip(lower=0)
    network.generators_t["shut_down"] = -changes.clip(upper=0)


def _storage(packed: PackedNetwork, result: Result) -> None:
    stores, kind = result.storage.T, "storage_units"
    charge, energy = (
        stores[stores.index.get_level_values(1) == measure].droplevel(1).T if len(stores) else stores.T
        for measure in ("charge_mw", "energy_mwh")
    )
    dynamic = packed.network.storage_units_t
    # What flows in is given by a renewable, beside the storage where that charges as well.
    inflow = result.dispatch.filter(regex=" inflow$").rename(columns=lambda name: name[: -len(" inflow")])
    dynamic["p"] = _own(packed, kind, result.dispatch) + _own(packed, kind, inflow)
    dynamic["p_store"] = _own(packed, kind, charge)
    dynamic["p_dispatch"] = dynamic["p"] + dynamic["p_store"]
    # The server counts stored energy as what can be given.
    usable = _own(packed, kind, energy, how="last", missing=float("nan"))
    dynamic["state_of_charge"] = usable / packed.network.storage_units.efficiency_dispatch


def _injections(network: Network) -> pd.DataFrame:
    """MW into each bus, as PyPSA adds them up."""
    total = pd.DataFrame(0.0, index=network.snapshots, columns=network.buses.index)
    ends = [("generators", "p", "bus"), ("loads", "p", "bus"), ("storage_units", "p", "bus")]
    for kind, attribute, bus in (*ends, ("links", "p0", "bus0"), ("links", "p1", "bus1")):
        component = network.components[kind]
        power = component.dynamic[attribute] * component.static.get("sign", -1)
        total = total.add(power.T.groupby(component.static[bus]).sum().T, fill_value=0.0)
    injections: pd.DataFrame = total[network.buses.index]
    return injections


def _new_names(network: Network) -> dict[str, dict[str, str]]:
    """Kinds may share names in PyPSA, but are columns of the same tables at the server."""
    names: dict[str, dict[str, str]] = {}
    for kinds in (BRANCHES, UNITS):
        taken = pd.Index([])
        for kind, word in kinds.items():
            own = network.components[kind].static.index
            names[kind] = {name: f"{name} {word}" for name in own.intersection(taken)}
            taken = taken.union(own)
    return names


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
        words = f"is NaN{more}: every number should be finite before it is sent"
        raise CaseError(f"{where}.loc[{row!r}, {name!r}] {words}", loc=(where, row, name))


def _snapshot_hours(snapshots: pd.Index[Any]) -> int:
    if not isinstance(snapshots, pd.DatetimeIndex) or len(snapshots) < 2:
        return 1
    step = float((snapshots[1] - snapshots[0]) / pd.Timedelta(hours=1))
    if step < 1 or step != int(step):
        raise CaseError(
            f"Snapshots should be whole hours apart, not {step} h: a network is solved by the hour"
        )
    return int(step)
