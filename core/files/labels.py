"""Which class is +1: the texts of the label column to signs and two names, and a header that says it outright.

Two classes are put in order, numbers by size and names by code point; the second is +1 (as scikit-learn does).
One class alone is −1 if it is −1 or 0, else +1. A header `species (-1 = setosa, +1 = virginica)` decides instead,
where it is there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.errors import InputError
from core.files.numbers import number_of
from core.files.records import shown

Names = tuple[str, str]
"""The negative and the positive class."""

# A plain name holds none of the marks of the grammar; any other is a JSON string, with "(" escaped, so that the last
# " (-1 = " of a header is always the one that counts, whatever the names.
_PLAIN = r"[^\s\"(),=](?:[^\n\r\t\"(),=]*[^\s\"(),=])?"
_STRING = r'"(?:[^"\\(]|\\.)*"'
_NAME = rf"({_PLAIN}|{_STRING})"
_DECLARED = re.compile(rf"(.*) \(-1 = {_NAME}, \+1 = {_NAME}\)", re.DOTALL)


@dataclass(frozen=True)
class Classes:
    """The names of the two classes, and the sign of every text that the label column holds."""

    names: Names
    signs: dict[str, int]


class LabelError(InputError):
    """A text that cannot be a label; `cell` is that text."""

    def __init__(self, sentence: str, cell: str) -> None:
        super().__init__(sentence)
        self.cell = cell


def declared(header: str) -> tuple[str, Names] | None:
    """The column's own name and the classes' names, if the header of the label column declares them."""
    match = _DECLARED.fullmatch(header)
    if match is None:
        return None
    try:
        negative, positive = (json.loads(name) if name.startswith('"') else name for name in match.groups()[1:])
    except ValueError:
        return None
    return None if negative == positive else (match[1], (negative, positive))


def declaration(target: str, names: Names) -> str:
    """The header that `declared` takes apart into `target` and `names`, whatever they are."""
    negative, positive = (name if re.fullmatch(_PLAIN, name) else _string(name) for name in names)
    return f"{target} (-1 = {negative}, +1 = {positive})"


def classes_of(cells: Iterable[str], names: Names | None = None, positive: str | None = None) -> Classes:
    """The classes of a label column that holds `cells` (each once, in order of appearance).

    `names` are those the header declares; `positive` is the class chosen as +1 against all the others.
    Raises InputError where there are more than two classes, or not the one that was chosen.
    """
    kinds = kinds_of(cells, names)
    present = list(dict.fromkeys([*kinds.values(), *(names or ())]))
    if positive is not None:
        pair = _against_the_rest(present, positive if positive in present else _canonical(positive))
    elif names is not None:
        pair = names
    else:
        pair = _pair(present, kinds)
    signs = {cell: 1 if kind == pair[1] else -1 for cell, kind in kinds.items()}
    return Classes(pair if names else _with_plus(pair), signs)


def kinds_of(cells: Iterable[str], names: Names | None = None) -> dict[str, str]:
    """The class that each text means: one spelling for all ways of writing −1, 0 and 1. Raises LabelError."""
    return {cell: _kind(cell, names) for cell in cells}


def _string(name: str) -> str:
    return json.dumps(name, ensure_ascii=False).replace("(", "\\u0028")


def _kind(cell: str, names: Names | None) -> str:
    if names and cell in names:
        return cell
    if not cell:
        raise LabelError("the cell is empty; a label is expected", cell)
    if names is None:
        return _canonical(cell)
    sign = _canonical(cell)
    if sign in ("-1", "1"):
        return names[sign == "1"]
    raise LabelError(f"{shown(cell)} is not a label; {shown(names[0])} or {shown(names[1])} is expected", cell)


def _canonical(cell: str) -> str:
    value = _value(cell)
    return f"{value:.0f}" if value in (-1.0, 1.0) else "0" if value == 0 else cell


def _value(cell: str) -> float | None:
    try:
        return number_of(cell)
    except InputError:
        return None


def _against_the_rest(present: Sequence[str], chosen: str) -> Names:
    if chosen not in present:
        raise InputError(f"no example is labelled {shown(chosen)}; the labels are {_listed(present)}")
    others = [kind for kind in present if kind != chosen]
    return (others[0] if len(others) == 1 else f"not {chosen}", chosen)


def _pair(present: Sequence[str], kinds: dict[str, str]) -> Names:
    if len(present) > 2:
        cell = next(cell for cell, kind in kinds.items() if kind == present[2])
        raise LabelError(
            f"{shown(cell)} is a third class after {shown(present[0])} and {shown(present[1])}; "
            "two are expected: choose one as +1, and the others become −1",
            cell,
        )
    if len(present) == 2:
        return _sorted(present)
    return _alone(present[0]) if present else ("-1", "1")


def _alone(kind: str) -> Names:
    return {"-1": ("-1", "1"), "1": ("-1", "1"), "0": ("0", "1")}.get(kind, (f"not {kind}", kind))


def _sorted(present: Sequence[str]) -> Names:
    values = [_value(kind) for kind in present]
    if None in values:
        first, second = sorted(present)
    else:
        first, second = (kind for _, kind in sorted(zip(values, present, strict=True)))
    return first, second


def _with_plus(pair: Names) -> Names:
    return {("-1", "1"): ("-1", "+1"), ("1", "-1"): ("+1", "-1")}.get(pair, pair)


def _listed(kinds: Sequence[str]) -> str:
    return ", ".join(shown(kind) for kind in kinds[:10]) + (", …" if len(kinds) > 10 else "")
