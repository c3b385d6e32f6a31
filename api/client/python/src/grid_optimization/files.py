"""Files with a case or a network, and detection of their format by content."""

from __future__ import annotations

import gzip
import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from .errors import CaseError

HEAD = 100_000
"""Part of a file that is searched for a format, characters."""
MATPOWER = re.compile(r"^[\uFEFF\t ]*(?:function\s+mpc\b|mpc\.\w+\s*=)", re.M)
PSSE_RAW = re.compile(r"(?:\s*@!.*\r?\n)*\s*\d+\s*,\s*[\d.]+\s*,\s*\d+")
FORMATS = "a payload, pglib-uc, UnitCommitment.jl, MATPOWER, RTS-GMLC, PyPSA (CSV), Egret or PSS/E RAW"
UC_JL = "unitcommitment-jl"
KEYS = {"thermal_generators": "pglib-uc", "Generators": UC_JL, "Buses": UC_JL, "elements": "egret"}
"""Key of a JSON file -> format."""
NAMES = {r"buses\.csv": "pypsa-csv", r"bus\.csv": "rts-gmlc", r".+\.raw": "psse-raw", r".+\.m": "matpower"}
"""File name in a zip -> format."""


@dataclass
class ForeignFile:
    """A file or a zip that the server reads: a case, which is a `scenario`, or a `network`."""

    kind: str
    format: str
    content: bytes
    name: str
    hours: int | None = None
    """Length of a network, h; None if only the import knows it."""
    index: pd.Index[Any] | None = None
    """Snapshots of a network, if known."""
    strict: bool = False
    """Whether to refuse losses of the import."""

    def losses(self, report: Mapping[str, Any]) -> list[str]:
        """Refuse losses in the report of the import if `strict`."""
        entries = [*report["changed"], *report["dropped"]]
        losses = [entry["message"] for entry in entries if entry["severity"] == "warning"]
        if self.strict and losses:
            raise CaseError("\n- ".join([f"{self.name} would be another problem at the server:", *losses]))
        return losses

    def place(self, message: str) -> str:
        """Name the place of a refusal in the terms of the user."""
        return message


def read_file(path: Path) -> dict[str, Any] | ForeignFile:
    """Read a payload, or detect the format of a file, zip or folder; else raise `CaseError`."""
    content, name = bytes_of(path), path.name.split(".")[0]
    if zipfile.is_zipfile(io.BytesIO(content)):
        names = [each.rsplit("/", 1)[-1].lower() for each in zipfile.ZipFile(io.BytesIO(content)).namelist()]
        found = (format for form, format in NAMES.items() for each in names if re.fullmatch(form, each))
        if format := next(found, "egret" if any(each.endswith(".json") for each in names) else None):
            return ForeignFile("network", format, content, name)
        tables = "tables of PyPSA (buses.csv) or RTS-GMLC (bus.csv)"
        raise CaseError(f"{path} has no {tables}: {', '.join(names[:5])}")
    try:
        text = gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content
    except (OSError, EOFError) as error:
        raise CaseError(f"{path} is a damaged gzip file") from error
    head = text[:HEAD].decode("utf-8", "replace")
    if MATPOWER.search(head):
        return ForeignFile("scenario", "matpower", content, name)
    if path.suffix.lower() == ".raw" or PSSE_RAW.match(head):
        return ForeignFile("network", "psse-raw", content, name)
    try:
        case = parse_json(text)
    except ValueError as error:
        words = f"it is no valid JSON: {error}" if head.lstrip().startswith("{") else f"it is not {FORMATS}"
        raise CaseError(f"{path}: {words}") from error
    keys = case if isinstance(case, dict) else {}
    if isinstance(keys.get("payload"), dict) or isinstance(keys.get("generators"), list):
        return keys
    for key, format in KEYS.items():
        if isinstance(keys.get(key), dict):
            return ForeignFile("network" if format == "egret" else "scenario", format, content, name)
    raise CaseError(f"{path} is not {FORMATS}: it begins with {', '.join(list(keys)[:5])}")


def parse_json(text: bytes) -> Any:
    """Read I-JSON (RFC 7493): duplicate names in an object raise `ValueError`."""
    return json.loads(text, object_pairs_hook=_names_once)


def _names_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        repeated = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise ValueError(f"the name {json.dumps(repeated)} stands twice in one object")
    return members


def bytes_of(path: Path) -> bytes:
    """Read a file, or pack the tables of a folder."""
    if path.is_dir():
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in sorted(path.rglob("*.csv")):
                archive.write(file, file.relative_to(path).as_posix())
        return packed.getvalue()
    try:
        return path.read_bytes()
    except OSError as error:
        raise CaseError(f"{path} cannot be read: {error.strerror}") from error
