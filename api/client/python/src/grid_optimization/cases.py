"""Conversion of cases, networks and schedules to request bodies."""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from .encode import to_json
from .errors import CaseError, Refused
from .files import ForeignFile, bytes_of, read_file
from .pypsa_network import BINARY, PackedNetwork, is_network, load_network
from .result import Result
from .runs import Run
from .transport import Transport

if TYPE_CHECKING:
    from pypsa import Network

Case: TypeAlias = "Mapping[str, Any] | str | PathLike[str] | Network"
JobType = Literal["uc", "scuc", "ed"]
LONGEST_SOLVE_H = 168
UNREADABLE = 422
MODELS = {"uc": "uc-standard", "scuc": "scuc-dc", "ed": "ed-hourly"}


def read_case(case: Any, strict: bool = True) -> dict[str, Any] | ForeignFile:
    """Read a payload, or pack a file for the server; `strict` as in `Client.solve`."""
    if isinstance(case, Mapping):
        return dict(case)
    if is_network(case):
        return PackedNetwork(case, strict)
    path = Path(case)
    if path.suffix.lower() in BINARY:
        network = load_network(path)
        if network is None:
            words = (
                "is read by PyPSA: pip install pypsa, or send the folder of network.export_to_csv_folder()"
            )
            raise CaseError(f"{path} {words}")
        return PackedNetwork(network, strict)
    file = read_file(path)
    if isinstance(file, ForeignFile) and file.format == "pypsa-csv":
        file.strict = strict
        network = load_network(file.content)
        return file if network is None else PackedNetwork(network, strict)
    return file


def schedule_bytes(schedule: Any) -> bytes:
    """Read or pack a schedule."""
    if is_network(schedule):
        return PackedNetwork(schedule).schedule()
    given = schedule.raw if isinstance(schedule, Result) else schedule
    return to_json(given) if isinstance(given, Mapping) else bytes_of(Path(given))


def one_solve(
    hours: int, type: JobType, timeout: int | None = None, mip_gap: float | None = None
) -> dict[str, Any]:
    """Make the body of a run with one solve of a network."""
    if hours > LONGEST_SOLVE_H:
        words = f"The network has {hours} h, one solve at most {LONGEST_SOLVE_H}"
        raise CaseError(
            f"{words}: set fewer snapshots, solve(..., hours=24), or client.run(network, days=...)"
        )
    limits = {"time_limit": timeout, "mip_gap": mip_gap}
    solver = {"id": "highs", **{name: value for name, value in limits.items() if value is not None}}
    options = {"horizon": hours, **({"n_1": False} if type == "scuc" else {})}
    return {"pcm_model_id": MODELS[type], "solver": solver, "options": options}


def imported_case(transport: Transport, file: ForeignFile) -> dict[str, Any]:
    """Import a case at the server."""
    with _stored(transport, "scenario", file) as (path, _):
        return dict(transport.json("GET", path)["payload"])


def run_of(transport: Transport, file: ForeignFile, body_of: Callable[[int], Mapping[str, Any]]) -> Run:
    """Send a network and run it; the run keeps a copy."""
    if file.hours is not None:
        body_of(file.hours)
    with _stored(transport, "network", file) as (path, hours):
        buses = transport.json("GET", path)["buses"]
        names = {f"bus_{bus['id']}": bus["name"] for bus in buses if bus.get("name")}
        sent = {**body_of(hours), "network_id": path.rsplit("/", 1)[-1]}
        id = transport.json("POST", "/api/model-builder/run", sent, once=True)["execution_id"]
    return Run(transport, id, names, file.index)


@contextmanager
def _stored(transport: Transport, kind: str, file: ForeignFile) -> Iterator[tuple[str, int]]:
    """Import a network temporarily; yield its id and hours. Losses are refused, or warned of."""
    id = f"python-{secrets.token_hex(8)}"
    path = f"/api/{kind}s/{id}"
    binary = "application/zip" if file.content[:2] == b"PK" else "application/octet-stream"
    params = {"format": file.format, f"{kind}_id": id, "name": file.name[:200]}
    sent: dict[str, Any] = {"params": params, "content": file.content, "headers": {"content-type": binary}}
    try:
        reply = transport.json("POST", f"/api/{kind}s/import", **sent, harmless=True)
    except Refused as error:
        if error.status != UNREADABLE:
            raise
        raise CaseError(file.place(error.msg), status=error.status) from error
    try:
        if losses := file.losses(reply["report"]):
            told = "\n- ".join([f"{file.name} is another problem at the server:", *losses])
            # The warning points to the caller of `solve`, `run` or `solve_pypsa`, five calls up the stack.
            warnings.warn(told, stacklevel=5)
        yield path, int(reply.get("counts", {}).get("hours", 1))
    finally:
        transport.send("DELETE", path, harmless=True)
