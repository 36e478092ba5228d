"""The summary of a run: plain values by key, which a notebook shows as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from core.numbers.numerals import number

_MOST = 8


class Summary(dict[str, Any]):
    """Plain JSON values, exactly; shown to a person as two columns, in which floats have six digits."""

    def __repr__(self) -> str:
        rows = list(_rows(self))
        width = max((len(name) for name, _ in rows), default=0)
        return "\n".join(f"{name:<{width}}  {value}" for name, value in rows)

    def _repr_html_(self) -> str:
        rows = (f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in _rows(self))
        return f"<table>{''.join(rows)}</table>"


def _rows(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from ((f"{name} {inner}", text) for inner, text in _rows(value))
        else:
            yield name, _text(value)


def _text(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return number(value, 6)
    if isinstance(value, Sequence) and not isinstance(value, str):
        texts = [_text(each) for each in value]
        return f"({', '.join([*texts[: _MOST - 2], '…', texts[-1]] if len(texts) > _MOST else texts)})"
    if isinstance(value, Mapping):
        return f"({', '.join(f'{name} {_text(each)}' for name, each in value.items())})"
    return str(value)
