"""The result of a solve as DataFrames."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pandas as pd

from .errors import NoSchedule
from .fuels import FUEL_KINDS, kind_of_renewable, kind_of_unit
from .picture import figure, html

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FIGURES = ["objective_value", "total_cost_usd", "lower_bound_usd", "mip_gap", "solve_time_s", "solver"]
PROOF = ["verified", "independent_bound_usd", "independent_gap"]


class Result:
    """A certified schedule with its prices. All tables are hours x elements.

    The index is a DatetimeIndex where the case has a `start_time`, else the hour, 0-based. `raw` is the whole
    answer, with the names of the API.
    """

    def __init__(
        self,
        raw: Mapping[str, Any],
        read_case: Callable[[], Mapping[str, Any]],
        bus_names: Mapping[str, str] | None = None,
        index: pd.Index[Any] | None = None,
    ) -> None:
        self.raw = dict(raw)
        self._read_case = read_case
        self._bus_names, self._index = dict(bus_names or {}), index

    def __getstate__(self) -> dict[str, Any]:
        """Read the case first, because a copy elsewhere has no connection."""
        return {**self.__dict__, "case": self.case, "_read_case": None}

    def __repr__(self) -> str:
        cost = self.raw["objective_value"]
        return f"Result({self.status}{'' if cost is None else f', {cost:,.2f} $'})"

    @property
    def status(self) -> str:
        """`OPTIMAL`, `FEASIBLE`, `INFEASIBLE` or `TIMEOUT`."""
        return str(self.raw["termination_status"])

    @cached_property
    def case(self) -> Mapping[str, Any]:
        """The solved case, as stored at the server."""
        return self._read_case()

    @cached_property
    def index(self) -> pd.Index[Any]:
        """Starts of the intervals, in the time zone of `start_time` if it has an offset."""
        if self._index is not None:
            return self._index
        minutes = self.raw.get("interval_minutes") or 60
        intervals = len(next(iter(self._given("lmp").values()), []))
        start = self.raw.get("start_time")
        if start is not None:
            return pd.date_range(
                pd.Timestamp(start), periods=intervals, freq=pd.Timedelta(minutes=minutes), name="time"
            )
        hours = pd.RangeIndex(intervals, name="hour")
        return hours if minutes == 60 else hours * (minutes / 60)

    @cached_property
    def dispatch(self) -> pd.DataFrame:
        """Output, MW: thermal units, renewables, and discharge less charge of storage."""
        names = self._given("storage")
        storage = {
            name: self.storage[name, "discharge_mw"] - self.storage[name, "charge_mw"] for name in names
        }
        return self._frame({**self._given("dispatch_mw"), **self._given("renewable_mw"), **storage})

    @cached_property
    def commitment(self) -> pd.DataFrame:
        """Thermal units on (1) and off (0)."""
        return self._frame(self._given("commitment")).astype("int8")

    @cached_property
    def lmp(self) -> pd.DataFrame:
        """Locational marginal prices, $/MWh, by bus."""
        return self._frame(self._given("lmp")).rename(columns=self._bus_names)

    @cached_property
    def marginal_co2(self) -> pd.DataFrame:
        """CO2 of one MW more at a bus, t/MWh; empty unless `options.emission_rates` asks for it."""
        return self._frame(self._given("marginal_co2_t_per_mwh")).rename(columns=self._bus_names)

    @cached_property
    def average_co2(self) -> pd.DataFrame:
        """CO2 of the power at a bus, t/MWh, traced along the flows; empty like `marginal_co2`."""
        return self._frame(self._given("average_co2_t_per_mwh")).rename(columns=self._bus_names)

    @cached_property
    def flows(self) -> pd.DataFrame:
        """Flows of lines and of DC lines in the base case, MW, from `from_bus` to `to_bus`."""
        return self._frame({**self._given("flows_mw"), **self._given("dc_flow_mw")})

    @cached_property
    def fuel_used(self) -> pd.DataFrame:
        """Fuel of all units that burn it, MMBtu per interval, by fuel with `fuel_limits`."""
        return self._frame(self._given("fuel_used_mmbtu"))

    @cached_property
    def phase_shifts(self) -> pd.DataFrame:
        """Decided angles of phase shifters at `from_bus`, deg, by line."""
        return self._frame(self._given("phase_shift_deg"))

    @cached_property
    def interface_flows(self) -> pd.DataFrame:
        """Flows of interfaces, the weighted sums of the flows of their lines, MW."""
        return self._frame(self._given("interface_flow_mw"))

    @cached_property
    def demand_response(self) -> pd.DataFrame:
        """Reductions of demand response less the load that comes back, MW."""
        reduced = self._frame(self._given("demand_response_mw"))
        return reduced - self._frame(self._given("recovered_mw"))

    @cached_property
    def reserves(self) -> pd.DataFrame:
        """Reserve held, MW; columns are (product, provider)."""
        return self._pairs("reserve_mw")

    @cached_property
    def storage(self) -> pd.DataFrame:
        """By (storage, measure): `charge_mw`, `discharge_mw`, `spill_mw`, and `energy_mwh` at the end."""
        return self._pairs("storage")

    @property
    def certificate(self) -> dict[str, Any]:
        """Independent check of the schedule: rules, cost and bound; empty without a schedule."""
        return dict(self.raw.get("certificate") or {})

    @cached_property
    def summary(self) -> pd.Series[Any]:
        """Figures of the solve under their API names; costs $, times s, gaps as shares."""
        figures = {name: self.raw.get(name) for name in ("termination_status", *FIGURES)}
        proof = {name: self.certificate.get(name) for name in PROOF}
        return pd.Series({**figures, **proof}, name="summary", dtype=object)

    @property
    def verdict(self) -> list[str]:
        """Sentences on load not served, shortages, overloads and curtailment, or on infeasibility."""
        if self.raw["objective_value"] is None:
            return list(self.raw.get("infeasibility_reasons") or self.raw.get("warnings") or [self.status])
        return list((self.raw.get("verdict") or {}).get("sentences", []))

    @cached_property
    def by_fuel(self) -> pd.DataFrame:
        """Output by kind of generation, MW; columns in stack order."""
        case = self.case
        kinds = {unit["name"]: kind_of_unit(unit) for unit in case["generators"]}
        kinds |= {unit["name"]: kind_of_renewable(unit) for unit in case.get("renewables") or []}
        kinds |= {unit["name"]: "storage" for unit in case.get("storage") or []}
        sums = self.dispatch.T.groupby(lambda name: kinds.get(name, "other")).sum().T
        return sums[[kind for kind in FUEL_KINDS if kind in sums]]

    def plot(self) -> Figure:
        """Draw dispatch by fuel over prices; needs matplotlib, else `ImportError`."""
        return figure(self)

    def _repr_html_(self) -> str:
        return html(self)

    def _given(self, name: str) -> dict[str, Any]:
        if self.raw["objective_value"] is None:
            raise NoSchedule("; ".join([f"There is no schedule ({self.status})", *self.verdict]))
        return dict(self.raw.get(name) or {})

    def _frame(self, series: Mapping[Any, Any]) -> pd.DataFrame:
        return pd.DataFrame(dict(series), index=self.index)

    def _pairs(self, name: str) -> pd.DataFrame:
        given = self._given(name).items()
        return self._frame({(one, other): values for one, of in given for other, values in of.items()})
