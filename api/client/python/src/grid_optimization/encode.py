"""A case as JSON: DataFrames, Series, arrays and dates become lists and text; no number may be missing."""

from __future__ import annotations

import datetime as dt
import json
import math
from collections.abc import Mapping
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
        Where a number is missing or infinite; its message and `loc` name the place.
    """
    return json.dumps(plain(body, ("body",)), allow_nan=False, separators=(",", ":")).encode()


def plain(value: Any, loc: Loc = ()) -> Any:
    """Give `value` of dicts, lists, text, numbers and booleans only."""
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, (float, np.floating)):
        return float(value) if math.isfinite(value) else _refuse(value, loc)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, np.bool_):
        return bool(value)
    if value is pd.NaT or value is pd.NA:
        return _refuse(value, loc)
    if isinstance(value, (dt.datetime, dt.date)):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): plain(each, (*loc, str(key))) for key, each in value.items()}
    if isinstance(value, pd.DataFrame):
        return _records(value, loc)
    if isinstance(value, pd.Series):
        return [plain(each, (*loc, _label(label, k))) for k, (label, each) in enumerate(value.items())]
    if isinstance(value, (list, tuple, np.ndarray, pd.Index)):
        return [plain(each, (*loc, k)) for k, each in enumerate(value)]
    raise CaseError(f"{path_of(loc)}: {type(value).__name__} has no JSON", loc=loc)


def _records(frame: pd.DataFrame, loc: Loc) -> list[dict[str, Any]]:
    """One dict a row; an index with a name is a column."""
    table = frame if frame.index.name is None else frame.reset_index()
    columns = [str(column) for column in table.columns]
    return [
        {
            column: plain(each, (*loc, _label(label, k), column))
            for column, each in zip(columns, row, strict=True)
        }
        for k, (label, row) in enumerate(zip(frame.index, table.itertuples(index=False), strict=True))
    ]


def _label(label: object, position: int) -> str | int:
    """Rows with names and moments are found by them."""
    return position if isinstance(label, (int, np.integer)) else str(label)


def _refuse(value: object, loc: Loc) -> Any:
    word = "NaN" if not isinstance(value, float) or math.isnan(value) else "infinite"
    raise CaseError(f"{path_of(loc)} is {word}: every number should be finite before it is sent", loc=loc)
