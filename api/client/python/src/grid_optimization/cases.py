"""Cases, networks and schedules in whatever form they come -> what the server takes."""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from .encode import to_json
from .errors import CaseError
from .files import ForeignFile, bytes_of, read_file
from .pypsa_network import PackedNetwork, is_network
from .result import Result
from .runs import Run
from .transport import Transport

if TYPE_CHECKING:
    from pypsa import Network

Case: TypeAlias = "Mapping[str, Any] | str | PathLike[str] | Network"
JobType = Literal["uc", "scuc", "ed"]
LONGEST_SOLVE_H = 168
MODELS = {"uc": "uc-standard", "scuc": "scuc-dc", "ed": "ed-hourly"}


def read_case(case: Any) -> dict[str, Any] | ForeignFile:
    """Read a payload, or pack what the server reads."""
    if isinstance(case, Mapping):
        return dict(case)
    return PackedNetwork(case) if is_network(case) else read_file(Path(case))


def schedule_bytes(schedule: Any) -> bytes:
    """Read or pack a schedule."""
    if is_network(schedule):
        return PackedNetwork(schedule).content
    given = schedule.raw if isinstance(schedule, Result) else schedule
    return to_json(given) if isinstance(given, Mapping) else bytes_of(Path(given))


def one_solve(
    network: ForeignFile, type: JobType, timeout: int = 300, mip_gap: float | None = None
) -> dict[str, Any]:
    """Write the run of one solve of a network."""
    if network.hours > LONGEST_SOLVE_H:
        words = f"The network has {network.hours} h, one solve at most {LONGEST_SOLVE_H}"
        raise CaseError(f"{words}: set fewer snapshots, or use client.run(network, days=...)")
    solver = {"id": "highs", "time_limit": timeout} | ({} if mip_gap is None else {"mip_gap": mip_gap})
    options = {"horizon": network.hours, **({"n_1": False} if type == "scuc" else {})}
    return {"pcm_model_id": MODELS[type], "solver": solver, "options": options}


def imported_case(transport: Transport, file: ForeignFile) -> dict[str, Any]:
    """Have the server read a case."""
    with _stored(transport, "scenario", file) as path:
        return dict(transport.json("GET", path)["payload"])


def run_of(transport: Transport, file: ForeignFile, body: Mapping[str, Any], strict: bool = False) -> Run:
    """Send a network and run it, which keeps a copy."""
    with _stored(transport, "network", file, strict) as path:
        buses = transport.json("GET", path)["buses"]
        names = {f"bus_{bus['id']}": bus["name"] for bus in buses if bus.get("name")}
        sent = {**body, "network_id": path.rsplit("/", 1)[-1]}
        id = transport.json("POST", "/api/model-builder/run", sent, once=True)["execution_id"]
    return Run(transport, id, names)


@contextmanager
def _stored(transport: Transport, kind: str, file: ForeignFile, strict: bool = False) -> Iterator[str]:
    """Path of an import, which is taken away again; what is lost is refused, or a warning."""
    id = f"python-{secrets.token_hex(8)}"
    path = f"/api/{kind}s/{id}"
    binary = "application/zip" if file.content[:2] == b"PK" else "application/octet-stream"
    params = {"format": file.format, f"{kind}_id": id, "name": file.name[:200]}
    sent: dict[str, Any] = {"params": params, "content": file.content, "headers": {"content-type": binary}}
    report = transport.json("POST", f"/api/{kind}s/import", **sent, harmless=True)["report"]
    try:
        if losses := file.losses(report):
            told = "\n- ".join([f"{file.name} is another problem at the server:", *losses])
            if strict:
                raise CaseError(told)
            # Five calls up is who called `solve`, `run` or `solve_pypsa`.
            warnings.warn(told, stacklevel=5)
        yield path
    finally:
        transport.send("DELETE", path, harmless=True)
