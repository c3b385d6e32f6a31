"""Files with a case or a network: which format one has, by its content."""

from __future__ import annotations

import gzip
import io
import json
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import CaseError

HEAD = 100_000
"""The head of a long file is enough to know it, characters."""
MATPOWER = re.compile(r"^[\uFEFF\t ]*(?:function\s+mpc\b|mpc\.\w+\s*=)", re.M)
PSSE_RAW = re.compile(r"(?:\s*@!.*\r?\n)*\s*\d+\s*,\s*[\d.]+\s*,\s*\d+")
FORMATS = "a payload, pglib-uc, UnitCommitment.jl, MATPOWER, RTS-GMLC, PyPSA (CSV), Egret or PSS/E RAW"


@dataclass(frozen=True)
class ForeignFile:
    """A file or a zip that the server reads: its `kind` is `scenario` or `network`."""

    kind: str
    format: str
    content: bytes
    name: str


def read_file(path: Path) -> dict[str, Any] | ForeignFile:
    """Read a payload, or find out which format a file, a zip or a folder has, else `CaseError`."""
    if path.is_dir():
        return _tables(path, zip_of(path))
    try:
        content = path.read_bytes()
    except OSError as error:
        raise CaseError(f"{path} cannot be read: {error.strerror}") from error
    if zipfile.is_zipfile(io.BytesIO(content)):
        return _tables(path, content)
    if path.suffix in (".nc", ".h5"):
        raise CaseError(f"{path}: open it with pypsa.Network({str(path)!r}), and solve that")
    text = _text(path, content)
    if MATPOWER.search(text[:HEAD]):
        return ForeignFile("scenario", "matpower", content, path.stem)
    if path.suffix.lower() == ".raw" or PSSE_RAW.match(text[:HEAD]):
        return ForeignFile("network", "psse-raw", content, path.stem)
    return _json(path, content, text)


def zip_of(folder: Path) -> bytes:
    """Pack the tables of a folder."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*.csv")):
            archive.write(file, file.relative_to(folder).as_posix())
    return packed.getvalue()


def _tables(path: Path, packed: bytes) -> ForeignFile:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        names = [name.rsplit("/", 1)[-1].lower() for name in archive.namelist()]
    endings = {"psse-raw": ".raw", "matpower": ".m", "egret": ".json"}
    found = "pypsa-csv" if "buses.csv" in names else "rts-gmlc" if "bus.csv" in names else None
    found = found or next(
        (format for format, end in endings.items() if any(name.endswith(end) for name in names)), None
    )
    if found is None:
        raise CaseError(
            f"{path} has no tables of PyPSA (buses.csv) or RTS-GMLC (bus.csv): {', '.join(names[:5])}"
        )
    return ForeignFile("network", found, packed, path.stem)


def _text(path: Path, content: bytes) -> str:
    try:
        plain = gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content
    except (OSError, EOFError) as error:
        raise CaseError(f"{path} is packed with gzip, and damaged") from error
    return plain.decode("utf-8", "replace")


def _json(path: Path, content: bytes, text: str) -> dict[str, Any] | ForeignFile:
    try:
        case = json.loads(text)
    except ValueError as error:
        words = f"it is no valid JSON: {error}" if text.lstrip().startswith("{") else f"it is not {FORMATS}"
        raise CaseError(f"{path}: {words}") from error
    if not isinstance(case, dict):
        raise CaseError(f"{path} is not {FORMATS}")
    if isinstance(case.get("payload"), dict) or isinstance(case.get("generators"), list):
        return case
    formats = {
        "thermal_generators": ("scenario", "pglib-uc"),
        "Generators": ("scenario", "unitcommitment-jl"),
        "Buses": ("scenario", "unitcommitment-jl"),
        "elements": ("network", "egret"),
    }
    for key, (kind, format) in formats.items():
        if isinstance(case.get(key), dict):
            return ForeignFile(kind, format, content, path.name.split(".")[0])
    raise CaseError(f"{path} is not {FORMATS}: it begins with {', '.join(list(case)[:5])}")
