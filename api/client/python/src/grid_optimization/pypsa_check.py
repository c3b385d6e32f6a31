"""Checks every attribute of a network, and lists all that its solve would leave out."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd

from .errors import CaseError
from .pypsa_attributes import APPROXIMATE, HARMLESS, NUMBER, ONLY_WHERE, REFUSED, RULES, Rule

if TYPE_CHECKING:
    from pypsa import Components, Network

UNKNOWN = Rule(REFUSED, "this version of the package does not know it")
PORT = re.compile(r"(?:bus|efficiency|rate|delay|cyclic_delay)(\d+)")
SHOWN = 10


class Loss(NamedTuple):
    """Loss: an attribute of some elements without a counterpart, or with `all` the elements."""

    component: str
    attribute: str
    names: list[str]
    remedy: str

    def __str__(self) -> str:
        more = f" and {len(self.names) - SHOWN} more" if len(self.names) > SHOWN else ""
        where = ", ".join(self.names[:SHOWN]) + more
        attribute = "" if self.attribute == "all" else f"{self.attribute} of "
        return f"{attribute}{where} ({self.remedy})"


def told(losses: list[Loss]) -> str:
    """Format losses, one line per component."""
    grouped: dict[str, list[str]] = defaultdict(list)
    for loss in losses:
        grouped[loss.component].append(str(loss))
    return "".join(f"\n- {component}: {'; '.join(each)}" for component, each in grouped.items())


def losses_of(network: Network) -> Iterator[Loss]:
    """List attributes that the service cannot represent; all others are used or harmless."""
    for component in network.components.values():
        kind = component.list_name
        rules = RULES.get(kind, {"all": UNKNOWN})
        names = in_service(component)
        if "all" in rules:
            if len(names) and rules["all"].kind == REFUSED:
                yield Loss(kind, "all", list(map(str, names)), rules["all"].words)
            continue
        for attribute in _inputs(component):
            rule = rules.get(attribute, UNKNOWN)
            names = _with_attribute(component, attribute)
            if rule.kind == HARMLESS:
                continue
            if rule.kind == REFUSED:
                lost = [name for name in names if not is_default(component, attribute, name)]
            else:
                one = rule.kind in (NUMBER, APPROXIMATE)
                lost = [name for name in names if one and varies(component, attribute, name)]
            only = ONLY_WHERE.get(kind, {}).get(attribute)
            lost = [str(name) for name in lost if only is None or component.static.at[name, only]]
            if lost:
                remedy = rule.words if rule.kind == REFUSED else "one value for all snapshots"
                yield Loss(kind, attribute, lost, remedy)
        for attribute, points in getattr(component, "piecewise", {}).items():
            bent = sorted(set(map(str, points.columns.get_level_values(0))) & set(map(str, names)))
            if bent and attribute != "capital_cost":
                yield Loss(kind, f"{attribute} (piecewise)", bent, "a cost or efficiency without breakpoints")
    yield from _weighted(network)
    yield from _settled(network)
    yield from _branches(network)


def in_service(component: Components) -> pd.Index[Any]:
    """Active elements."""
    static = component.static
    names: pd.Index[Any] = static.index
    return names[static["active"].astype(bool)] if "active" in static else names


def _with_attribute(component: Components, attribute: str) -> pd.Index[Any]:
    """Elements that take part and have the attribute: those of a port belong to elements with a bus there."""
    names = in_service(component)
    port = PORT.fullmatch(attribute)
    if port is None or f"bus{port[1]}" not in component.static:
        return names
    buses = component.static.loc[names, f"bus{port[1]}"]
    connected: pd.Index[Any] = names[buses.notna() & (buses != "")]
    return connected


def _inputs(component: Components) -> list[str]:
    """Attributes of PyPSA; other columns belong to the user, and PyPSA ignores them as well."""
    defaults = component.defaults
    inputs = list(defaults.index[defaults["status"].str.startswith("Input")])
    ports = [column for column in component.static if PORT.fullmatch(str(column))]
    return [
        each
        for each in dict.fromkeys([*inputs, *ports])
        if each in component.static or each in component.dynamic
    ]


def is_default(component: Components, attribute: str, name: Any) -> bool:
    """Whether elements have PyPSA's default in every snapshot."""
    default = component.defaults["default"].get(attribute, "")
    values = series_of(component, attribute, name)
    if values is None:
        values = pd.Series([component.static.at[name, attribute]])
    if pd.isna(default) or default == "":
        return bool((values.isna() | (values == "")).all())
    return bool((values == default).all())


def series_of(component: Components, attribute: str, name: Any) -> pd.Series[Any] | None:
    """Values by snapshot, if there are any."""
    frame = component.dynamic.get(attribute)
    return frame[name] if frame is not None and name in frame.columns else None


def varies(component: Components, attribute: str, name: Any) -> bool:
    """Whether a series has more than one value; missing values count as equal."""
    values = series_of(component, attribute, name)
    return values is not None and values.nunique(dropna=False) > 1


def _weighted(network: Network) -> Iterator[Loss]:
    for column in ("objective", "stores"):
        weights = network.snapshot_weightings[column]
        if weights.nunique() > 1 or not weights.iloc[0] > 0:
            yield Loss("snapshot_weightings", column, ["all snapshots"], "one weight above 0 for all")


def _settled(network: Network) -> Iterator[Loss]:
    """Units with a fixed output and a free commitment."""
    units = network.components.generators
    names = [name for name in in_service(units) if units.static.at[name, "committable"]]
    lost = [str(name) for name in names if not is_default(units, "p_set", name)]
    if lost:
        yield Loss("generators", "p_set", lost, "set committable to False where the output is set")


def _branches(network: Network) -> Iterator[Loss]:
    """Branches between carriers, and branches without reactance within a loop."""
    carriers = network.buses["carrier"]
    for kind in ("lines", "transformers"):
        component = network.components[kind]
        branches = component.static.loc[in_service(component)]
        ends = [branches[end].map(carriers) for end in ("bus0", "bus1")]
        between = [str(name) for name in branches.index[ends[0] != ends[1]]]
        if between:
            yield Loss(kind, "bus1", between, "both ends of one carrier")
        x = branches["x"].where(ends[0] != "DC", branches["r"])
        if kind == "transformers":
            # Transformers: per unit of the rating.
            x = x / branches["s_nom"]
        short = [str(name) for name in branches.index[x == 0] if _in_a_cycle(network, kind, name)]
        if short:
            yield Loss(kind, "x", short, "more than 0 where branches form a cycle")


def _in_a_cycle(network: Network, kind: str, name: Any) -> bool:
    """Whether the ends of a branch stay connected without it."""
    joined: dict[str, set[str]] = defaultdict(set)
    for each in ("lines", "transformers"):
        component = network.components[each]
        for other in in_service(component):
            if (each, other) != (kind, name):
                ends = component.static.loc[other, ["bus0", "bus1"]]
                joined[ends["bus0"]].add(ends["bus1"])
                joined[ends["bus1"]].add(ends["bus0"])
    start, end = network.components[kind].static.loc[name, ["bus0", "bus1"]]
    seen, edge = {start}, [start]
    while edge:
        edge = [bus for bus in {far for near in edge for far in joined[near]} if bus not in seen]
        seen.update(edge)
    return end in seen


def check_numbers(network: Network) -> None:
    """Refuse missing numbers, which PyPSA's own solver would report later and less clearly."""
    if network.has_scenarios or network.has_investment_periods:
        raise CaseError("A network with scenarios or investment periods is several problems: pick one first")
    if len(network.snapshots) == 0 or len(network.buses) == 0:
        raise CaseError("The network has no buses, or no snapshots")
    for component in network.components.values():
        defaults = component.defaults
        needed = defaults.index[defaults["status"].str.startswith("Input") & defaults["default"].notna()]
        for attribute in needed:
            names = _with_attribute(component, attribute)
            if attribute in component.dynamic:
                frame = component.dynamic[attribute]
                _refuse_missing(
                    frame[frame.columns.intersection(names)], f"{component.list_name}_t.{attribute}"
                )
            if attribute in component.static:
                _refuse_missing(
                    component.static.loc[names, [attribute]].select_dtypes("number"), component.list_name
                )


def _refuse_missing(frame: pd.DataFrame, where: str) -> None:
    missing = np.argwhere(frame.isna().to_numpy())
    if len(missing):
        row, name = str(frame.index[missing[0][0]]), str(frame.columns[missing[0][1]])
        more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
        words = f"is NaN{more}: every number should be finite before it is sent"
        raise CaseError(f"{where}.loc[{row!r}, {name!r}] {words}", loc=(where, row, name))
