"""Solves, runs and experiments on the running stack, and their results."""

from __future__ import annotations

import copy
import json
import os
import pickle
import re
import sys
import warnings
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pandas as pd
import pytest
from conftest import FORMATS, ROOT, Told
from test_errors import case, unit

from grid_optimization import CaseError, Client, Detached, Job, JobFailed, NoSchedule, Refused, Run, runs
from grid_optimization.fuels import FUEL_KINDS, kind_of_renewable, kind_of_unit
from grid_optimization.runs import bar_of


@pytest.fixture(scope="module")
def day(client: Client) -> Job:
    hours = pd.date_range("2030-06-01", periods=24, freq="h")
    load = pd.Series(100 + 40 * np.sin(np.arange(24) / 4), index=hours)
    units = pd.DataFrame([unit(p_max=120), unit(name="gas", bus=2, marginal_cost=50, p_max=80, p_min=0)])
    payload = {
        "horizon": 24,
        "start_time": "2030-06-01T00:00:00",
        "generators": units,
        "loads": [{"bus": 2, "values": load}],
        "renewables": [{"name": "wind", "bus": 1, "p_min": np.zeros(24), "p_max": np.full(24, 15.0)}],
        "storage": [
            {"name": "battery", "bus": 2, "energy_mwh": 40, "charge_mw": 20, "discharge_mw": 20}
            | {"efficiency": 0.9, "initial_mwh": 20}
        ],
        "transmission_lines": [{"id": "L", "from_bus": 1, "to_bus": 2, "x_pu": 0.1, "rating_mw": 90}],
        "reserves": [{"name": "spin", "mw": 10}],
    }
    job = client.solve(payload, name="a day in Python", progress=False)
    assert isinstance(job, Job)
    return job


def test_tables_add_up(day: Job) -> None:
    result = day.result
    assert result.status == "OPTIMAL"
    load = 100 + 40 * np.sin(np.arange(24) / 4)
    assert isinstance(result.dispatch.index, pd.DatetimeIndex)
    assert result.dispatch.index[5] == pd.Timestamp("2030-06-01 05:00")
    assert list(result.dispatch) == ["coal", "gas", "wind", "battery"]
    np.testing.assert_allclose(result.dispatch.sum(axis=1), load, atol=1e-6)
    np.testing.assert_allclose(result.by_fuel.sum(axis=1), load, atol=1e-6)
    assert list(result.by_fuel) == ["coal", "gas_cc", "storage", "wind"]
    sent = result.dispatch["coal"] + result.dispatch["wind"]
    np.testing.assert_allclose(result.flows["L"], sent, atol=1e-6)
    assert result.flows["L"].max() <= 90 + 1e-6
    assert set(np.unique(result.commitment)) <= {0, 1}
    assert list(result.lmp) == ["bus_1", "bus_2"]
    assert result.reserves["spin"].sum(axis=1).min() >= 10 - 1e-6
    energy = result.storage["battery"]["energy_mwh"]
    assert energy.between(-1e-6, 40 + 1e-6).all()


def test_summary_and_certificate(day: Job) -> None:
    summary, certificate = day.result.summary, day.result.certificate
    assert certificate["verified"] is True
    assert summary["objective_value"] >= summary["independent_bound_usd"] - 1e-6
    assert summary["mip_gap"] <= 0.001
    assert day.case()["horizon"] == 24


def test_a_schedule_is_verified(client: Client, day: Job, tmp_path: Path) -> None:
    given, schedule = day.case(), day.result.raw
    assert client.verify(given, day.result)["verified"] is True
    wrong = {**schedule["dispatch_mw"], "coal": [mw + 5 for mw in schedule["dispatch_mw"]["coal"]]}
    file = tmp_path / "schedule.json"
    file.write_text(json.dumps({"dispatch_mw": wrong, "commitment": schedule["commitment"]}))
    found = client.verify(given, file, bound=True)
    assert found["verified"] is False
    assert "power_balance" in {problem["check"] for problem in found["problems"]}
    file.write_text("hour,unit")
    with pytest.raises(CaseError, match="as JSON"):
        client.verify(given, file)
    with pytest.raises(Refused, match="dispatch_mw"):
        client.verify(given, {"commitment": {}})


def test_what_if_holds_and_a_link_opens(client: Client, day: Job) -> None:
    answer = client.what_if(day, [{"load": "*", "factor": 1.01}])
    interval, exact = answer["interval"], client.open_job(answer["what_if_id"]).result
    assert interval["lower_usd"] - 1e-6 <= exact.raw["objective_value"]
    assert exact.raw["lower_bound_usd"] <= interval["upper_usd"] + 1e-6
    link = client.share(day, days=1)
    assert link.startswith(f"{os.environ['GRID_URL']}/#/shared/gos_")
    headers = {"authorization": f"Bearer {link.rsplit('/', 1)[1]}"}
    assert httpx.get(f"{os.environ['GRID_URL']}/api/shared", headers=headers).json()["id"] == day.id
    signed = day.signed_certificate()
    assert signed["statement"]["job_id"] == day.id
    assert signed["signature"]


def test_schedules_are_made_changed_listed_and_deleted() -> None:
    with Told((200, {}, {"schedules": [{"schedule_id": "s"}]})) as told, Client(told.url, "a-key") as client:
        client.schedule(name="every morning", cron=["30 6 * * *"], solve={"scenario_id": "demo-24h"})
        client.schedule("s", name="every day")
        assert client.schedules()["schedule_id"].tolist() == ["s"]
        client.delete_schedule("s")
    path = "/api/schedules"
    expected = [("POST", path), ("PATCH", f"{path}/s"), ("GET", path), ("DELETE", f"{path}/s")]
    assert [request[:2] for request in told.requests] == expected


def test_html_is_whole_and_safe(client: Client, day: Job) -> None:
    html = day.result._repr_html_()
    assert "OPTIMAL" in html
    ElementTree.fromstring(html.replace("<br>", "<br/>").replace("&middot;", "-"))
    assert html.count('<path d="M0 ') >= 3
    hostile = client.solve(case(generators=[unit(name="<script>x</script>")]), type="uc", progress=False)
    assert "<script>" not in hostile.result._repr_html_()


def test_hours_without_a_date(client: Client) -> None:
    result = client.solve(case(interval_minutes=15), type="uc", progress=False).result
    assert result.dispatch.index.tolist() == [0, 0.25]
    assert result.flows.empty
    assert list(result.reserves) == []


def test_infeasible_says_why(client: Client) -> None:
    job = client.solve(case(loads=[{"bus": 1, "values": [50, 500]}]), type="uc", progress=False)
    assert job.result.status == "INFEASIBLE"
    with pytest.raises(NoSchedule, match=r"INFEASIBLE.*500"):
        _ = job.result.dispatch
    assert "INFEASIBLE" in job.result._repr_html_()


@pytest.mark.parametrize(("folder", "file"), [("pglib-uc", "*.json"), ("unitcommitment-jl", "*.json*")])
def test_cases_of_other_tools(client: Client, folder: str, file: str) -> None:
    path = next(
        each for each in sorted((FORMATS / folder).rglob(file)) if "files" in str(each) or each.stem == "file"
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        job = client.solve(path, progress=False)
    assert job.result.status in ("OPTIMAL", "FEASIBLE", "INFEASIBLE")
    kept = client._transport.json("GET", "/api/scenarios", params={"limit": 100})["scenarios"]
    assert not [each for each in kept if each["scenario_id"].startswith("python-")]


def test_a_file_with_a_payload_and_files_with_none(client: Client, tmp_path: Path) -> None:
    file = tmp_path / "two hours.json"
    file.write_text(json.dumps({"payload": case(), "timeout": 30}))
    job = client.solve(file, type="uc", progress=False)
    assert job.result.status == "OPTIMAL"
    assert client.jobs(limit=1).loc[0, "scenario_id"] == "two hours"
    for text, words in [
        ("{", "no valid JSON"),
        ("x", "is not a payload"),
        ("{}", "begins with"),
        ("[1]", "is not"),
    ]:
        file.write_text(text)
        with pytest.raises(CaseError, match=words):
            client.solve(file)
    with pytest.raises(CaseError, match="No such file"):
        client.solve(tmp_path / "nowhere.json")


def test_hours_of_a_network_are_those_of_its_file(client: Client) -> None:
    path = FORMATS / "egret" / "files"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        work = client.solve(next(iter(sorted(path.glob("*.json")))), type="uc", progress=False)
        first = client.solve(next(iter(sorted(path.glob("*.json")))), type="uc", hours=1, progress=False)
    assert isinstance(work, Run)
    periods = json.loads(next(iter(sorted(path.glob("*.json")))).read_text())["system"]["time_keys"]
    assert len(work.result.lmp) == len(periods)
    assert len(first.result.lmp) == 1


def test_what_pypsa_has_to_read_says_so(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pypsa", None)
    with pytest.raises(CaseError, match="pip install pypsa"):
        client.solve(tmp_path / "network.nc")
    with pytest.raises(CaseError, match="another problem"):
        client.solve(FORMATS / "pypsa-csv" / "files")
    with pytest.warns(UserWarning, match="another problem"):
        run = client.solve(FORMATS / "pypsa-csv" / "files", type="uc", progress=False, strict=False)
    assert isinstance(run, Run)
    assert run.status()["status"] == "completed"
    assert run.table("dispatch").index.equals(run.result.index)


def test_what_is_misspelt_is_refused_with_the_nearest_name(client: Client) -> None:
    wrong: dict[str, Any] = {"time_limit": 3}
    with pytest.raises(TypeError, match="'time_limit' is no argument of solve; did you mean 'timeout'"):
        client.solve(case(), **wrong)
    with pytest.raises(TypeError, match=r"'dayz' is no option of .*; did you mean 'days'"):
        client.run(dayz=2)
    with pytest.raises(TypeError, match="did you mean 'time_limit'"):
        client.run(solver={"timelimit": 2})
    with pytest.raises(TypeError, match="did you mean 'max_parallel'"):
        client.experiment("demo", {}, max_paralel=2)
    with pytest.raises(TypeError, match="did you mean 'cron'"):
        client.schedule(name="x", kron="* * * * *")
    with pytest.raises(TypeError, match="did you mean 'status'"):
        client.jobs(state="x", statuz="queued")
    with pytest.raises(ValueError, match=r"payload\.generators\[0\]\.pmax is no field; did you mean 'p_max'"):
        client.solve(case(generators=[unit(pmax=3)]))


def test_a_cell_without_a_number_says_nothing_where_it_may_be_absent(client: Client) -> None:
    units = pd.DataFrame([unit(shutdown_cost=7), unit(name="gas", p_max=5)])
    job = client.solve(case(generators=units), type="uc", progress=False)
    assert "shutdown_cost" not in job.case()["generators"][1]


def test_results_are_pickled_and_copied(day: Job) -> None:
    again = pickle.loads(pickle.dumps(day.result))
    pd.testing.assert_frame_equal(again.by_fuel, day.result.by_fuel)
    assert copy.deepcopy(day).result.raw == day.result.raw
    with pytest.raises(TypeError, match="API key"):
        pickle.dumps(day)


def test_many_cases_side_by_side(client: Client) -> None:
    cases = [case(loads=[{"bus": 1, "values": [mw, mw]}]) for mw in (20, 50, 90)]
    jobs = client.solve_many(cases, type="uc", progress=False)
    assert [job.result.raw["objective_value"] for job in jobs] == [800, 2000, 3600]
    with pytest.raises(Refused, match="p_max"):
        client.solve_many([cases[0], case(generators=[unit(p_max="x")])], type="uc", progress=False)


def test_many_cases_wait_as_the_server_says() -> None:
    full = (429, {"retry-after": "1"}, {"detail": "Too many solves"})
    accepted, over = (202, {}, {"job_id": "j"}), (200, {}, {"status": "completed"})
    with Told(accepted, full, over, (202, {}, {"job_id": "k"}), over) as told:
        with Client(told.url, "a-key", patience_s=0.1) as client:
            jobs = client.solve_many([case(), case()], type="uc", progress=False)
        assert [job.id for job in jobs] == ["j", "k"]
        assert [method for method, *_ in told.requests] == ["POST", "POST", "GET", "POST", "GET"]


def test_a_bar_ends_full(client: Client) -> None:
    pytest.importorskip("tqdm")
    bars: list[Any] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "bar_of", lambda *given: bars.append(bar_of(*given)) or bars[-1])
        job = client.solve(case(), type="uc")
    assert [bar.n for bar in bars] == [100]
    assert "OPTIMAL" in job._repr_html_()


def test_webhooks_and_schedules_are_made_paused_started_and_listed(client: Client) -> None:
    hook = client.webhook("https://example.org/hook", ["job.ended"])
    assert client.webhooks()["webhook_id"].tolist() == [hook["webhook_id"]]
    client.webhook(id=hook["webhook_id"], events=["run.ended"])
    assert client.deliveries(hook["webhook_id"]).empty
    client.delete_webhook(hook["webhook_id"])
    made = client.schedule(name="yearly", cron="0 0 1 1 *", solve={"scenario_id": "demo-24h"})
    id = made["schedule_id"]
    client.pause_schedule(id)
    assert client.schedules().set_index("schedule_id").loc[id, "paused"]
    client.resume_schedule(id)
    assert client.schedule_history(id).empty
    client.delete_schedule(id)


def test_ctrl_c_detaches(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = iter([{"status": "queued"}])

    def status(self: Job, wait_s: int = 0) -> dict[str, object]:
        try:
            return next(looks)
        except StopIteration:
            raise KeyboardInterrupt from None

    with monkeypatch.context() as patch:
        patch.setattr(Job, "status", status)
        with pytest.raises(Detached) as error:
            client.solve(case(), type="uc", progress=False)
    assert f"client.open_job('{error.value.id}')" in error.value.msg
    assert client.open_job(error.value.id).result.status == "OPTIMAL"


def test_cancelled_jobs_have_no_result() -> None:
    answers = [(200, {}, {"cancelled": True}), (200, {}, {"status": "cancelled"})]
    with Told(*answers) as told, Client(told.url, "a-key") as client:
        job = client.open_job("j")
        job.cancel()
        with pytest.raises(JobFailed, match="job j cancelled"):
            _ = job.result
        assert told.requests[0][:2] == ("DELETE", "/api/modules/analyst/solve/j")


def test_experiment(client: Client) -> None:
    experiment = client.experiment(case(), {"load": [0.9, 1.0, 1.1]}, type="uc", name="loads", progress=False)
    costs = experiment.results.sort_values("load")["total_cost_usd"]
    np.testing.assert_allclose(costs, [20 * 110 * factor for factor in (0.9, 1.0, 1.1)])
    assert [variable["name"] for variable in experiment.summary["variables"]] == ["load"]


def test_run_of_days(client: Client) -> None:
    run = client.run(days=2, progress=False)
    dispatch, lmp = run.table("dispatch"), run.table("lmp")
    assert len(dispatch) == 48
    np.testing.assert_allclose(dispatch.sum().sum(), run.report["totals"]["generation_mwh"])
    bus = lmp.columns[0][0]
    assert set(lmp[bus]) == {"lmp_usd_per_mwh", "energy", "congestion", "loss"}
    np.testing.assert_allclose(
        sum(unit["generation_mwh"] for unit in run.report["by_unit"]), run.report["totals"]["generation_mwh"]
    )
    assert len(run.table("days")) == 2
    with pytest.raises(NoSchedule, match="2 solves"):
        _ = run.result


@pytest.mark.parametrize("readme", ["api/client/README.md", "api/client/python/README.md"])
def test_lines_of_the_readme(readme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "case.json").write_text(json.dumps(case()))
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.+?)```", (ROOT / readme).read_text(), re.S)
    assert blocks
    for block in blocks:
        names: dict[str, object] = {}
        exec(block, names)
        job = names["job"]
        assert isinstance(job, Job)
        assert job.result.dispatch["coal"].tolist() == [50, 60]


def test_kinds_of_fuel_are_those_of_the_pages() -> None:
    source = (ROOT / "api" / "client" / "fuels.ts").read_text()
    table = source[source.index("FUEL_KINDS = [") : source.index("] as const")]
    found = re.findall(
        r"kind: '(\w+)',\s*text: '([^']+)',\s*color: '(#\w+)',\s*words: (?:/(.+)/|undefined),?\s", table
    )
    assert {kind: (text, color, words or None) for kind, text, color, words in found} == FUEL_KINDS
    assert list(FUEL_KINDS) == [kind for kind, *_ in found]
    units = {"gas CT 1": "gas_ct", "Gas": "gas_cc", "CC_2": "gas_cc", "steam 3": "coal", "unit 4": "other"}
    assert {name: kind_of_unit({"name": name}) for name in units} == units
    assert kind_of_renewable({"name": "a", "p_max": [0, 0, 5, 9]}) == "solar"
    assert kind_of_renewable({"name": "a", "p_max": [1, 2]}) == "wind"
