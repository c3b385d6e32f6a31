"""A schedule -> the network of PyPSA, where its own optimization leaves what it finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from .pypsa_export import PackedNetwork
from .result import Result

if TYPE_CHECKING:
    from pypsa import Network

BRANCHES = ("lines", "transformers", "links")


def fill(packed: PackedNetwork, result: Result) -> None:
    """Write a schedule into its network.

    Angles of buses and shadow prices of single constraints stay as they are.
    """
    network = packed.network
    frames = _Frames(packed)
    dispatch, flows = frames.means(result.dispatch), frames.means(result.flows)
    network.generators_t["p"] = frames.of("generators", dispatch)
    if network.generators.committable.any():
        _commitment(network, frames.of("generators", frames.first(result.commitment)))
    for kind in BRANCHES:
        dynamic = network.components[kind].dynamic
        dynamic["p0"] = frames.of(kind, flows)
        dynamic["p1"] = -dynamic["p0"]
    network.links_t["p"] = network.links_t["p0"]
    network.buses_t["marginal_price"] = frames.of("buses", frames.means(result.lmp), float("nan"))
    _storage(network, frames, result, dispatch)
    network.loads_t["p"] = network.get_switchable_as_dense("Load", "p_set")
    network.buses_t["p"] = _injections(network)
    for kind in (*BRANCHES, "generators", "storage_units"):
        static = network.components[kind].static
        nominal = "s_nom" if kind in ("lines", "transformers") else "p_nom"
        fixed = static.index[~static[f"{nominal}_extendable"].astype(bool)]
        static.loc[fixed, f"{nominal}_opt"] = static.loc[fixed, nominal]
    network._objective = result.raw["objective_value"]
    network._objective_constant = 0.0


class _Frames:
    """Hours of the server and snapshots of the network, names there and here."""

    def __init__(self, packed: PackedNetwork) -> None:
        self.network, self._names, self._every = packed.network, packed.names, packed.snapshot_h

    def means(self, frame: pd.DataFrame) -> pd.DataFrame:
        return frame.groupby(np.arange(len(frame)) // self._every).mean().set_axis(self.network.snapshots)

    def first(self, frame: pd.DataFrame) -> pd.DataFrame:
        return frame.iloc[:: self._every].set_axis(self.network.snapshots)

    def last(self, frame: pd.DataFrame) -> pd.DataFrame:
        return frame.iloc[self._every - 1 :: self._every].set_axis(self.network.snapshots)

    def of(self, kind: str, frame: pd.DataFrame, missing: float = 0.0, suffix: str = "") -> pd.DataFrame:
        """Snapshots x the components of a kind, with `missing` for those that the server did not solve."""
        names, new = self.network.components[kind].static.index, self._names.get(kind, {})
        own = frame.reindex(columns=[f"{new.get(name, name)}{suffix}" for name in names], fill_value=missing)
        return own.set_axis(names, axis=1).astype(float)


def _commitment(network: Network, on: pd.DataFrame) -> None:
    units = network.generators
    committable = units.committable.astype(float)
    before = ((units.down_time_before <= 0) & (units.up_time_before > 0)).astype(float)
    changes = (on - on.shift().fillna(before)) * committable
    network.generators_t["status"] = on * committable
    network.generators_t["start_up"] = changes.clip(lower=0)
    network.generators_t["shut_down"] = -changes.clip(upper=0)


def _storage(network: Network, frames: _Frames, result: Result, dispatch: pd.DataFrame) -> None:
    stores = result.raw.get("storage") or {}
    charge = pd.DataFrame({name: of["charge_mw"] for name, of in stores.items()}, index=result.index)
    energy = pd.DataFrame({name: of["energy_mwh"] for name, of in stores.items()}, index=result.index)
    # What flows in is given by a renewable, beside the storage where that charges as well.
    given = frames.of("storage_units", dispatch) + frames.of("storage_units", dispatch, suffix=" inflow")
    dynamic = network.storage_units_t
    dynamic["p_store"] = frames.of("storage_units", frames.means(charge))
    dynamic["p_dispatch"] = given + dynamic["p_store"]
    dynamic["p"] = given
    # The server counts stored energy as what can be given.
    usable = frames.of("storage_units", frames.last(energy), float("nan"))
    dynamic["state_of_charge"] = usable / network.storage_units.efficiency_dispatch


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
