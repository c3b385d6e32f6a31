"""PyPSA networks with one or two attributes at values that affect the cost."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pandas as pd
import pypsa

HOURS = 5


def empty() -> pypsa.Network:
    """Create a network of snapshots and carriers only."""
    n = pypsa.Network(snapshots=pd.date_range("2030-01-01", periods=HOURS, freq="h"))
    n.add("Carrier", ["AC", "coal", "wind"], co2_emissions=[0.0, 0.9, 0.0])
    return n


def add_base(n: pypsa.Network, parts: Sequence[str] = ("",)) -> None:
    """Add parts of three buses in a ring, with an element of every kind that a dispatch may have.

    Names begin with the name of the part.
    """
    north, south, east = ([f"{at}{bus}" for at in parts] for bus in ("north", "south", "east"))

    def add(kind: str, name: str, **values: Any) -> None:
        names = [f"{at}{name}" for at in parts]
        series = {
            key: pd.DataFrame(dict.fromkeys(names, value), n.snapshots)
            for key, value in values.items()
            if isinstance(value, list) and not key.startswith("bus")
        }
        n.add(kind, names, **{**values, **series})

    n.add("Bus", [*north, *south, *east], v_nom=220.0, carrier="AC")
    commits = {"committable": True, "p_min_pu": 0.4, "start_up_cost": 300.0}
    add("Generator", "coal", bus=north, p_nom=130, marginal_cost=20, carrier="coal", **commits)
    add("Generator", "gas", bus=south, p_nom=120, marginal_cost=55)
    add("Generator", "diesel", bus=south, p_nom=500, marginal_cost=150)
    add("Generator", "wind", bus=east, p_nom=60, p_max_pu=[0.1, 0.9, 0.4, 0.8, 0.2], carrier="wind")
    add("Load", "town", bus=south, p_set=[90.0, 120.0, 60.0, 170.0, 110.0])
    add("Load", "mill", bus=east, p_set=25.0)
    add("Line", "a", bus0=north, bus1=south, x=20, r=2, s_nom=80)
    add("Line", "b", bus0=south, bus1=east, x=30, r=3, s_nom=90)
    add("Transformer", "t", bus0=north, bus1=east, x=0.1, r=0.01, s_nom=100)
    add("Link", "cable", bus0=north, bus1=south, p_nom=15, p_min_pu=-1)
    losses = {"efficiency_store": 0.95, "efficiency_dispatch": 0.9}
    add("Link", "feed", bus0=south, bus1=east, p_nom=40, efficiency=0.9, marginal_cost=1.0)
    add("Store", "tank", bus=east, e_nom=30, e_initial=10)
    add("StorageUnit", "battery", bus=south, p_nom=20, max_hours=3, state_of_charge_initial=20, **losses)


def base() -> pypsa.Network:
    """Create a network with one such part."""
    n = empty()
    add_base(n)
    return n


ELEMENT = {
    "buses": "south",
    "carriers": "coal",
    "generators": "gas",
    "loads": "mill",
    "links": "cable",
    "storage_units": "battery",
    "stores": "tank",
    "lines": "a",
    "transformers": "t",
}
NONE = float("nan")
UNIT = [0.0, 0.9, 0.3, 1.0, 0.6]
VALUES: dict[str, list[Any]] = {
    "p_nom": [0.0, 35.0, float("inf")],
    "s_nom": [0.0, 45.0, float("inf")],
    "p_min_pu": [0.2, [0.0, 0.2, 0.1, 0.0, 0.3]],
    "p_max_pu": [0.5, UNIT],
    "s_max_pu": [0.6, [0.5, 0.9, 0.3, 1.0, 0.6]],
    "p_set": [7.0, [5.0, 9.0, 0.0, 7.0, 6.0]],
    "p_init": [30.0],
    "sign": [-1.0, 0.5],
    "marginal_cost": [33.0, [33.0, 10.0, 70.0, 20.0, 5.0]],
    "marginal_cost_quadratic": [0.05],
    "start_up_cost": [900.0, [900.0, 100.0, 900.0, 100.0, 900.0]],
    "shut_down_cost": [400.0],
    "stand_by_cost": [250.0],
    "min_up_time": [3],
    "min_down_time": [3],
    "up_time_before": [0, 2],
    "down_time_before": [2],
    "ramp_limit_up": [0.0, 0.2, [0.3, 0.1, 0.5, 0.4, 0.2]],
    "ramp_limit_down": [0.0, 0.15],
    "ramp_limit_start_up": [0.5],
    "ramp_limit_shut_down": [0.5],
    "active": [False],
    "max_hours": [1.0],
    "state_of_charge_initial": [0.0, 55.0],
    "state_of_charge_set": [7.0, [NONE, NONE, NONE, NONE, 40.0], [NONE, 5.0, NONE, NONE, NONE]],
    "e_initial": [0.0, 25.0],
    "e_set": [[NONE, NONE, NONE, NONE, 12.0], [NONE, NONE, 12.0, NONE, NONE]],
    "e_min_pu": [0.2, [0.0, 0.5, 0.1, 0.9, 0.3], -0.5],
    "e_max_pu": [0.6, UNIT],
    "efficiency": [0.8],
    "efficiency_store": [0.7],
    "efficiency_dispatch": [0.7, [0.7, 0.9, 0.8, 0.7, 0.9]],
    "standing_loss": [0.1, [0.1, 0.0, 0.2, 0.1, 0.0]],
    "inflow": [4.0, [0.0, 9.0, 3.0, 0.0, 2.0], [30.0, 20.0, 40.0, 0.0, 30.0], -1.0],
    "x": [0.0, 60.0],
    "v_nom": [110.0],
    "bus": ["north"],
    "bus0": ["east"],
    "bus1": ["east"],
    "carrier": ["DC"],
    "length": [50.0],
    "num_parallel": [2.0],
    "tap_ratio": [1.05],
    "tap_position": [3],
    "phase_shift": [4.0],
    "phase_shift_min": [-5.0],
    "phase_shift_max": [5.0],
    "e_sum_max": [100.0],
    "e_sum_min": [300.0],
    "e_nom": [0.0, 60.0],
    "build_year": [2020],
    "lifetime": [10.0],
    "delay": [1],
    "maintenance_events": [1],
    "terrain_factor": [1.3],
    "weight": [3.0],
    "control": ["PV"],
    "tap_side": [1],
    # PyPSA itself refuses these if nothing is extendable, or without a rate.
    "overnight_cost": [],
    "p_nom_set": [],
    "s_nom_set": [],
    "e_nom_set": [],
}
COMMITTED = {"generators": "coal"}
"""Elements that have attributes of commitment."""
ONE_WAY = {("links", "efficiency"): "feed", ("links", "marginal_cost"): "feed"}
"""Attributes that are refused of an element that sends both ways -> another one."""
OF_COMMITTED = [
    "start_up_cost",
    "shut_down_cost",
    "stand_by_cost",
    "min_up_time",
    "min_down_time",
    "up_time_before",
    "down_time_before",
    "ramp_limit_start_up",
    "ramp_limit_shut_down",
]


class Change(NamedTuple):
    """An attribute of an element, and its value."""

    component: str
    name: str
    attribute: str
    value: Any

    def __str__(self) -> str:
        return f"{self.component}.{self.attribute} of {self.name} = {self.value}"

    def apply(self, n: pypsa.Network, at: str = "") -> None:
        """Set the value, in the part whose names begin with `at`."""
        component, name = (
            n.components[self.component],
            f"{at if self.component != 'carriers' else ''}{self.name}",
        )
        value = f"{at}{self.value}" if self.attribute.startswith("bus") else self.value
        if isinstance(value, list):
            component.dynamic[self.attribute][name] = pd.Series(value, n.snapshots, dtype=float)
            return
        frame = component.dynamic.get(self.attribute)
        if frame is not None and name in frame:
            component.dynamic[self.attribute] = frame.drop(columns=name)
        component.static.loc[name, self.attribute] = value


def commits(case: Sequence[Change]) -> bool:
    """True unless the case is a linear problem; many parts that are linear make one easy problem."""
    bent = {"committable", "marginal_cost_quadratic"}
    return any(
        change.attribute in bent or change[:2] == ("generators", COMMITTED["generators"]) for change in case
    )


def together(cases: Sequence[Sequence[Change]]) -> pypsa.Network:
    """Put cases into one network, so that PyPSA builds one model of all."""
    n = empty()
    add_base(n, [f"{k} " for k in range(len(cases))])
    for k, case in enumerate(cases):
        if not commits(case):
            n.generators.loc[f"{k} coal", ["committable", "p_min_pu"]] = False, 0.0
        for change in case:
            change.apply(n, f"{k} ")
    return n


def changes() -> list[Change]:
    """Changes of every input of every kind of element."""
    n, found = base(), []
    for kind, element in ELEMENT.items():
        component = n.components[kind]
        defaults = component.defaults
        for attribute in defaults.index[defaults["status"].str.startswith("Input")]:
            if attribute in ("name", "type") or (kind == "carriers" and attribute == "carrier"):
                continue
            named = COMMITTED.get(kind, element) if attribute in OF_COMMITTED else element
            named = ONE_WAY.get((kind, attribute), named)
            for value in VALUES[attribute] if attribute in VALUES else _other(defaults.loc[attribute]):
                if not isinstance(value, list) or defaults.at[attribute, "varying"]:
                    found.append(Change(kind, named, attribute, value))
    found += [Change("links", "cable", attribute, 0.8) for _, attribute in ONE_WAY]
    return [
        *found,
        *(Change("generators", "coal", "p_set", value) for value in (70.0, 0.0, [60.0, 70, 80, 60, NONE])),
    ]


def _other(row: pd.Series[Any]) -> list[Any]:
    if row["dtype"] in (bool, "bool") or row["type"] == "boolean":
        return [not row["default"]]
    if row["type"] == "string":
        return ["x"]
    return [3.0] if row["type"] != "int" else [3]


def whole_parts() -> dict[str, Any]:
    """Changes of whole elements, names and snapshots."""

    def add(kind: str, name: str, **values: Any) -> Any:
        return lambda n: n.add(kind, name, **values)

    def islands(n: pypsa.Network) -> None:
        n.remove("Line", ["a", "b"])
        n.remove("Transformer", "t")
        n.remove("Link", "cable")
        n.add("Generator", "peak", bus="east", p_nom=50, marginal_cost=90)

    def same_names(n: pypsa.Network) -> None:
        n.add("Generator", ["A", "A storage", "A 2"], bus="south", p_nom=5, marginal_cost=[1.0, 2.0, 3.0])
        n.add("StorageUnit", ["A", "x" * 130], bus="south", p_nom=5, state_of_charge_initial=4)
        n.add("Store", "A", bus="south", e_nom=5, e_initial=4)

    def snapshots(index: Any) -> Any:
        def change(n: pypsa.Network) -> None:
            load, wind = n.loads_t.p_set.to_numpy(), n.generators_t.p_max_pu.to_numpy()
            n.set_snapshots(index)
            n.loads_t.p_set = pd.DataFrame(load, n.snapshots, ["town"])
            n.generators_t.p_max_pu = pd.DataFrame(wind, n.snapshots, ["wind"])

        return change

    def weights(**columns: Any) -> Any:
        def change(n: pypsa.Network) -> None:
            for column, value in columns.items():
                n.snapshot_weightings[column] = value

        return change

    dates = {
        freq: pd.date_range("2030-01-01", periods=HOURS, freq=freq) for freq in ("30min", "3h", "D", "W")
    }
    return {
        "islands": islands,
        "a priced store": add("Store", "heap", bus="south", e_nom=30, e_initial=20, marginal_cost=60.0),
        "a reservoir": add(
            "StorageUnit",
            "lake",
            bus="east",
            p_nom=30,
            p_min_pu=0,
            max_hours=2,
            inflow=[60.0, 0.0, 9.0, 50.0, 5.0],
            efficiency_dispatch=0.8,
            standing_loss=0.02,
            marginal_cost=4.0,
            cyclic_state_of_charge=True,
        ),
        "a multi-port link": add(
            "Link", "chp", bus0="north", bus1="south", bus2="east", efficiency2=0.3, p_nom=9
        ),
        "a constraint": add("GlobalConstraint", "cap", type="primary_energy", sense="<=", constant=300.0),
        "a shunt": add("ShuntImpedance", "coil", bus="south", b=0.1),
        "an idle bus": add("Bus", "idle", v_nom=220.0),
        "another carrier": lambda n: (
            n.add("Bus", "h2", carrier="H2"),
            n.add("Load", "h", bus="h2", p_set=3.0),
            n.add("Link", "pipe", bus0="south", bus1="h2", p_nom=9, efficiency=0.6),
            n.add("Store", "cavern", bus="h2", e_nom=8, e_cyclic=True, standing_loss=0.01),
        ),
        "load shedding": lambda n: (
            n.add("Load", "more", bus="south", p_set=300.0),
            n.optimize.add_load_shedding(),
        ),
        "a type of transformer": lambda n: n.transformers.__setitem__("type", "160 MVA 380/110 kV"),
        "a type of line": lambda n: n.lines.loc.__setitem__(
            ("a", ["type", "length"]), ["Al/St 240/40 2-bundle 220.0", 80.0]
        ),
        "a series line": lambda n: (
            n.add("Bus", "far", v_nom=220.0),
            n.add("Line", "c", bus0="east", bus1="far", s_nom=20),
            n.add("Load", "hut", bus="far", p_set=4.0),
        ),
        "a pump": add(
            "Generator", "pump", bus="south", p_nom=10, p_min_pu=-1, p_max_pu=-0.2, marginal_cost=12.0
        ),
        "a buyer": add("Generator", "buyer", bus="south", p_nom=10, sign=-1, marginal_cost=-40.0),
        "equal names": same_names,
        "numbers": snapshots(range(HOURS)),
        **{f"snapshots of {freq}": snapshots(index) for freq, index in dates.items()},
        "one weight": weights(objective=3.0, stores=2.0, generators=5.0),
        "weights": weights(objective=[1.0, 2.0, 1.0, 3.0, 1.0]),
    }


def costs_of_parts(n: pypsa.Network) -> pd.Series[float]:
    """Cost of a schedule by the first word of the names of its units."""
    dense = {
        a: n.get_switchable_as_dense("Generator", a) for a in ("marginal_cost", "marginal_cost_quadratic")
    }
    p, units = n.generators_t.p.reindex(columns=n.generators.index, fill_value=0.0), n.generators
    usd = (dense["marginal_cost"] * p + dense["marginal_cost_quadratic"] * p**2).sum()
    for frame, attribute in (
        ("status", "stand_by_cost"),
        ("start_up", "start_up_cost"),
        ("shut_down", "shut_down_cost"),
    ):
        times = n.generators_t[frame].reindex(columns=units.index, fill_value=0.0).sum()
        usd += times * units[attribute] * units["committable"]
    powers = {"Link": "p0", "StorageUnit": "p_dispatch", "Store": "p"}
    for kind, attribute in powers.items():
        component = n.components[kind]
        power = component.dynamic[attribute].reindex(columns=component.static.index, fill_value=0.0)
        paid = (n.get_switchable_as_dense(kind, "marginal_cost") * power).sum()
        usd = pd.concat([usd, paid])
    return usd.groupby(usd.index.str.split(" ").str[0]).sum()


def single(part: str) -> pypsa.Network:
    """Create the network with one of these changes."""
    n = base()
    whole_parts()[part](n)
    return n


def pairs(count: int, seed: int = 1) -> Iterator[tuple[Change, Change]]:
    """Draw pairs of changes of different attributes."""
    every = [pair for pair in itertools.combinations(changes(), 2) if pair[0][:3] != pair[1][:3]]
    yield from random.Random(seed).sample(every, count)


def cost_of(n: pypsa.Network) -> float | None:
    """PyPSA's own optimum, or None."""
    try:
        _, condition = n.optimize(
            solver_options={"output_flag": False, "mip_rel_gap": 1e-9}, include_objective_constant=False
        )
    except Exception:
        return None
    return float(n.objective) if condition == "optimal" else None
