"""Names in the OpenAPI document; unknown names are refused with the nearest known one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pandas as pd

from .errors import CaseError, WrongServer, path_of

if TYPE_CHECKING:
    from .transport import Transport

Schema = Mapping[str, Any]


class KnownNames:
    """The OpenAPI document of a server, read on first use."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @cached_property
    def _paths(self) -> Mapping[str, Any]:
        try:
            return dict(self._transport.json("GET", "/openapi.json")["paths"])
        except KeyError:
            raise WrongServer(f"{self._transport.url}/openapi.json documents no routes") from None

    def check(self, method: str, path: str, given: Iterable[str], within: str | None = None) -> None:
        """Raise `TypeError` for arguments that are not fields of a body or parameters of a query."""
        schema = self._body(method, path)
        fields = schema if within is None else _part(schema, within)
        query = self._paths.get(path, {}).get(method.lower(), {}).get("parameters", [])
        known = [*fields.get("properties", {}), *(each["name"] for each in query if each["in"] == "query")]
        for name in given if known else ():
            if name not in known:
                raise TypeError(f"{name!r} is no option of {method} {path}{_nearest(name, known)}")

    def body(self, path: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return a body with tables as rows, without missing optional numbers.

        Raises
        ------
        CaseError
            If a field is misspelt, which the server would ignore.
        """
        schema = self._body("POST", path)
        rows: dict[str, Any] = _rows(schema, given)
        unknown = next(_unknown(schema, rows, ("body",)), None)
        if unknown is not None:
            loc, known = unknown
            raise CaseError(f"{path_of(loc)} is no field{_nearest(str(loc[-1]), known)}", loc=loc)
        return rows

    def _body(self, method: str, path: str) -> Schema:
        content = self._paths.get(path, {}).get(method.lower(), {}).get("requestBody", {}).get("content", {})
        return _form(content.get("application/json", {}).get("schema", {}))


def refuse_names(function: str, given: Iterable[str], options: type) -> None:
    """Raise `TypeError` for arguments that are not among the options."""
    known = list(options.__annotations__)
    for name in given:
        if name not in known:
            raise TypeError(f"{name!r} is no argument of {function}{_nearest(name, known)}")


def _nearest(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, list(known), 1, 0.5)
    return f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(sorted(known))}"


def _form(schema: Schema) -> Schema:
    """Select the schema variant with fields or items."""
    forms = [schema, *schema.get("anyOf", []), *schema.get("oneOf", [])]
    return next((form for form in forms if form.get("properties") or form.get("items")), schema)


def _part(schema: Schema, name: str) -> Schema:
    return _form(schema.get("properties", {}).get(name, {}))


def _rows(schema: Schema, value: Any) -> Any:
    """Convert tables to lists of rows; NaN cells of optional columns are left out."""
    if isinstance(value, pd.DataFrame):
        items = _form(schema.get("items", {}))
        needed = set(items.get("required", [])) | (set(value) - set(items.get("properties", {})))
        table = value if value.index.name is None else value.reset_index()
        rows = table.to_dict("records")
        return [{k: v for k, v in row.items() if k in needed or not _is_missing(v)} for row in rows]
    if isinstance(value, Mapping):
        return {name: _rows(_part(schema, name), each) for name, each in value.items()}
    return value


def _is_missing(value: object) -> bool:
    return value is None or value is pd.NA or value is pd.NaT or (isinstance(value, float) and value != value)


def _unknown(
    schema: Schema, value: Any, loc: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], list[str]]]:
    known = list(schema.get("properties", {}))
    if isinstance(value, Mapping) and known:
        for name, each in value.items():
            if name not in known:
                yield (*loc, name), known
            else:
                yield from _unknown(_part(schema, name), each, (*loc, name))
    elif isinstance(value, list) and schema.get("items"):
        items = _form(schema["items"])
        for position, each in enumerate(value):
            yield from _unknown(items, each, (*loc, position))
