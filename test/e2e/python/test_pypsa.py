"""PyPSA networks: the same optimum, the results in the same places, and every loss named."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pypsa
import pytest
from conftest import ROOT

from grid_optimization import CaseError, Client, NoSchedule
from grid_optimization.pypsa_attributes import RULES, attribute_table

COAL = {"marginal_cost": 20, "p_nom": 10000, "p_min_pu": 0.3, "committable": True}
GAS = {"marginal_cost": 70, "p_nom": 4000, "p_min_pu": 0.1, "committable": True}


def network(load: list[float], coal: dict[str, object], gas: dict[str, object]) -> pypsa.Network:
    n = pypsa.Network(snapshots=pd.date_range("2030-01-01", periods=len(load), freq="h"))
    n.add("Carrier", "AC")
    n.add("Bus", "bus", carrier="AC")
    n.add("Generator", "coal", bus="bus", **coal)
    n.add("Generator", "gas", bus="bus", **gas)
    n.add("Load", "load", bus="bus", p_set=load)
    return n


def two_buses() -> pypsa.Network:
    n = network([4000, 6000, 5000, 800, 3000, 7500], COAL, GAS)
    n.add("Bus", "south", carrier="AC")
    n.buses["v_nom"] = 380.0
    n.generators.loc["gas", "bus"] = n.loads.loc["load", "bus"] = "south"
    # Elements of different kinds may share names in PyPSA.
    n.add("Line", "coal", bus0="bus", bus1="south", x=30, r=1, s_nom=2400, carrier="AC")
    n.add("Transformer", "coal", bus0="bus", bus1="south", x=0.6, r=0.01, s_nom=3000)
    n.add("Link", "coal", bus0="south", bus1="bus", p_nom=300, p_min_pu=-1)
    n.add("Generator", "wind", bus="south", p_nom=500, p_max_pu=[0.1, 0.5, 0.2, 0.9, 0.4, 0.3])
    store = {"efficiency_store": 0.9, "efficiency_dispatch": 0.8, "state_of_charge_initial": 300}
    n.add("StorageUnit", "gas", bus="south", p_nom=200, max_hours=4, **store)
    return n


# The unit commitment examples of PyPSA's documentation, and a network of two buses.
EXAMPLES: dict[str, Callable[[], pypsa.Network]] = {
    "part load": lambda: network([4000, 6000, 5000, 800], COAL, {**GAS, "p_nom": 1000, "stand_by_cost": 10}),
    "minimum up time": lambda: network(
        [4000, 800, 5000, 3000], COAL, {**GAS, "p_nom": 1000, "up_time_before": 0, "min_up_time": 3}
    ),
    "minimum down time": lambda: network(
        [3000, 800, 3000, 8000], {**COAL, "min_down_time": 2, "down_time_before": 1}, GAS
    ),
    "start-up and shut-down cost": lambda: network(
        [3000, 800, 3000, 8000], {**COAL, "start_up_cost": 5000}, {**GAS, "shut_down_cost": 25}
    ),
    "ramp limits": lambda: network(
        [4000, 7000, 7000, 7000, 7000, 3000],
        {"marginal_cost": 20, "p_nom": 10000, "ramp_limit_up": 0.1, "ramp_limit_down": 0.2},
        {"marginal_cost": 70, "p_nom": 4000},
    ),
    "ramp limits and commitment": lambda: network(
        [0, 200, 7000, 7000, 7000, 2000, 0],
        {**COAL, "p_min_pu": 0.1, "ramp_limit_up": 0.1, "ramp_limit_down": 0.2}
        | {"ramp_limit_start_up": 0.25, "ramp_limit_shut_down": 0.15},
        {"marginal_cost": 70, "p_nom": 10000},
    ),
    "two buses": two_buses,
}


def optimized(n: pypsa.Network) -> pypsa.Network:
    n.optimize(solver_options={"output_flag": False}, include_objective_constant=False)
    return n


@cache
def solved(name: str) -> pypsa.Network:
    return optimized(EXAMPLES[name]())


def prices_of(n: pypsa.Network) -> pd.DataFrame:
    """PyPSA's prices of a schedule: those of a linear program with fixed commitment."""
    fixed = n.copy()
    least, most = (fixed.get_switchable_as_dense("Generator", of) for of in ("p_min_pu", "p_max_pu"))
    units = fixed.generators.index[fixed.generators.committable]
    on = n.generators_t.status[units]
    fixed.generators_t["p_min_pu"] = least.assign(**(least[units] * on))
    fixed.generators_t["p_max_pu"] = most.assign(**(most[units] * on))
    fixed.generators["committable"] = False
    return optimized(fixed).buses_t.marginal_price


@pytest.fixture(scope="module")
def rows() -> Iterator[list[str]]:
    """Print the table of the README."""
    rows: list[str] = []
    yield rows
    print("\n| example | PyPSA, $ | here, $ | PyPSA, $/MWh | here, $/MWh | PyPSA, s | here, s |")
    print("\n".join(["| --- |" + " ---: |" * 6, *rows]))


def assert_same_frames(ours: pypsa.Network, theirs: pypsa.Network) -> None:
    for component in theirs.components.values():
        for attribute, frame in component.dynamic.items():
            if len(frame.columns):
                own = ours.components[component.name].dynamic[attribute]
                assert list(own.columns) == list(frame.columns), f"{component.name} {attribute}"
                assert list(own.index) == list(frame.index), f"{component.name} {attribute}"
        for column in component.static.columns[component.static.columns.str.endswith("_nom_opt")]:
            assert component.static[column].equals(ours.components[component.name].static[column]), column


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_same_optimum(client: Client, rows: list[str], name: str) -> None:
    began = time.perf_counter()
    theirs, ours = solved(name), EXAMPLES[name]()
    between = time.perf_counter()
    run = client.solve_pypsa(ours, progress=False, mip_gap=1e-6)
    costs, seconds = (theirs.objective, ours.objective), (between - began, time.perf_counter() - between)
    prices = [frame.mean(axis=None) for frame in (prices_of(ours), ours.buses_t.marginal_price)]
    numbers = [
        *(f"{usd:,.0f}" for usd in costs),
        *(f"{usd:.2f}" for usd in prices),
        *(f"{s:.1f}" for s in seconds),
    ]
    rows.append(" | ".join(["| " + name, *numbers]) + " |")
    assert ours.objective == pytest.approx(theirs.objective, rel=1e-4)
    assert run.result.certificate["verified"] is True
    # The network then has a schedule of that cost, in the same frames as after PyPSA.
    assert_same_frames(ours, theirs)
    np.testing.assert_allclose(ours.buses_t.p.sum(axis=1), 0, atol=1e-4)
    energy = (ours.generators_t.p * ours.generators.marginal_cost).sum().sum()
    starts = (ours.generators_t.start_up * ours.generators.start_up_cost).sum().sum()
    stops = (ours.generators_t.shut_down * ours.generators.shut_down_cost).sum().sum()
    standing = (ours.generators_t.status * ours.generators.stand_by_cost).sum().sum()
    assert energy + starts + stops + standing == pytest.approx(ours.objective, rel=1e-6)


def test_prices_and_storage_where_there_are_no_integers(client: Client) -> None:
    def build() -> pypsa.Network:
        n = two_buses()
        n.generators["committable"] = False
        n.generators["p_min_pu"] = 0.0
        return n

    theirs, ours = optimized(build()), build()
    client.solve_pypsa(ours, progress=False)
    assert ours.objective == pytest.approx(theirs.objective, rel=1e-6)
    pd.testing.assert_frame_equal(
        ours.buses_t.marginal_price, theirs.buses_t.marginal_price, rtol=1e-4, check_freq=False
    )
    store, given = ours.storage_units.loc["gas"], ours.storage_units_t
    before = given.state_of_charge["gas"].shift().fillna(300)
    change = (
        store.efficiency_store * given.p_store["gas"] - given.p_dispatch["gas"] / store.efficiency_dispatch
    )
    np.testing.assert_allclose(given.state_of_charge["gas"], before + change, atol=1e-4)


def stored() -> pypsa.Network:
    """Create a network with storage, inflow, losses, costs and limits of every kind that are exact here."""
    n = network([4000, 6000, 5000, 800, 3000, 7500], {**COAL, "committable": False}, GAS)
    n.generators["committable"], n.generators["p_min_pu"] = False, 0.0
    n.add("Bus", "south", v_nom=1.0, carrier="AC")
    n.loads.loc["load", "bus"] = "south"
    n.add("Generator", "diesel", bus="south", p_nom=5000, marginal_cost=150.0)
    one_way = {"efficiency": 0.95, "marginal_cost": 2.0, "ramp_limit_up": 0.3, "ramp_limit_down": 0.5}
    n.add("Link", "out", bus0="bus", bus1="south", p_nom=9000, p_max_pu=[0.8, 1, 0.9, 1, 1, 0.7], **one_way)
    n.add("Link", "back", bus0="south", bus1="bus", p_nom=100, p_init=50, ramp_limit_up=0.1)
    lake = {"p_min_pu": 0.0, "p_max_pu": [1, 0.5, 1, 1, 0.2, 0.9], "efficiency_dispatch": 0.8}
    n.add(
        "StorageUnit", "lake", bus="south", p_nom=400, max_hours=3, inflow=[900, 0, 90, 1900, 0, 0.0], **lake
    )
    pump = {
        "efficiency_store": 0.9,
        "standing_loss": 0.01,
        "marginal_cost": 3.0,
        "cyclic_state_of_charge": True,
    }
    n.add(
        "StorageUnit", "pump", bus="south", p_nom=200, max_hours=4, p_min_pu=[-1, -0.5, 0, -1, -1, 0], **pump
    )
    end = [np.nan] * 5 + [250]
    n.add("StorageUnit", "end", bus="bus", p_nom=99, max_hours=6, state_of_charge_set=end)
    n.add(
        "Store",
        "tank",
        bus="bus",
        e_nom=500,
        e_initial=300,
        e_min_pu=[0, 0.5, 0, 0, 0.9, 0.1],
        e_max_pu=0.9,
        standing_loss=0.02,
    )
    n.add("Store", "heap", bus="south", e_nom=700, e_initial=600, marginal_cost=30.0)
    n.add("Store", "ring", bus="south", e_nom=70, e_cyclic=True, standing_loss=0.1, e_min_pu=0.2)
    n.add("Store", "idle", bus="south", e_nom=70, active=False)
    return n


def kept_of(energy: pd.Series[float], share: float, first: float | None) -> pd.Series[float]:
    """Energy that remains of that of the snapshot before; PyPSA's first snapshot has no standing loss."""
    kept = share * energy.shift()
    kept.iloc[0] = share * energy.iloc[-1] if first is None else first
    return kept


@pytest.mark.parametrize("weights", [{}, {"objective": 3.0, "stores": 2.0}])
def test_storage_and_links_are_exact(client: Client, weights: dict[str, float]) -> None:
    theirs, ours = stored(), stored()
    for n in (theirs, ours):
        for column, hours in weights.items():
            n.snapshot_weightings[column] = hours
    optimized(theirs)
    run = client.solve_pypsa(ours, progress=False, mip_gap=1e-9)
    assert run.result.certificate["verified"] is True
    assert ours.objective == pytest.approx(theirs.objective, rel=1e-6)
    assert_same_frames(ours, theirs)
    hours = weights.get("stores", 1.0)
    np.testing.assert_allclose(ours.buses_t.p.sum(axis=1), 0, atol=1e-4)
    np.testing.assert_allclose(ours.links_t.p1["out"], -0.95 * ours.links_t.p0["out"])
    for name, unit in ours.storage_units.iterrows():
        energy, spill = ours.storage_units_t.state_of_charge[name], ours.storage_units_t.spill[name]
        first = None if unit.cyclic_state_of_charge else unit.state_of_charge_initial
        inflow = ours.get_switchable_as_dense("StorageUnit", "inflow")[name]
        gained = unit.efficiency_store * ours.storage_units_t.p_store[name] + inflow - spill
        taken = ours.storage_units_t.p_dispatch[name] / unit.efficiency_dispatch
        kept = kept_of(energy, (1 - unit.standing_loss) ** hours, first)
        np.testing.assert_allclose(energy, kept + hours * (gained - taken), atol=1e-3)
    for name, store in ours.stores[ours.stores.active].iterrows():
        energy = ours.stores_t.e[name]
        kept = kept_of(
            energy, (1 - store.standing_loss) ** hours, None if store.e_cyclic else store.e_initial
        )
        np.testing.assert_allclose(energy, kept - hours * ours.stores_t.p[name], atol=1e-3)
    assert ours.storage_units_t.state_of_charge["end"].iloc[-1] == pytest.approx(250)
    assert ours.storage_units_t.spill["lake"].max() > 1
    assert ours.stores_t.e["idle"].eq(0).all()
    found = client.verify(theirs, theirs)
    assert found["verified"] is True, found["problems"]


def test_a_schedule_of_pypsa_is_verified(client: Client) -> None:
    theirs = solved("two buses")
    found = client.verify(theirs, theirs, bound=True)
    assert found["verified"] is True, found["problems"]
    assert found["certificate"]["recomputed_objective_usd"] == pytest.approx(theirs.objective, rel=1e-6)


def lossy() -> pypsa.Network:
    n = two_buses()
    n.add("Bus", "h2", carrier="H2")
    n.add("Store", "tank", bus="h2", e_nom=5)
    n.add("Store", "pit", bus="h2", e_nom=5, sign=-1)
    n.add("Link", "electrolyser", bus0="bus", bus1="h2", p_nom=5, efficiency=0.7)
    n.add("Link", "pipe", bus0="h2", bus1="h2", p_nom=5, p_min_pu=-1, efficiency=0.9)
    n.links.loc["pipe", "bus0"] = "bus"
    n.add("Process", "mill", bus0="bus", bus1="h2", p_nom=5)
    n.add(
        "GlobalConstraint",
        "co2 cap",
        type="primary_energy",
        carrier_attribute="co2_emissions",
        sense="<=",
        constant=9,
    )
    for k in range(14):
        n.add("StorageUnit", f"pump {k}", bus="bus", p_nom=1, max_hours=2, marginal_cost_storage=1)
    n.generators.loc["coal", "p_init"] = 3500
    n.generators.loc["wind", "capital_cost"] = 5
    n.generators["remark"] = "mine"
    return n


def test_parts_without_a_counterpart_are_refused_or_named(client: Client) -> None:
    with pytest.raises(CaseError, match="strict=False") as error:
        client.solve_pypsa(lossy(), progress=False)
    n = lossy()
    with pytest.warns(UserWarning, match="another problem") as caught:
        client.solve_pypsa(n, strict=False, progress=False)
    told = [str(each.message) for each in caught if "another problem" in str(each.message)]
    assert len(told) == 1
    for words in (error.value.msg, told[0]):
        assert "- stores: sign of pit (turn its limits round)" in words
        assert "- links: efficiency of pipe (one link for each way" in words
        assert "- processes: mill" in words
        assert "tank" not in words
        assert "electrolyser" not in words
        assert "- global_constraints: co2 cap" in words
        assert "marginal_cost_storage of pump 0, pump 1" in words
        assert "and 4 more" in words
        assert "capital_cost" not in words
        assert "remark" not in words
    assert error.value.loc == ("stores", "sign")
    with pytest.raises(CaseError, match="mill"):
        client.solve(lossy())


def test_a_network_without_anything_left_is_refused(client: Client) -> None:
    n = pypsa.Network()
    n.add("Bus", "a")
    n.add("Process", "mill", bus0="a", bus1="a", p_nom=4)
    with pytest.raises(CaseError, match="nothing left to solve"):
        client.solve_pypsa(n, strict=False)


def test_an_attribute_that_no_rule_knows_is_refused(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    others = {name: rule for name, rule in RULES["generators"].items() if name != "p_max_pu"}
    monkeypatch.setitem(RULES, "generators", others)
    n = network([4000], COAL, GAS)
    client.solve_pypsa(n, progress=False)
    n.generators.loc["gas", "p_max_pu"] = 0.9
    with pytest.raises(CaseError, match=r"p_max_pu of gas .*does not know it"):
        client.solve_pypsa(n)


def test_a_network_without_loads_keeps_its_snapshots(client: Client) -> None:
    def build() -> pypsa.Network:
        n = pypsa.Network(snapshots=range(3))
        n.add("Bus", "bus")
        n.add("Generator", "paid", bus="bus", p_nom=40, marginal_cost=-2.0)
        n.add("Store", "tank", bus="bus", e_nom=100)
        return n

    theirs, ours = optimized(build()), build()
    client.solve_pypsa(ours, progress=False)
    assert ours.objective == pytest.approx(theirs.objective) == -200
    assert ours.stores_t.e["tank"].iloc[-1] == pytest.approx(100)
    np.testing.assert_allclose(ours.stores_t.e["tank"].diff().iloc[1:], -ours.stores_t.p["tank"].iloc[1:])


def test_further_ends_of_links_are_refused_by_their_bus(client: Client) -> None:
    n = network([4000], COAL, GAS)
    n.add("Bus", "heat")
    n.add("Link", "chp", bus0="bus", bus1="heat", bus2="bus", p_nom=9, efficiency2=0.3, delay2=1)
    with pytest.raises(CaseError, match=r"- links: bus2 of chp \(a link here has two ends\)$"):
        client.solve_pypsa(n)


def test_a_bent_cost_is_refused_beside_links_of_which_none_has_a_further_end(client: Client) -> None:
    n = network([4000], COAL, GAS)
    n.add("Bus", "south")
    n.add("Link", "out", bus0="bus", bus1="south", p_nom=9, marginal_cost={0.0: 1.0, 1.0: 9.0})
    n.add("Link", "back", bus0="south", bus1="bus", bus2="", p_nom=9)
    with pytest.raises(CaseError, match=r"marginal_cost \(piecewise\) of out"):
        client.solve_pypsa(n)


def test_every_attribute_of_pypsa_has_a_rule() -> None:
    for component in pypsa.Network().components.values():
        rules, defaults = RULES[component.list_name], component.defaults
        inputs = set(defaults.index[defaults["status"].str.startswith("Input")])
        assert "all" in rules or inputs == set(rules), f"{component.list_name}: {inputs ^ set(rules)}"


def test_the_table_of_the_readme_is_that_of_the_rules() -> None:
    text = (ROOT / "api/client/python/README.md").read_text()
    assert attribute_table() in text


def test_a_lossless_network_warns_of_nothing(client: Client) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        client.solve_pypsa(EXAMPLES["part load"](), strict=True, progress=False)


def test_snapshots_of_several_hours_and_none_of_dates(client: Client) -> None:
    n = EXAMPLES["part load"]()
    n.set_snapshots(pd.date_range("2030-01-01", periods=4, freq="3h"))
    n.loads_t.p_set = pd.DataFrame({"load": [4000.0, 6000, 5000, 800]}, index=n.snapshots)
    run = client.solve_pypsa(n, progress=False)
    assert n.objective == pytest.approx(solved("part load").objective, rel=1e-4)
    np.testing.assert_allclose(n.generators_t.p.sum(axis=1), [4000, 6000, 5000, 800])
    assert run.result.dispatch.index.equals(n.snapshots)
    assert run.table("dispatch").index.equals(n.snapshots)
    with pytest.raises(CaseError, match="one hour apart"):
        client.run(n, days=1)
    plain = EXAMPLES["part load"]()
    plain.set_snapshots(range(4))
    plain.loads_t.p_set = pd.DataFrame({"load": [4000.0, 6000, 5000, 800]}, index=plain.snapshots)
    run = client.solve(plain, progress=False)
    assert run.result.dispatch.index.tolist() == [0, 1, 2, 3]
    assert list(run.result.lmp) == ["bus"]


def test_dates_reach_the_result(client: Client) -> None:
    run = client.solve(EXAMPLES["part load"](), progress=False)
    assert run.result.lmp.index[3] == pd.Timestamp("2030-01-01 03:00")


def test_refusals_before_anything_is_sent(client: Client) -> None:
    n = EXAMPLES["part load"]()
    n.loads_t.p_set.iloc[2, 0] = np.nan
    with pytest.raises(CaseError, match=r"loads_t\.p_set\.loc\['2030-01-01 02:00:00', 'load'\] is NaN"):
        client.solve_pypsa(n)
    n = EXAMPLES["part load"]()
    n.generators.loc["gas", "marginal_cost"] = np.nan
    with pytest.raises(CaseError, match=r"generators\.loc\['gas', 'marginal_cost'\] is NaN"):
        client.solve_pypsa(n)
    with pytest.raises(CaseError, match=r"169 h.*client\.run"):
        client.solve_pypsa(network([100] * 169, COAL, GAS))


def test_a_folder_and_a_file_are_the_same_problem(client: Client, tmp_path: Path) -> None:
    n = EXAMPLES["part load"]()
    client.solve_pypsa(n, progress=False)
    again = EXAMPLES["part load"]()
    again.export_to_csv_folder(tmp_path / "folder")
    again.export_to_netcdf(tmp_path / "file.nc")
    for path in (tmp_path / "folder", tmp_path / "file.nc"):
        work = client.solve(path, progress=False)
        assert work.result.raw["objective_value"] == pytest.approx(n.objective, rel=1e-3)
        assert len(work.result.dispatch) == len(n.snapshots)


def test_figures_of_a_run_before_go(client: Client) -> None:
    n = EXAMPLES["part load"]()
    n.generators_t.p = pd.DataFrame({"gone": [1.0] * 4}, n.snapshots)
    n.generators_t.mu_upper = pd.DataFrame({"coal": [1.0] * 4}, n.snapshots)
    client.solve_pypsa(n, progress=False)
    assert list(n.generators_t.p) == ["coal", "gas"]
    assert n.generators_t.mu_upper.empty


def test_infeasible_leaves_the_network_as_it_was(client: Client) -> None:
    n = network([90000], COAL, GAS)
    with pytest.raises(NoSchedule, match="INFEASIBLE"):
        client.solve_pypsa(n, progress=False)
    assert n.generators_t.p.empty


def test_a_run_over_days_takes_a_network_and_leaves_none_behind(client: Client) -> None:
    n = network([4000, 6000, 5000, 800] * 12, COAL, GAS)
    before = client._transport.json("GET", "/api/networks")
    run = client.run(n, days=2, progress=False)
    np.testing.assert_allclose(run.table("dispatch").sum(axis=1), [4000, 6000, 5000, 800] * 12)
    assert run.table("lmp").columns[0][0] == "bus"
    assert client._transport.json("GET", "/api/networks") == before
