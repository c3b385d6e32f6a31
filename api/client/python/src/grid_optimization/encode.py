"""A case as JSON: DataFrames, Series, arrays and dates become lists and text; no number may be missing."""

from __future__ import annotations

import datetime as dt
import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd

from .errors import CaseError, path_of

Loc = tuple[str | int, ...]


def to_json(body: Mapping[str, Any]) -> bytes:
    """Encode a request.

    Raises
    ------
    CaseError
        If a number is missing or infinite, or a value has no JSON form; message and `loc` name the place.
    """
    try:
        return json.dumps(body, allow_nan=False, separators=(",", ":"), default=_plain).encode()
    except (ValueError, TypeError):
        # The body is searched for the wrong value only after a failure, because `json` does not state its
        # place; valid bodies encode fast.
        loc, problem = next(_problems(body, ("body",)))
        raise CaseError(f"{path_of(loc)} {problem}", loc=loc) from None


def _plain(value: object) -> Any:
    """Convert a value without a JSON form to one that has one."""
    if value is pd.NaT or value is pd.NA:
        return math.nan
    if isinstance(value, pd.DataFrame):
        # One dict per row; a named index is a column.
        return (value if value.index.name is None else value.reset_index()).to_dict("records")
    if isinstance(value, (np.ndarray, np.generic, pd.Series, pd.Index)):
        return value.tolist()
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(type(value).__name__)


def _problems(value: Any, loc: Loc) -> Iterator[tuple[Loc, str]]:
    if isinstance(value, float):
        if not math.isfinite(value):
            word = "NaN" if math.isnan(value) else "infinite"
            yield loc, f"is {word}: every number should be finite before it is sent"
    elif isinstance(value, dict):
        for key, each in value.items():
            if not isinstance(key, str):
                yield loc, f"has {key!r} for a name, which is no text"
            yield from _problems(each, (*loc, str(key)))
    elif isinstance(value, (list, tuple)):
        for position, each in enumerate(value):
            yield from _problems(each, (*loc, position))
    elif not (value is None or isinstance(value, (str, int))):
        try:
            yield from _problems(_plain(value), loc)
        except TypeError as error:
            yield loc, f"is a {error}, which has no JSON"
