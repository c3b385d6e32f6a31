"""Failures before, on the way to and at the server raise exceptions that name them."""

from __future__ import annotations

import os
import socket

import numpy as np
import pandas as pd
import pytest
from conftest import Told

from grid_optimization import CaseError, Client, NotFound, NotSignedIn, Refused, Unreachable, WrongServer

ACCEPTED = {"job_id": "j"}
KEY = "a-key"


def unit(**changes: object) -> dict[str, object]:
    usual = {"name": "coal", "bus": 1, "p_max": 100, "p_min": 10, "marginal_cost": 20, "no_load_cost": 0}
    limits = {"startup_cost": 0, "ramp_up": 100, "ramp_down": 100, "min_uptime": 1, "min_downtime": 1}
    return {**usual, **limits, "initial_status": 1, **changes}


def case(**changes: object) -> dict[str, object]:
    return {"horizon": 2, "generators": [unit()], "loads": [{"bus": 1, "values": [50, 60]}], **changes}


def test_no_server() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    with (
        Client(url, KEY, patience_s=0.1) as client,
        pytest.raises(Unreachable, match=f"{url} cannot be reached"),
    ):
        client.jobs()


@pytest.mark.parametrize("url", ["grid.example.org", "ftp://grid.example.org", "", "http://"])
def test_no_address(url: str) -> None:
    with pytest.raises(WrongServer, match=r"like http://127\.0\.0\.1:8000"):
        Client(url or " ", KEY)


def test_another_server() -> None:
    with Told((200, {}, "<html>")) as told, Client(told.url, KEY) as client:
        with pytest.raises(WrongServer, match="answers 200 with text/html"):
            client.jobs()
        told.answers = [(301, {"location": "https://elsewhere"}, "moved")]
        with pytest.raises(WrongServer, match="redirects to https://elsewhere"):
            client.jobs()


def test_wrong_key() -> None:
    with Client(os.environ["GRID_URL"], "wrong\n") as client, pytest.raises(NotSignedIn) as error:
        client.jobs()
    assert error.value.status == 401
    with pytest.raises(NotSignedIn, match="ASCII"):
        Client(os.environ["GRID_URL"], "k\u00e9y")


def test_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GRID_API_KEY")
    with pytest.raises(NotSignedIn, match="GRID_API_KEY"):
        Client(os.environ["GRID_URL"])


def test_old_server_and_missing_records(client: Client) -> None:
    words = r"has no POST /api/modules/analyst/solve/uc"
    with Told((404, {}, {"detail": "Not Found"})) as told, Client(told.url, KEY) as old:
        expected = pytest.raises(WrongServer, match=words + ": it is older than this client")
        with expected:
            old.solve(case(), type="uc")
    with pytest.raises(NotFound, match="Job not found"):
        client.open_job("00000000-0000-4000-8000-000000000000").status()


def test_refused_fields(client: Client) -> None:
    with pytest.raises(Refused) as error:
        client.solve(case(generators=[unit(initial_status=-1, initial_power_mw=50)]), type="uc")
    assert error.value.status == 422
    assert error.value.loc == ("body", "payload", "generators", 0, "initial_power_mw")
    assert error.value.msg.startswith("payload.generators[0].initial_power_mw: ")
    assert error.value.problems[0]["type"]


def test_a_case_of_32_mb_is_refused_in_words(client: Client) -> None:
    with pytest.raises(Refused, match="Body exceeds 33554432 bytes") as error:
        client.solve(case(generators=[unit(name="x" * 2**25)]), type="uc")
    assert error.value.status == 413


def test_missing_numbers_are_named_before_anything_is_sent() -> None:
    hours = pd.date_range("2030-01-01", periods=2, freq="h")
    missing = [
        (case(loads=[{"bus": 1, "values": [50, float("nan")]}]), r"payload\.loads\[0\]\.values\[1\] is NaN"),
        (
            case(loads=[{"bus": 1, "values": np.array([np.inf, 1])}]),
            r"payload\.loads\[0\]\.values\[0\] is infinite",
        ),
        (
            case(loads=[{"bus": 1, "values": pd.Series([1, None], index=hours)}]),
            r"payload\.loads\[0\]\.values\[1\] is NaN",
        ),
        (
            case(generators=pd.DataFrame([unit(), unit(p_min=None)], index=["coal", "gas"])),
            r"payload\.generators\[1\]\.p_min is NaN",
        ),
    ]
    with Told((500, {}, {"detail": "none should be asked"})) as told, Client(told.url, KEY) as client:
        for payload, words in missing:
            with pytest.raises(CaseError, match=words) as error:
                client.solve(payload)
            assert error.value.loc[:2] == ("body", "payload")
        with pytest.raises(CaseError, match=r"payload\.loads is a set, which has no JSON"):
            client.solve(case(loads={1, 2}))
        assert told.requests == []


def test_repeats_as_the_server_says_and_only_where_it_is_harmless() -> None:
    busy, away = (429, {"retry-after": "1"}, {"detail": "busy"}), (503, {}, {"detail": "away"})
    with Told(busy, away, (202, {}, ACCEPTED)) as told, Client(told.url, KEY) as client:
        job = client.solve(case(), type="uc", wait=False)
        assert job.id == "j"
        keys = {headers["idempotency-key"] for _, _, headers in told.requests}
        assert len(told.requests) == 3
        assert len(keys) == 1
        told.requests.clear()
        told.answers = [(202, {}, ACCEPTED)]
        client.solve(case(), type="uc", wait=False)
        assert told.requests[0][2]["idempotency-key"] not in keys
        # A POST without a key may have had an effect, so it is not repeated.
        told.requests.clear()
        told.answers = [away]
        with pytest.raises(Unreachable, match="away"):
            client._transport.send("POST", "/api/anything")
        assert len(told.requests) == 1


def test_patience_ends() -> None:
    with Told((429, {"retry-after": "60"}, {"detail": "Too many solves"})) as told:
        with Client(told.url, KEY, patience_s=1) as client, pytest.raises(Refused, match="Too many solves"):
            client.solve(case())
        assert len(told.requests) == 1
