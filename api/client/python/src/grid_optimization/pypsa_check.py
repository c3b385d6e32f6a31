"""Checks every attribute of a network, and lists all that its solve would leave out."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd

from .errors import CaseError
from .pypsa_attributes import APPROXIMATE, HARMLESS, LAST, NUMBER, ONLY_WHERE, RANGES, REFUSED, RULES, Rule

if TYPE_CHECKING:
    from pypsa import Components, Network

UNKNOWN = Rule(REFUSED, "this version of the package does not know it")
MORE_ENDS = Rule(REFUSED, "a link here has two ends")
OF_MORE_ENDS = Rule(HARMLESS, "counts at a further end only, which is refused")
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
            rule = rules.get(attribute) or _without_rule(attribute)
            having = _with_attribute(component, attribute)
            only = ONLY_WHERE.get(kind, {}).get(attribute)
            own = [name for name in having if only is None or values_of(component, only, name).any()]
            for remedy, lost in _without_counterpart(component, attribute, rule, own):
                if lost:
                    yield Loss(kind, attribute, [str(name) for name in lost], remedy)
        for attribute, points in getattr(component, "piecewise", {}).items():
            bent = sorted(set(map(str, points.columns.get_level_values(0))) & set(map(str, names)))
            if bent and attribute != "capital_cost":
                yield Loss(kind, f"{attribute} (piecewise)", bent, "a cost or efficiency without breakpoints")
    yield from _weighted(network)
    yield from _settled(network)
    yield from _sent_back(network)
    yield from _priced(network)
    yield from _branches(network)


def _without_rule(attribute: str) -> Rule:
    """Rule of an attribute that has none of its own: those of further ends are numbered."""
    if PORT.fullmatch(attribute) is None:
        return UNKNOWN
    return MORE_ENDS if attribute.startswith("bus") else OF_MORE_ENDS


def _without_counterpart(
    component: Components, attribute: str, rule: Rule, names: list[Any]
) -> Iterator[tuple[str, list[Any]]]:
    """Remedies, each with the elements whose value of the attribute needs it."""
    if rule.kind == HARMLESS:
        return
    if rule.kind == REFUSED:
        yield rule.words, _changed(component, attribute, names)
        return
    if rule.kind in (NUMBER, APPROXIMATE):
        yield ("one value for all snapshots", [name for name in names if varies(component, attribute, name)])
    fits = RANGES.get(rule.words)
    if fits is not None:
        fit = component.static[attribute].map(fits).to_dict()
        for name in component.dynamic.get(attribute, ()):
            fit[name] = all(map(fits, values_of(component, attribute, name)))
        yield rule.words, [name for name in names if not fit[name]]
    if rule.words == LAST:
        others = len(component.n_save.snapshots) - 1
        yield (
            rule.words,
            [
                name
                for name in names
                if others and not np.isnan(values_of(component, attribute, name)[:others]).all()
            ],
        )


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


def _changed(component: Components, attribute: str, names: Iterable[Any]) -> list[Any]:
    """Elements that have another value than PyPSA's default in a snapshot."""
    default = component.defaults["default"].get(attribute, "")

    def differs(values: pd.Series[Any]) -> pd.Series[bool]:
        is_empty = pd.isna(default) or default == ""
        return ~(values.isna() | (values == "")) if is_empty else values != default

    static = component.static
    changed = differs(static[attribute]).to_dict() if attribute in static else {}
    for name, values in component.dynamic.get(attribute, pd.DataFrame()).items():
        changed[name] = bool(differs(values).any())
    return [name for name in names if changed[name]]


def series_of(component: Components, attribute: str, name: Any) -> pd.Series[Any] | None:
    """Values by snapshot, if there are any."""
    frame = component.dynamic.get(attribute)
    return frame[name] if frame is not None and name in frame.columns else None


def values_of(component: Components, attribute: str, name: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Values, shape [snapshots], or [1] of a constant."""
    values = series_of(component, attribute, name)
    return np.atleast_1d(component.static.at[name, attribute] if values is None else values).astype(float)


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
    """Units with a fixed output and a free commitment, and outputs beyond the limits."""
    for kind in ("generators", "links"):
        component = network.components[kind]
        names = _changed(component, "p_set", in_service(component))
        committable = component.static["committable"]
        free = [name for name in names if committable[name] and not _is_always_on(component, name)]
        if free and kind == "generators":
            yield Loss(
                kind, "p_set", list(map(str, free)), "above 0 throughout, and on before, or no commitment"
            )
        beyond = [str(name) for name in names if name not in free and not _is_within(component, name)]
        if beyond:
            yield Loss(kind, "p_set", beyond, "an output within p_min_pu and p_max_pu of a finite p_nom")


def _is_always_on(component: Components, name: Any) -> bool:
    """Whether a unit was on before, and its fixed output keeps it on."""
    unit = component.static.loc[name]
    was_on = unit["down_time_before"] <= 0 < unit["up_time_before"]
    return bool(was_on and (values_of(component, "p_set", name) > 0).all())


def _is_within(component: Components, name: Any) -> bool:
    """Whether the fixed output is within the limits, which PyPSA enforces as well."""
    output, p_nom = values_of(component, "p_set", name), float(component.static.at[name, "p_nom"])
    if not np.isfinite(p_nom):
        return False
    low, high = (values_of(component, limit, name) * p_nom for limit in ("p_min_pu", "p_max_pu"))
    slack = 1e-9 * max(1.0, p_nom)
    within = np.isnan(output) | ((output >= low - slack) & (output <= high + slack))
    return bool(within.all())


def _sent_back(network: Network) -> Iterator[Loss]:
    """Losses and costs of links that send both ways: in PyPSA, gains and revenues on the way back."""
    links = network.components.links
    names = []
    for name in in_service(links):
        output, low = values_of(links, "p_set", name), values_of(links, "p_min_pu", name)
        if (np.where(np.isnan(output), low, output) < 0).any() and links.static.at[name, "p_nom"] > 0:
            names.append(name)
    for attribute in ("efficiency", "marginal_cost"):
        lost = [str(name) for name in _changed(links, attribute, names)]
        if lost:
            yield Loss("links", attribute, lost, "one link for each way, with a p_min_pu of 0")


def _priced(network: Network) -> Iterator[Loss]:
    """Costs of the power of stores, which are those of the final energy if none is lost over time."""
    stores = network.components.stores
    lost = [
        str(name)
        for name in _changed(stores, "marginal_cost", in_service(stores))
        if values_of(stores, "standing_loss", name).any()
    ]
    if lost:
        yield Loss("stores", "marginal_cost", lost, "a standing_loss of 0")


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
            # The reactance of a transformer is per unit of its rating.
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
