"""Submissions, and files that the server reads on their behalf."""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from .encode import to_json
from .errors import NotLossless
from .files import ForeignFile
from .pypsa_export import PackedNetwork
from .run import Run
from .transport import Transport

BINARY = "application/octet-stream"


def submit(transport: Transport, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """Submit once, however often the request is sent."""
    headers = {"content-type": "application/json", "idempotency-key": secrets.token_hex(16)}
    reply: dict[str, Any] = transport.json("POST", path, content=to_json(body), headers=headers)
    return reply


def stored_scenario(transport: Transport, name: str, type: str, payload: Mapping[str, Any]) -> str:
    """Store a payload as a scenario, and give its id."""
    id = f"{name}-{secrets.token_hex(4)}"
    body = to_json({"name": name, "job_type": type, "payload": payload})
    headers = {"content-type": "application/json"}
    transport.json("PUT", f"/api/scenarios/{id}", content=body, headers=headers, harmless=True)
    return id


def imported_case(transport: Transport, file: ForeignFile) -> dict[str, Any]:
    """Have the server read a case; its scenario is gone once it is read back."""
    id = f"python-{secrets.token_hex(8)}"
    report = _import(transport, "scenarios", file, {"scenario_id": id})
    warn(file.name, _changed(report))
    payload: dict[str, Any] = transport.json("GET", f"/api/scenarios/{id}")["payload"]
    transport.send("DELETE", f"/api/scenarios/{id}", harmless=True)
    return payload


def run_of(
    transport: Transport, sent: PackedNetwork | ForeignFile, body: Mapping[str, Any], strict: bool = False
) -> Run:
    """Send a network, run it, and take it away again: the run keeps a copy."""
    file = sent.file if isinstance(sent, PackedNetwork) else sent
    id = f"python-{secrets.token_hex(8)}"
    path = f"/api/networks/{id}"
    report = _import(transport, "networks", file, {"network_id": id, "name": file.name[:200]})
    try:
        losses = sent.losses(report) if isinstance(sent, PackedNetwork) else _changed(report)
        if strict and losses:
            raise NotLossless(_told(file.name, losses))
        warn(file.name, losses)
        buses = transport.json("GET", path)["buses"]
        names = {f"bus_{bus['id']}": bus["name"] for bus in buses if bus.get("name")}
        reply = submit(transport, "/api/model-builder/run", {**body, "network_id": id})
    finally:
        transport.send("DELETE", path, harmless=True)
    return Run(transport, reply["execution_id"], names, report)


def _import(transport: Transport, kind: str, file: ForeignFile, query: Mapping[str, str]) -> dict[str, Any]:
    headers = {"content-type": "application/zip" if file.content[:2] == b"PK" else BINARY}
    params = {"format": file.format, **query}
    path, content = f"/api/{kind}/import", file.content
    reply = transport.json("POST", path, params=params, content=content, headers=headers, harmless=True)
    report: dict[str, Any] = reply["report"]
    return report


def _changed(report: Mapping[str, Any]) -> list[str]:
    entries = [*report["changed"], *report["dropped"]]
    return [entry["message"] for entry in entries if entry["severity"] == "warning"]


def _told(name: str, losses: Sequence[str]) -> str:
    return f"{name} is another problem at the server:" + "".join(f"\n- {loss}" for loss in losses)


def warn(name: str, losses: Sequence[str]) -> None:
    """Warn where `solve`, `run` or `solve_pypsa` is called."""
    if losses:
        warnings.warn(_told(name, losses), stacklevel=4)
