"""Writes a schedule into a network, as `network.optimize()` does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from .errors import GridError
from .pypsa_check import in_service
from .pypsa_network import PackedNetwork
from .result import Result

NOMINAL = {
    "generators": "p_nom",
    "storage_units": "p_nom",
    "stores": "e_nom",
    "links": "p_nom",
    "processes": "p_nom",
    "lines": "s_nom",
    "transformers": "s_nom",
}


def fill(packed: PackedNetwork, result: Result) -> None:
    """Write a schedule into its network and clear the results of an earlier run."""
    network, tables = packed.network, packed.tables
    flows, dispatch, prices = result.flows, result.dispatch, result.lmp
    _check_hours(packed, result)
    _clear(packed)
    power = _own(packed, "generators", dispatch)
    for name, base in tables.base.items():
        power[name] += base.to_numpy()
    units = network.generators
    network.generators_t["p"] = power / units["sign"].where(units["sign"] != 0, 1.0)
    if units.loc[in_service(network.components.generators), "committable"].any():
        _commitment(packed, result)
    for kind in ("lines", "transformers", "links"):
        dynamic = network.components[kind].dynamic
        dynamic["p0"] = _own(packed, kind, flows)
        dynamic["p1"] = -dynamic["p0"]
    network.links_t["p1"] *= tables["links"].static["efficiency"].reindex(network.links.index, fill_value=1.0)
    network.links_t["p"] = network.links_t["p0"].copy()
    if len(network.transformers):
        angles = network.get_switchable_as_dense("Transformer", "phase_shift")
        network.transformers_t["phase_shift_opt"] = angles
    _storage(packed, result)
    network.loads_t["p"] = network.get_switchable_as_dense("Load", "p_set")
    network.buses_t["marginal_price"] = _prices(packed, prices)
    network.buses_t["p"] = _injections(packed)
    network.buses_t["v_ang"] = _angles(packed)
    for kind, nominal in NOMINAL.items():
        static = network.components[kind].static
        fixed = static.index[~static[f"{nominal}_extendable"].astype(bool)]
        static.loc[fixed, f"{nominal}_opt"] = static.loc[fixed, nominal]
    network._objective = (
        result.raw["objective_value"] * tables.objective_h + tables.fixed_usd * tables.objective_h
    )
    network._objective_constant = 0.0


def _check_hours(packed: PackedNetwork, result: Result) -> None:
    """Refuse a schedule of another length, which pandas would repeat."""
    snapshots = len(packed.network.snapshots)
    for table in ("dispatch_mw", "renewable_mw"):
        for values in result.raw.get(table, {}).values():
            if len(values) != snapshots:
                raise GridError(f"The schedule has {len(values)} hours for {snapshots} snapshots")


def _clear(packed: PackedNetwork) -> None:
    for component in packed.network.components.values():
        outputs = component.defaults.index[component.defaults["status"] == "Output"]
        for attribute in outputs.intersection(list(component.dynamic)):
            component.dynamic[attribute] = _frame(packed, component.static.index[:0])


def _frame(packed: PackedNetwork, names: pd.Index[Any], values: Any = 0.0) -> pd.DataFrame:
    index, columns = packed.network.snapshots, names.rename("name")
    return pd.DataFrame(values, index=index, columns=columns, dtype=float).rename_axis("snapshot")


def _own(packed: PackedNetwork, kind: str, frame: pd.DataFrame) -> pd.DataFrame:
    """Snapshots x components of a kind; 0 for inactive ones."""
    names = packed.names[kind]
    missing = sorted(set(names.values()) - set(frame.columns))
    if missing:
        raise GridError(f"The schedule has nothing of {kind}: {', '.join(missing)}")
    own = _frame(packed, packed.network.components[kind].static.index)
    for name, new in names.items():
        if name in own:
            own[name] = frame[new].to_numpy()
    return own


def _prices(packed: PackedNetwork, lmp: pd.DataFrame) -> pd.DataFrame:
    """Prices by bus; PyPSA has no balance of a bus without elements, and writes 0 there."""
    used = _has_elements(packed)
    idle = [packed.names["buses"][bus] for bus in used.index[used == 0] if bus in packed.names["buses"]]
    return _own(packed, "buses", lmp.reindex(columns=lmp.columns.union(idle), fill_value=0.0)).mul(
        used, axis=1
    )


def _commitment(packed: PackedNetwork, result: Result) -> None:
    network = packed.network
    units = network.generators
    committed = result.commitment.reindex(columns=list(packed.names["generators"].values()), fill_value=0)
    on = _own(packed, "generators", committed) * units["committable"].astype(float)
    free = packed.tables["generators"].static["committable"].astype(bool)
    on[[name for name in free.index if units.at[name, "committable"] and not free[name]]] = 1.0
    before = ((units["down_time_before"] <= 0) & (units["up_time_before"] > 0)).astype(float)
    changes = on.diff()
    changes.iloc[0] = (on.iloc[0] - before) * free.reindex(on.columns, fill_value=False)
    network.generators_t["status"] = on
    network.generators_t["start_up"] = changes.clip(lower=0)
    network.generators_t["shut_down"] = -changes.clip(upper=0)


def _storage(packed: PackedNetwork, result: Result) -> None:
    units, stores = packed.network.storage_units_t, packed.network.stores_t

    def own(kind: str, measure: str) -> pd.DataFrame:
        columns = {new: result.storage.get((new, measure), 0.0) for new in packed.names[kind].values()}
        return _own(packed, kind, pd.DataFrame(columns, index=result.index))

    units["p_store"], units["p_dispatch"] = (own("storage_units", of) for of in ("charge_mw", "discharge_mw"))
    units["p"] = units["p_dispatch"] - units["p_store"]
    units["state_of_charge"] = own("storage_units", "energy_mwh") * packed.tables.stores_h
    if "spill_mw" in result.storage.columns.get_level_values(-1):
        units["spill"] = own("storage_units", "spill_mw")
    stores["p"] = own("stores", "discharge_mw") - own("stores", "charge_mw")
    stores["e"] = own("stores", "energy_mwh") * packed.tables.stores_h


def _has_elements(packed: PackedNetwork) -> pd.Series[Any]:
    tables = [table.static for table in packed.tables.values()]
    used = pd.concat([static[end] for static in tables for end in ("bus", "bus0", "bus1") if end in static])
    buses = packed.network.buses.index
    return pd.Series(buses.isin(used), buses, dtype=float)


def _injections(packed: PackedNetwork) -> pd.DataFrame:
    """Net injection at each bus, including links, as PyPSA sums it."""
    network = packed.network
    injections = _frame(packed, network.buses.index)
    for kind, attribute, end, sign in (
        ("generators", "p", "bus", None),
        ("storage_units", "p", "bus", None),
        ("stores", "p", "bus", None),
        ("loads", "p", "bus", None),
        ("links", "p0", "bus0", -1.0),
        ("links", "p1", "bus1", -1.0),
    ):
        component = network.components[kind]
        if len(component.static):
            powers = component.dynamic[attribute] * (component.static["sign"] if sign is None else sign)
            injections = injections.add(powers.T.groupby(component.static[end]).sum().T, fill_value=0.0)
    ordered: pd.DataFrame = injections.reindex(columns=network.buses.index)
    return ordered.rename_axis(columns="name")


def _angles(packed: PackedNetwork) -> pd.DataFrame:
    """Angles of the linear power flow in each sub-network, as PyPSA computes them."""
    network = packed.network
    angles = _frame(packed, network.buses.index)
    network.determine_network_topology()
    for part in network.sub_networks["obj"]:
        buses = part.buses_o
        if len(buses) > 1:
            part.calculate_B_H(skip_pre=True)
            inverse = pd.DataFrame(np.linalg.pinv(part.B.todense()), buses, buses)
            angles[buses] = network.buses_t["p"][buses] @ (inverse - inverse.loc[part.slack_bus])
    return angles
