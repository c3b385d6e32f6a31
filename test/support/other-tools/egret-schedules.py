"""Small random cases that Egret commits and dispatches with CBC: case.json and solved.json in a folder each.

Arguments: the first seed, the one after the last, and the folder.
"""

import logging
import os
import sys
import warnings

import egret.models.unit_commitment as unit_commitment
import numpy as np
from egret.data.model_data import ModelData

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)


def series(values):
    return {"data_type": "time_series", "values": [float(value) for value in values]}


def curve(*points):
    return {"data_type": "cost_curve", "cost_curve_type": "piecewise", "values": list(points)}


def thermal(bus, least, most, cost, ramp, limit, **own):
    return {
        "generator_type": "thermal",
        "bus": bus,
        "in_service": True,
        "fuel": "G",
        "p_min": least,
        "p_max": most,
        "p_cost": cost,
        "ramp_up_60min": ramp,
        "ramp_down_60min": ramp,
        "startup_capacity": limit,
        "shutdown_capacity": limit,
        "initial_q_output": 0.0,
        **own,
    }


def random_unit(draw, bus):
    most = float(draw.integers(60, 200))
    least = round(most * draw.uniform(0.2, 0.4), 1)
    cost = round(draw.uniform(8, 50), 2)
    on = draw.random() < 0.6
    min_down_time = int(draw.integers(1, 4))
    return thermal(
        bus,
        least,
        most,
        curve((least, cost * least + 50), (most, cost * most + 50)),
        round(most * draw.uniform(0.5, 1), 1),
        least + 5,
        startup_cost=[(min_down_time, float(draw.integers(50, 500)))],
        min_up_time=int(draw.integers(1, 4)),
        min_down_time=min_down_time,
        initial_status=int(draw.integers(1, 6)) if on else -int(draw.integers(3, 6)),
        initial_p_output=least if on else 0.0,
    )


BACKUP = thermal(
    "b0",
    0.0,
    1000.0,
    curve((0.0, 0.0), (1000.0, 300000.0)),
    1000.0,
    1000.0,
    startup_cost=[(1, 0.0)],
    min_up_time=1,
    min_down_time=1,
    initial_status=5,
    initial_p_output=200.0,
)

BATTERY = {
    "bus": "b0",
    "in_service": True,
    "energy_capacity": 100.0,
    "initial_state_of_charge": 0.5,
    "minimum_state_of_charge": 0.0,
    "end_state_of_charge": 0.5,
    "charge_efficiency": 0.95,
    "discharge_efficiency": 0.9,
    # The solver of Egret 0.6.2 reads this spelling.
    "discharge_efficienty": 0.9,
    "max_charge_rate": 30.0,
    "max_discharge_rate": 30.0,
    "min_charge_rate": 0.0,
    "min_discharge_rate": 0.0,
    "retention_rate_60min": 1.0,
    "charge_cost": 0.0,
    "discharge_cost": 0.0,
    "initial_charge_rate": 0.0,
    "initial_discharge_rate": 0.0,
    **{f"ramp_{way}_{power}_60min": 60.0 for way in ("up", "down") for power in ("input", "output")},
}


def case_of(seed):
    draw = np.random.default_rng(seed)
    hours, buses = int(draw.integers(6, 11)), int(draw.integers(1, 4))
    units = {f"g{unit}": random_unit(draw, f"b{draw.integers(0, buses)}") for unit in range(int(draw.integers(3, 6)))}
    capacity = sum(unit["p_max"] for unit in units.values())
    generators = {**units, "backup": BACKUP}
    if draw.random() < 0.6:
        wind = {"p_min": series(np.zeros(hours)), "p_max": series(np.round(80 * draw.random(hours), 2)), "p_cost": 0.0}
        generators["wind"] = {"generator_type": "renewable", "bus": "b0", "in_service": True, "fuel": "W", **wind}
    load = capacity * np.round(0.5 + 0.2 * np.sin(np.arange(hours) / 3 + draw.random()) + 0.05 * draw.random(hours), 3)
    ends = [(bus, bus + 1) for bus in range(buses - 1)] + ([(0, buses - 1)] if buses > 2 else [])
    rating = {f"rating_{kind}": float(round(capacity * 0.6)) for kind in ("long_term", "short_term", "emergency")}
    voltage = {"base_kv": 230.0, "va": 0.0, "vm": 1.0, "v_min": 0.9, "v_max": 1.1}
    line = {
        "branch_type": "line",
        "in_service": True,
        "resistance": 0.01,
        "charging_susceptance": 0.0,
        "angle_diff_min": -90.0,
        "angle_diff_max": 90.0,
        **rating,
    }
    elements = {
        "bus": {f"b{bus}": {**voltage, "matpower_bustype": "PQ" if bus else "ref"} for bus in range(buses)},
        "generator": generators,
        "load": {
            f"l{bus}": {"bus": f"b{bus}", "in_service": True, "p_load": series(np.round(load / buses, 3)), "q_load": 0.0}
            for bus in range(buses)
        },
        "branch": {
            f"L{position}": {
                **line,
                "from_bus": f"b{start}",
                "to_bus": f"b{end}",
                "reactance": round(draw.uniform(0.05, 0.3), 3),
            }
            for position, (start, end) in enumerate(ends)
        },
        "storage": {"battery": BATTERY} if draw.random() < 0.5 else {},
        "shunt": {},
        "interface": {},
        "zone": {},
        "area": {},
    }
    system = {
        "time_keys": [str(hour + 1) for hour in range(hours)],
        "time_period_length_minutes": 60,
        "baseMVA": 100.0,
        "reference_bus": "b0",
        "reference_bus_angle": 0.0,
        "load_mismatch_cost": 10000.0,
        "q_load_mismatch_cost": 10000.0,
    }
    if draw.random() < 0.5:
        system.update(reserve_requirement=series(np.round(0.05 * load, 2)), reserve_shortfall_cost=1000.0)
    return ModelData({"system": system, "elements": elements})


first, last, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
for seed in range(first, last):
    case = case_of(seed)
    os.makedirs(f"{folder}/{seed}")
    case.write(f"{folder}/{seed}/case.json")
    unit_commitment.solve_unit_commitment(case, "cbc", mipgap=1e-6, timelimit=60, solver_tee=False).write(
        f"{folder}/{seed}/solved.json"
    )
