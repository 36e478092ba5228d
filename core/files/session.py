"""A session in a JSON file (docs/session-format.md): data, run, playhead, view; bit for bit, and never executed."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from core.datasets.dataset import Dataset
from core.errors import Cancelled, InputError, never, raise_if_cancelled
from core.files.atomic import write_atomically
from core.files.disk import TextBlocks, head, naming
from core.files.formats import says_format
from core.files.table.choices import Choices
from core.learners import checked
from core.names import legible
from core.spec import RunSpec

SUFFIX = ".perceptron"
FORMAT = "perceptron session"
VERSION = 1

_MOST_DEPTH = 32
_MOST_BYTES = 1 << 30
_BYTES_A_NUMBER, _BYTES_A_ROW = 26, 12
"""At most: 24 characters, and what stands between two numbers; brackets, a line break and a label."""
_LOOK_EVERY = 10_000
_NUMBERS_AT_ONCE = 1_000


@dataclass(frozen=True, eq=False)
class HeldOutFile:
    """Examples of another file, with the features and classes of the data, that no run learns from; and its `name`."""

    name: str
    dataset: Dataset

    @classmethod
    def of(cls, path: Path, dataset: Dataset) -> HeldOutFile:
        """Return the held-out examples in `path`, with the part of its name that can be shown."""
        return cls(legible(path.name), dataset)


@dataclass(frozen=True, eq=False)
class Session:
    """The content of a session file: `example` is the playhead t; `title` and `text` are its notes.

    `view` is the view of the window in plain JSON values: a reader takes what it knows and ignores the rest. `remarks`
    describe what was done to the data as a whole, a sentence each.
    """

    dataset: Dataset
    spec: RunSpec
    example: int = 0
    title: str = ""
    text: str = ""
    view: Mapping[str, Any] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    held_out: HeldOutFile | None = None


def fits_in_session(*datasets: Dataset) -> bool:
    """Return whether a session that is not too large to be read can hold all of these."""
    return sum(each.n * (each.d * _BYTES_A_NUMBER + _BYTES_A_ROW) for each in datasets) <= _MOST_BYTES


def write_session(session: Session, path: str | Path, rest: Callable[[], object] = lambda: None) -> None:
    """Put the session in the place of `path`, whole or not at all. Raises InputError.

    `rest` is called every millisecond or so while the examples are put into words, so that a thread with time to spare
    can leave the interpreter to others.
    """
    # Half a character, which a file cannot hold, is written as JSON itself would: escaped.
    write_atomically(path, _written(session, rest).encode(errors="backslashreplace"))


def refuse_choices(path: str | Path, choices: Choices) -> None:
    """Raise InputError for a choice of classes, features or examples: a session has its own."""
    for name in ("positive", "columns", "label", "encode", "skip_incomplete", "sheet"):
        if getattr(choices, name) not in (None, False):
            option = "classes" if name == "positive" and choices.negative is not None else name.replace("_", "-")
            raise InputError(f"a session has its classes and features; --{option} is not expected with it", path=path)


def read_session(path: str | Path, cancelled: Cancelled = never) -> Session:
    """Return the session in a file. Raises InputError for what is none, or of a newer program, and CancelledError."""
    place = Path(path)
    with naming(place):
        parts, size = [], 0
        for block in TextBlocks(place, cancelled):
            size += len(block)
            if size > _MOST_BYTES:
                raise InputError("the file is too large for a session; it may have at most 1 GB")
            parts.append(block)
        raise_if_cancelled(cancelled)
        text = b"".join(parts).decode(errors="replace")
        content = _parsed(text, cancelled)
        version = content.get("version")
        if not isinstance(version, int) or isinstance(version, bool) or version < 1:
            raise InputError(f'"version" is {_shown(version)}; write a whole number from 1')
        if version > VERSION:
            told = "the session was saved by a newer version of this program"
            raise InputError(f"{told} (format {version}; {VERSION} is known here)")
        for step in range(version, VERSION):
            content = MIGRATIONS[step](content)
        return _session(content, cancelled)


def is_session(path: str | Path) -> bool:
    """Return whether the suffix, or where it says nothing the content, is that of a session. Raises InputError."""
    place = Path(path)
    suffix = place.suffix.lower()
    if suffix == SUFFIX or says_format(suffix):
        return suffix == SUFFIX
    with naming(place):
        start = head(place)
    return start.lstrip().startswith("{") and f'"{FORMAT}"' in start


MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""Version → what makes a file of the next version of it. Version 1 is the first."""


def _written(session: Session, rest: Callable[[], object]) -> str:
    dataset = session.dataset
    content = {
        "format": FORMAT,
        "version": VERSION,
        "title": session.title,
        "text": session.text,
        "data": {
            "features": list(dataset.features),
            "labels": list(dataset.labels),
            "target": dataset.target,
            "remarks": list(session.remarks),
            "X": None,
            "y": None,
        },
        **({"held_out": {"name": session.held_out.name, "X": None, "y": None}} if session.held_out else {}),
        "run": session.spec.to_json(),
        "example": session.example,
        "view": dict(session.view),
    }
    body = _laid_out(content, rest)
    # Within a string the quotes would be escaped, so these are the places that were left free, in this order.
    for examples in (dataset, session.held_out.dataset) if session.held_out else (dataset,):
        rows = ",\n   ".join(_rows(examples, rest))
        body = body.replace('"X": null', f'"X": [{rows}]', 1)
        body = body.replace('"y": null', f'"y": {_in_a_line(examples.y.tolist(), rest)}', 1)
    return f"{body}\n"


def _laid_out(value: Any, rest: Callable[[], object], indent: str = "") -> str:
    """Return JSON with one line for each key; a list of plain values is one line, however long."""
    deeper = f"{indent} "
    if isinstance(value, dict) and value:
        lines = [f"{deeper}{_plain(key)}: {_laid_out(each, rest, deeper)}" for key, each in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    if isinstance(value, list) and any(isinstance(each, dict | list) for each in value):
        lines = [f"{deeper}{_laid_out(each, rest, deeper)}" for each in value]
        return "[\n" + ",\n".join(lines) + f"\n{indent}]"
    return _in_a_line(value, rest) if isinstance(value, list) else _plain(value)


def _in_a_line(values: list[Any], rest: Callable[[], object]) -> str:
    """Return JSON in one line, in parts, because a very long list would block other threads."""
    parts = []
    for start in range(0, len(values), _NUMBERS_AT_ONCE):
        parts.append(_plain(values[start : start + _NUMBERS_AT_ONCE])[1:-1])
        rest()
    return f"[{', '.join(parts)}]"


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _rows(dataset: Dataset, rest: Callable[[], object]) -> Iterator[str]:
    """Yield the examples as JSON, a line each and some hundred lines at once: that takes half the time."""
    lines = max(_NUMBERS_AT_ONCE // dataset.d, 1)
    for start in range(0, dataset.n, lines):
        yield json.dumps(dataset.X[start : start + lines].tolist())[1:-1].replace("], [", "],\n   [")
        rest()


def _parsed(text: str, cancelled: Cancelled) -> dict[str, Any]:
    _check_depth(text, cancelled)
    reads = count(1)

    def number(digits: str) -> float:
        if next(reads) % _LOOK_EVERY == 0:
            raise_if_cancelled(cancelled)
        return float(digits)

    try:
        content = json.loads(text, parse_constant=int, parse_float=number, parse_int=_whole)
    except json.JSONDecodeError as error:
        raise InputError(f"{error.msg}; write JSON", line=error.lineno, column=error.colno) from error
    except (ValueError, RecursionError) as error:
        # JSON has no NaN, which `int` refuses, and Python's reader has a limit of depth.
        raise InputError("a number in it is not finite; write JSON numbers") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f'this is not a session; it must have "format": "{FORMAT}"')
    return content


def _whole(text: str) -> int:
    """Return a whole number that is a float too: no other is a coordinate, an option or a count."""
    if not math.isfinite(float(text)):
        raise ValueError(f"{text[:20]}… is beyond all floats")
    return int(text)


def _check_depth(text: str, cancelled: Cancelled) -> None:
    """Refuse deep nesting, which would end the parser; no session is deep."""
    depth = most = 0
    without_strings = re.sub(r'"(?:[^"\\]|\\.)*+"?', "", text, flags=re.DOTALL)
    for place, bracket in enumerate(re.finditer(r"[\[{\]}]", without_strings)):
        if place % _LOOK_EVERY == 0:
            raise_if_cancelled(cancelled)
        depth += 1 if bracket[0] in "[{" else -1
        most = max(most, depth)
    if most > _MOST_DEPTH:
        raise InputError(f"the file is nested {most} deep; write at most {_MOST_DEPTH}")


def _session(content: dict[str, Any], cancelled: Cancelled) -> Session:
    data = _typed(content, "data", dict)
    dataset, remarks = _dataset(data, cancelled), data.get("remarks", [])
    if not (isinstance(remarks, list) and all(map(_is_text, remarks))):
        raise InputError(f'"remarks" is {_shown(remarks)}; write a list of texts')
    try:
        spec = RunSpec.from_json(_typed(content, "run", dict))
        checked(spec)
    except TypeError as error:
        # An option of the wrong type in the file becomes a TypeError of the dataclass.
        raise InputError('an option in "run" is of another kind than it should be') from error
    example = _typed(content, "example", int)
    if example < 0:
        raise InputError(f'"example" is {example}; write a whole number from 0')
    title, text, view = _typed(content, "title", str), _typed(content, "text", str), _typed(content, "view", dict)
    try:
        json.dumps(view, allow_nan=False)
    except ValueError as error:
        raise InputError('a number in "view" is not finite; write a finite one') from error
    held_out = _held_out(_typed(content, "held_out", dict), dataset, cancelled) if "held_out" in content else None
    return Session(dataset, spec, example, title, text, view, tuple(remarks), held_out)


def _dataset(data: dict[str, Any], cancelled: Cancelled) -> Dataset:
    features, labels = _typed(data, "features", list), _typed(data, "labels", list)
    if not all(map(_is_text, [*features, *labels])) or len(labels) != 2:
        raise InputError('"features" and "labels" are names, two of them labels; write lists of names')
    if not features:
        raise InputError('"features" is empty; write at least one name')
    X, y = _examples(data, len(features), cancelled)
    return Dataset(X or Dataset.empty(features).X, y, features, (labels[0], labels[1]), _typed(data, "target", str))


def _held_out(held_out: dict[str, Any], dataset: Dataset, cancelled: Cancelled) -> HeldOutFile:
    try:
        name, (X, y) = _typed(held_out, "name", str), _examples(held_out, dataset.d, cancelled)
        if not X:
            raise InputError('"X" is empty; write at least one row')
        return HeldOutFile(name, dataset.with_rows(X, y))
    except InputError as error:
        raise InputError(f'in "held_out": {error.sentence}') from error


def _examples(part: dict[str, Any], d: int, cancelled: Cancelled) -> tuple[list[Any], list[Any]]:
    X, y = _typed(part, "X", list), _typed(part, "y", list)
    for number, row in enumerate(X, 1):
        if number % _LOOK_EVERY == 0:
            raise_if_cancelled(cancelled)
        if not isinstance(row, list) or len(row) != d or not all(map(_is_number, row)):
            raise InputError(f'row {number} of "X" is not a list of {d} numbers, as "features" says')
    if not all(_is_number(label) and label in (-1, 1) for label in y) or len(y) != len(X):
        raise InputError(f'"y" is not a list of {len(X)} labels −1 or 1, as "X" has rows')
    return X, y


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < math.inf


def _is_text(value: object) -> bool:
    """Return whether this is a text without half of a surrogate pair: JSON can spell that, and nothing can show it."""
    return isinstance(value, str) and not any("\ud800" <= character <= "\udfff" for character in value)


def _typed(content: dict[str, Any], name: str, kind: type[Any]) -> Any:
    value = content.get(name)
    if not isinstance(value, kind) or isinstance(value, bool) or (kind is str and not _is_text(value)):
        expected = {dict: "an object", list: "a list", str: "a text", int: "a whole number"}[kind]
        raise InputError(f'"{name}" is {_shown(value)}; write {expected}')
    return value


def _shown(value: object) -> str:
    text = "missing" if value is None else json.dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}…"
