"""Kinds of generation with their colours, as in `api/client/fuels.ts`; a test compares both."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

FUEL_KINDS: dict[str, tuple[str, str, str | None]] = {
    "nuclear": ("Nuclear", "#7f5fb5", r"nuc|uranium"),
    "lignite": ("Lignite", "#8a6a45", r"lignite|brown.?coal"),
    "coal": ("Coal", "#5d6673", r"coal"),
    "biomass": ("Biomass", "#7c9a3c", r"biomass|biogas|wood|waste"),
    "gas_ct": ("Gas turbine", "#f0b47c", r"ocgt|peaker"),
    "gas_cc": ("Combined cycle", "#d9792b", r"gas|ccgt|(?:^|[^a-z])(?:cc|ng)(?![a-z])"),
    "oil": ("Oil", "#8f2d2d", r"oil|diesel"),
    "other": ("Other units", "#a3adb8", None),
    "storage": ("Storage", "#c0569a", r"storage|battery|pumped"),
    "hydro": ("Hydro", "#1f6fb5", r"hydro|river|(?:^|[^a-z])ror(?![a-z])"),
    "wind": ("Wind", "#4fb3a5", r"wind"),
    "solar": ("Solar", "#f2c230", r"solar|(?:^|[^a-z])(?:rt)?pv(?![a-z])|csp"),
}
"""Kind -> text, colour and pattern for fuels and names; from the bottom of a stack to its top."""


def kind_of_unit(unit: Mapping[str, Any]) -> str:
    """Kind of a thermal unit, by fuel, else by name."""
    name, fuel = str(unit["name"]), str(unit.get("fuel") or "")
    kind = _named(fuel) or _named(name)
    machine = f"{fuel} {name}".lower()
    if kind in (None, "gas_cc") and re.search(r"(?:^|[^a-z])(?:ct|gt)(?![a-z])", machine):
        return "gas_ct"
    return kind or ("coal" if "steam" in machine else "other")


def kind_of_renewable(unit: Mapping[str, Any]) -> str:
    """Kind of a renewable, by fuel, else by name, else solar if a fifth of its series (MW) is zero."""
    kind = _named(str(unit.get("fuel") or "")) or _named(str(unit["name"]))
    series = unit["p_max"]
    dark = sum(mw <= 0 for mw in series)
    return kind or ("solar" if len(series) > 1 and 0.2 * len(series) <= dark < len(series) else "wind")


def _named(text: str) -> str | None:
    found = (kind for kind, (_, _, words) in FUEL_KINDS.items() if words and re.search(words, text.lower()))
    return next(found, None)
