"""Features of optional packages: plots and progress bars."""

from __future__ import annotations

import sys

import pytest
from test_errors import case, unit

from grid_optimization import Client


def test_plot_and_what_it_needs(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    wind = {"name": "wind", "bus": 1, "p_min": [0, 0], "p_max": [2, 2]}
    battery = {"name": "battery", "bus": 1, "energy_mwh": 40, "charge_mw": 20, "discharge_mw": 20}
    full = case(
        generators=[unit(p_max=55)],
        renewables=[wind],
        storage=[battery | {"efficiency": 0.9, "initial_mwh": 20}],
    )
    job = client.solve(full, type="uc", progress=False)
    figure = job.result.plot()
    top, bottom = figure.axes
    assert (top.get_ylabel(), bottom.get_ylabel()) == ("MW", "$/MWh")
    assert {text.get_text() for text in top.get_legend().get_texts()} >= {"Coal", "Wind", "Storage"}
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"\[notebook\]"):
        job.result.plot()


def test_without_tqdm_there_is_no_bar(
    client: Client, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    client.solve(case(), type="uc")
    assert "job" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    client.solve(case(), type="uc")
    assert capsys.readouterr().err == ""


def test_ac_check_of_a_schedule(client: Client) -> None:
    line = {"id": "L", "from_bus": 1, "to_bus": 2, "x_pu": 0.1, "r_pu": 0.01, "rating_mw": 100}
    lossy = case(transmission_lines=[line], loads=[{"bus": 2, "values": [50, 60]}])
    job = client.solve(lossy, type="scuc", progress=False)
    check = client.ac_check(job, [1], power_factor=0.95)
    assert check["summary"]["converged"] == 2
    assert all(0 < each["losses_mw"] < 5 for each in check["intervals"])
    with pytest.raises(TypeError, match="power_factor"):
        client.ac_check(job, [1], power_facter=0.95)
