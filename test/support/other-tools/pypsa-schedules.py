"""Small random networks that PyPSA commits and dispatches with HiGHS, a CSV folder each.

Arguments: the first seed, the one after the last, and the folder.
"""

import logging
import os
import sys
import warnings

import numpy as np
import pandas as pd
import pypsa

logging.disable(logging.CRITICAL)
warnings.filterwarnings("ignore")


def unit_commitment(draw):
    """Attributes of a unit with commitment; empty for one unit in five."""
    if draw.random() < 0.2:
        return {}
    on = draw.random() < 0.6
    return {
        "committable": True,
        "p_min_pu": round(draw.uniform(0.2, 0.45), 2),
        "start_up_cost": round(draw.uniform(50, 900), 1),
        "min_up_time": int(draw.integers(1, 4)),
        "min_down_time": int(draw.integers(1, 4)),
        "up_time_before": int(draw.integers(1, 5)) if on else 0,
        "down_time_before": 0 if on else int(draw.integers(1, 5)),
    }


def network_of(seed):
    draw = np.random.default_rng(seed)
    network = pypsa.Network()
    hours = int(draw.integers(6, 13))
    buses = int(draw.integers(1, 5))
    network.set_snapshots(pd.date_range("2026-01-05", periods=hours, freq="h"))
    network.add("Carrier", "AC")
    for bus in range(buses):
        network.add("Bus", f"b{bus}", v_nom=230.0)
    somewhere = lambda: f"b{draw.integers(0, buses)}"
    capacity = 0
    for unit in range(int(draw.integers(3, 6))):
        p_nom = float(draw.integers(60, 200))
        capacity += p_nom
        cost = round(draw.uniform(8, 60), 2)
        network.add("Generator", f"g{unit}", bus=somewhere(), p_nom=p_nom, marginal_cost=cost, **unit_commitment(draw))
    network.add("Generator", "backup", bus="b0", p_nom=1000.0, marginal_cost=300.0)
    if draw.random() < 0.6:
        network.add("Generator", "wind", bus=somewhere(), p_nom=80.0, p_max_pu=np.round(draw.random(hours), 3))
    if draw.random() < 0.5:
        network.add(
            "StorageUnit",
            "battery",
            bus=somewhere(),
            p_nom=30.0,
            max_hours=4.0,
            efficiency_store=0.95,
            efficiency_dispatch=0.9,
            state_of_charge_initial=20.0,
        )
    load = capacity * np.round(0.55 + 0.2 * np.sin(np.arange(hours) / 3 + draw.random()) + 0.05 * draw.random(hours), 3)
    for bus in range(buses):
        network.add("Load", f"l{bus}", bus=f"b{bus}", p_set=np.round(load / buses, 3))
    ends = [(bus, bus + 1) for bus in range(buses - 1)] + ([(0, buses - 1)] if buses > 2 else [])
    for line, (start, end) in enumerate(ends):
        rating = round(capacity * draw.uniform(0.3, 0.6))
        x = round(draw.uniform(5, 30), 2)
        network.add("Line", f"L{line}", bus0=f"b{start}", bus1=f"b{end}", x=x, r=1.0, s_nom=float(rating))
    if buses > 2 and draw.random() < 0.5:
        network.add("Link", "dc", bus0="b0", bus1="b2", p_nom=40.0, p_min_pu=-1.0)
    return network


first, last, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
for seed in range(first, last):
    network = network_of(seed)
    status, condition = network.optimize(solver_name="highs", output_flag=False)
    if condition != "optimal":
        raise SystemExit(f"seed {seed} ended {status}, {condition}")
    os.makedirs(f"{folder}/{seed}")
    network.export_to_csv_folder(f"{folder}/{seed}")
