"""Packs a PyPSA network as a zip of a CSV folder that the server reads as the same problem."""

from __future__ import annotations

import io
import re
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from .errors import CaseError
from .files import ForeignFile
from .pypsa_check import check_numbers, losses_of, told
from .pypsa_tables import KINDS, Tables

if TYPE_CHECKING:
    from pypsa import Network

TABLES_OF_SERVER = (
    ("generators", "storage_units", "stores"),
    ("lines", "transformers", "links"),
    ("buses",),
    ("loads",),
)
"""Kinds that may share names in PyPSA but are columns of one table at the server."""
LONGEST_NAME = 90
UNSAFE_NAME = re.compile(r"\s.*|.*\s|['=+@-].*|__proto__|n/?a|null|-?nan|none|<na>|#n.*|", re.I | re.S)
OUTPUTS = {"generators": ("p", "status"), "links": ("p0",), "storage_units": ("p",), "stores": ("p",)}
EXACT = ("ramp", "rating", "zero_reactance", "unlimited_output")
"""Substitutes that change no cost by a millionth: a limit of 0 is very small, an infinite one very large."""
APPROXIMATE = "quadratic"
BINARY = (".nc", ".h5", ".hdf5")


def is_network(value: object) -> bool:
    """Whether `value` is a `pypsa.Network`, without importing PyPSA."""
    kinds = type(value).__mro__
    return any(kind.__name__ == "Network" and kind.__module__.startswith("pypsa.") for kind in kinds)


def load_network(source: Path | bytes) -> Network | None:
    """Read a PyPSA file or a zip of its CSV folder, if PyPSA is installed."""
    try:
        import pypsa
    except ImportError:
        return None
    if isinstance(source, Path):
        return pypsa.Network(source)
    with tempfile.TemporaryDirectory(prefix="grid-pypsa-") as folder:
        with zipfile.ZipFile(io.BytesIO(source)) as archive:
            archive.extractall(folder)
        tables = next(Path(folder).rglob("buses.csv"))
        return pypsa.Network(tables.parent)


class PackedNetwork(ForeignFile):
    """A network in the form of the server: tables with one hour per snapshot, as PyPSA counts them.

    `names` are those at the server, by kind of component; `lost` is what `strict=False` solves without.
    """

    def __init__(self, network: Network, strict: bool = True) -> None:
        check_numbers(network)
        if len(network.lines) or len(network.transformers):
            # Derives impedances from the standard types of lines, as PyPSA's `optimize` does.
            network.calculate_dependent_values()
        self.network = network
        self.lost = list(losses_of(network))
        if strict and self.lost:
            words = f"has parts without a counterpart; strict=False solves without them:{told(self.lost)}"
            raise CaseError(f"{_title(network)} {words}", loc=self.lost[0][:2])
        self.tables = Tables(network, self.lost)
        if not any(len(self.tables[kind].static) for kind in KINDS[1:]):
            raise CaseError(f"{_title(network)} has nothing left to solve{told(self.lost)}")
        self.names = _names(self.tables)
        content = _zipped(self._files())
        super().__init__(
            "network",
            "pypsa-csv",
            content,
            _title(network),
            len(network.snapshots),
            network.snapshots,
            strict,
        )

    def losses(self, report: Mapping[str, Any]) -> list[str]:
        """List what the solve leaves out or approximates; `strict` refuses losses that the import reports."""
        entries = [each for each in (*report["changed"], *report["dropped"]) if each["severity"] == "warning"]
        others = [self._told(each) for each in entries if each["code"] not in (*EXACT, APPROXIMATE)]
        if self.strict and others:
            raise CaseError(f"{self.name} would be another problem at the server: {'; '.join(others)}")
        near = [self._told(each) for each in entries if each["code"] == APPROXIMATE]
        return [*told(self.lost).split("\n- ")[1:], *others, *near]

    def place(self, message: str) -> str:
        """Name the element of a refusal, which names a line of a table."""
        at = re.search(r"(\w+)(-\w+)?\.csv, line (\d+), column '([^']*)': (.*)", message, re.S)
        if not at or at[1] not in self.tables:
            return message
        rows = self.network.snapshots if at[2] else self.tables[at[1]].static.index
        row = int(at[3]) - 2
        where = f"{at[1]}{(at[2] or '').replace('-', '_t.')}"
        return f"{where}.loc[{str(rows[row])!r}, {at[4]!r}]: {at[5]}" if 0 <= row < len(rows) else message

    def check_hourly(self) -> None:
        """Refuse snapshots that are not hours, for runs by days."""
        snapshots = self.network.snapshots
        if (
            isinstance(snapshots, pd.DatetimeIndex)
            and (snapshots[1:] - snapshots[:-1] != pd.Timedelta(hours=1)).any()
        ):
            raise CaseError(
                "A run over days needs snapshots one hour apart: use solve_pypsa, or resample the network"
            )

    def schedule(self) -> bytes:
        """Pack the network with its schedule."""
        return _zipped({**self._files(), **self._outputs()})

    def _told(self, entry: Mapping[str, Any]) -> str:
        places = [path.removeprefix("/").split("/") for path in entry["paths"]]
        rows = [
            self.place(f"{place[0]}, line {place[1]}, column '{place[2]}': ")
            for place in places
            if len(place) == 3
        ]
        more = f" and {entry['count'] - len(rows)} more" if entry["count"] > len(rows) else ""
        return f"{entry['message']}: {', '.join(row.removesuffix(': ') for row in rows)}{more}"

    def _files(self) -> dict[str, str]:
        hours = self._hours()
        files = {"snapshots.csv": pd.DataFrame({"snapshot": hours}).to_csv(index=False)}
        for table in self.tables.values():
            files.update(table.files(self.names, hours))
        return files

    def _hours(self) -> list[str]:
        """Snapshots one hour apart, starting at the date of the first one, if any."""
        snapshots = self.network.snapshots
        if not isinstance(snapshots, pd.DatetimeIndex):
            return [str(k) for k in range(len(snapshots))]
        start = snapshots[0].tz_localize(None).floor("s")
        return [str(start + pd.Timedelta(hours=k)) for k in range(len(snapshots))]

    def _outputs(self) -> dict[str, str]:
        hours, files = self._hours(), {}
        for kind, attributes in OUTPUTS.items():
            dynamic, new = self.network.components[kind].dynamic, self.names[kind]
            for attribute in attributes:
                frame = dynamic[attribute]
                columns = [name for name in frame if name in new]
                if columns:
                    values = frame[columns].rename(columns=new).set_axis(hours)
                    files[f"{kind}-{attribute}.csv"] = values.to_csv(index_label="snapshot")
        return files


def _title(network: Network) -> str:
    return str(network.name or "network")[:LONGEST_NAME]


def _zipped(files: Mapping[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return packed.getvalue()


def _names(tables: Tables) -> dict[str, dict[Any, str]]:
    """Names at the server: those of elements, numbered if shared or not valid as a heading."""
    names: dict[str, dict[Any, str]] = {}
    for kinds in TABLES_OF_SERVER:
        taken: set[str] = set()
        reserved = {str(name).casefold() for kind in kinds for name in tables[kind].static.index}
        for kind in kinds:
            names[kind] = {name: _free(str(name), taken, reserved) for name in tables[kind].static.index}
    return names


def _free(name: str, taken: set[str], reserved: Iterable[str]) -> str:
    safe = "element" if UNSAFE_NAME.fullmatch(name) else name[:LONGEST_NAME]
    free, count = safe, 1
    while free.casefold() in taken or (free != name and free.casefold() in reserved):
        count += 1
        free = f"{safe} {count}"
    taken.add(free.casefold())
    return free
