"""Tables of a network with the active elements and the attributes that the service reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from .pypsa_attributes import APPROXIMATE, NUMBER, RULES, USED
from .pypsa_check import Loss, in_service

if TYPE_CHECKING:
    from pypsa import Network

KINDS = ("buses", "loads", "generators", "storage_units", "stores", "lines", "transformers", "links")
ENDS = ("bus", "bus0", "bus1")
ENERGIES = {
    "storage_units": ("max_hours", "state_of_charge_initial", "state_of_charge_set"),
    "stores": ("e_nom", "e_initial", "e_set"),
}
SENT = (USED, NUMBER, APPROXIMATE)


class Table:
    """Active elements by attribute: one number each, and series of varying ones."""

    def __init__(self, network: Network, kind: str) -> None:
        component = network.components[kind]
        self.kind, self.snapshots, self.defaults = kind, network.snapshots, component.defaults["default"]
        names = in_service(component)
        self.static: pd.DataFrame = component.static.loc[names].copy()
        self.series: dict[tuple[str, Any], pd.Series[Any]] = {}
        for attribute, frame in component.dynamic.items():
            if component.defaults["status"].get(attribute, "").startswith("Input"):
                for name in names.intersection(frame.columns):
                    self.set(attribute, name, frame[name])

    def of(self, attribute: str, name: Any) -> pd.Series[Any]:
        """Values of an attribute by snapshot."""
        value = self.series.get((attribute, name))
        return (
            pd.Series(self.static.at[name, attribute], self.snapshots, dtype=float)
            if value is None
            else value
        )

    def set(self, attribute: str, name: Any, values: pd.Series[Any] | float) -> None:
        """Set values of an element; constant series become one number."""
        series = pd.Series(values, self.snapshots, dtype=float)
        self.series.pop((attribute, name), None)
        if series.nunique(dropna=False) > 1:
            self.series[attribute, name] = series
        else:
            self.static.at[name, attribute] = series.iloc[0]

    def scale(self, attribute: str, change: Callable[[Any], Any]) -> None:
        """Replace all values of an attribute."""
        self.static[attribute] = change(self.static[attribute].astype(float))
        for key in [key for key in self.series if key[0] == attribute]:
            self.series[key] = change(self.series[key])

    def _is_idle(self, attribute: str) -> bool:
        own = [name for name in self.static.index if (attribute, name) not in self.series]
        return bool((self.static.loc[own, attribute] == self.defaults[attribute]).all())

    def files(self, names: Mapping[str, Mapping[Any, str]], hours: list[str]) -> dict[str, str]:
        """Write the table and its series as in PyPSA's CSV folder, under the names of the server."""
        rules, new = RULES[self.kind], names[self.kind]
        read = [each for each in self.static if each in rules and rules[each].kind in SENT]
        # Attributes whose numbers are all defaults are left out: the import has the same defaults, and
        # ignores the number of an element with a series.
        static = self.static[[each for each in read if not self._is_idle(each)]]
        ends = {end: static[end].map(names["buses"]) for end in ENDS if end in static}
        files = {f"{self.kind}.csv": static.assign(**ends).rename(index=new).to_csv(index_label="name")}
        for attribute in dict.fromkeys(attribute for attribute, _ in self.series):
            columns = {new[name]: values for (each, name), values in self.series.items() if each == attribute}
            frame = pd.DataFrame(columns).set_axis(hours)
            files[f"{self.kind}-{attribute}.csv"] = frame.to_csv(index_label="snapshot")
        return files


class Tables(dict[str, Table]):
    """The tables of a network, without parts that have no counterpart.

    `base` is what a generator takes in any case, MW by snapshot; `fixed_usd` is the cost of that and of the
    energy that stores have at first.
    """

    def __init__(self, network: Network, losses: list[Loss]) -> None:
        super().__init__({kind: Table(network, kind) for kind in KINDS})
        self.base: dict[Any, pd.Series[Any]] = {}
        self.fixed_usd = 0.0
        for loss in losses:
            if loss.component in self:
                self._lose(loss)
        self.objective_h, self.stores_h = (
            1.0 if any(loss[:2] == ("snapshot_weightings", column) for loss in losses) else weights.iloc[0]
            for column, weights in network.snapshot_weightings[["objective", "stores"]].items()
        )
        self._branches()
        for kind in ("generators", "links"):
            for name in self[kind].static.index:
                self._set_output(self[kind], name)
        for name in self["generators"].static.index:
            self._consume(name)
        # Costs and energy are scaled by the snapshot weights, because every snapshot is an hour here.
        for column in ("start_up_cost", "shut_down_cost"):
            self["generators"].static[column] /= self.objective_h
        for kind, columns in ENERGIES.items():
            for column in columns:
                self[kind].scale(column, lambda energy: energy / self.stores_h)
            if self.stores_h != 1:
                self[kind].scale("standing_loss", lambda loss: 1 - (1 - loss) ** self.stores_h)
        stores = self["stores"].static[~self["stores"].static["e_cyclic"].astype(bool)]
        self.fixed_usd += float((stores["marginal_cost"] * stores["e_initial"]).sum())

    def _lose(self, loss: Loss) -> None:
        """Replace unsupported attributes: varying ones by their mean, others by their default."""
        table = self[loss.component]
        rule = RULES[loss.component].get(loss.attribute)
        for name in [name for name in table.static.index if str(name) in loss.names]:
            if rule and rule.kind in (NUMBER, APPROXIMATE) and (loss.attribute, name) in table.series:
                table.set(loss.attribute, name, float(table.of(loss.attribute, name).mean()))
            elif loss.attribute in table.static:
                table.series.pop((loss.attribute, name), None)
                table.static.at[name, loss.attribute] = table.defaults.get(loss.attribute, "")
            if loss[:2] == ("links", "committable"):
                # A committable link may be off, so a minimum flow above zero does not hold in every hour.
                table.static.at[name, "p_min_pu"] = min(0.0, float(table.static["p_min_pu"][name]))

    def _branches(self) -> None:
        """Types are resolved by PyPSA; DC lines use resistances; other carriers balance in the same way."""
        carriers = self["buses"].static["carrier"]
        for kind in ("lines", "transformers"):
            static = self[kind].static
            direct = static["bus0"].map(carriers) == "DC"
            static["x"] = static["x"].where(~direct, static["r"])
            static["type"] = ""
        self["buses"].static["carrier"] = "AC"

    def _set_output(self, table: Table, name: Any) -> None:
        """A fixed output is both limits; a unit that is always on for it has no commitment."""
        if ("p_set", name) not in table.series and pd.isna(table.static["p_set"][name]):
            return
        output = table.of("p_set", name)
        if output.notna().all() and table.static.at[name, "committable"]:
            table.static.at[name, "committable"] = False
            self.fixed_usd += float(table.of("stand_by_cost", name).sum())
        if output.notna().any():
            share = output / float(table.static["p_nom"][name])
            for limit in ("p_min_pu", "p_max_pu"):
                table.set(limit, name, share.fillna(table.of(limit, name)))
        table.set("p_set", name, float("nan"))

    def _consume(self, name: Any) -> None:
        """A pure consumer becomes a load of its maximum and a source of its reduction."""
        units, loads = self["generators"], self["loads"]
        unit = units.static.loc[name]
        sign, p_nom = float(unit["sign"]), float(unit["p_nom"])
        limits = [units.of(limit, name) * p_nom * sign for limit in ("p_min_pu", "p_max_pu")]
        low, high = limits if sign > 0 else limits[::-1]
        if unit["committable"] or not np.isfinite(p_nom) or (high > 0).any() or (low >= 0).all():
            return
        cost, bend = units.of("marginal_cost", name) / sign, float(unit["marginal_cost_quadratic"]) / sign**2
        self.base[name] = low
        self.fixed_usd += float((cost * low + bend * low**2).sum())
        load = f"load {len(loads.static)}"
        loads.static.loc[load] = loads.defaults.reindex(loads.static.columns)
        loads.static.loc[load, ["bus", "sign", "active"]] = [unit["bus"], 1.0, True]
        loads.set("p_set", load, low)
        units.set("marginal_cost", name, cost + 2 * bend * low)
        span = high - low
        units.static.loc[name, ["sign", "p_nom", "marginal_cost_quadratic"]] = [1.0, float(span.max()), bend]
        units.set("p_min_pu", name, 0.0)
        units.set("p_max_pu", name, span / span.max() if span.max() > 0 else 0.0)
