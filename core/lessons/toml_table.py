"""A TOML file read key by key. Errors name the line, and unknown keys are refused."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from core.errors import InputError, listed_names, shown
from core.learners import with_options
from core.spec import RunSpec

_HEADER = re.compile(r"\s*(\[\[?)\s*([\w.]+)\s*\]\]?")
_KEY = re.compile(r"\s*([\w-]+)\s*=")
_CURLY = "“”„‟‘’‚‛«»"
_REMEDIES: Mapping[str, str] = {
    "Expected newline": 'something follows the value; end the line there, and write \\" for a " in a text',
    "Expected '='": "this line is not key = value; write # before a comment",
    "Illegal character '\\n'": 'the text does not end on its line; write " after it, or """ around several lines',
    "Unescaped '\\'": r"a backslash begins a special letter; write \\ for the backslash itself",
    "Unterminated string": 'a text that begins with """ has no end; write """ after it',
    "Invalid initial character": "a table in braces does not end here; write it on one line",
    "Expected ']": "a bracket is missing; write two on either side, as in [[step]]",
    "Invalid hex": r"a backslash begins a special letter; write \\ for the backslash itself",
}
"""Beginnings of messages of Python's TOML reader → advice; other messages are shown unchanged."""

_Path = tuple[str | int, ...]
_KINDS: Mapping[type, str] = {str: "a text in quotes", bool: "true or false", dict: "a table", list: "a list"}


class TomlTable:
    """A table of the file. Each key is taken once; `done` refuses the keys that are left."""

    def __init__(self, content: Mapping[str, Any], what: str, lines: Mapping[_Path, int], path: _Path = ()) -> None:
        self.what = what
        self._content = content
        self._lines = lines
        self._path = path
        self._taken: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self._content

    def says(self, key: str, value: str) -> bool:
        self._taken.add(key)
        return bool(self._content.get(key) == value)

    def has(self, key: str) -> bool:
        """Return whether an optional key is there."""
        self._taken.add(key)
        return key in self

    def text(self, key: str, default: str | None = None) -> str:
        """Take a text. Raise InputError if it is not one, or missing without a default."""
        return str(self.typed(key, str, default)).strip()

    def flag(self, key: str, default: bool) -> bool:
        """Take a truth. If it is missing, an error does not name its key, because it names few."""
        return bool(self.typed(key, bool, default)) if key in self._content else default

    def number(self, key: str, default: float | None = None) -> float:
        return float(self._take(key, "a number", _is_number, "enter a number", default))

    def whole(self, key: str, default: int | None = None) -> int:
        expected = "enter a whole number from 0"
        return int(self._take(key, "a whole number", lambda v: type(v) is int and v >= 0, expected, default))

    def one_of(self, key: str, names: Collection[str], default: str | None = None, why: str = "") -> str:
        """Take one of some names; the error begins with `why`. Raise InputError if it is anything else or missing."""
        known = f"one of {listed_names(names)}"
        return str(self._take(key, known, lambda v: isinstance(v, str) and v in names, f"{why}choose {known}", default))

    def some_of(self, key: str, names: Collection[str]) -> tuple[str, ...]:
        values = tuple(self.typed(key, list, []))
        if strange := [value for value in values if value not in names]:
            raise self.refusal(f"{key} names {_quoted(strange[0])}; choose some of {listed_names(names)}", key)
        return values

    def table(self, key: str, what: str) -> TomlTable:
        return TomlTable(self.typed(key, dict, None), what, self._lines, (*self._path, key))

    def tables(self, key: str, what: str) -> Iterator[TomlTable]:
        """Yield the tables of a list of tables, such as `[[step]]`."""
        if isinstance(self._content.get(key), dict):
            raise self.refusal(f"[{key}] is one table; write [[{key}]], with two brackets, above {what}", key)
        for place, content in enumerate(self.typed(key, list, [])):
            if not isinstance(content, dict):
                raise self.refusal(f"{key} is a list of {_quoted(content)}; write [[{key}]] tables", key)
            yield TomlTable(content, what, self._lines, (*self._path, key, place))

    def done(self) -> None:
        """Raise InputError for a key that was not taken."""
        if strange := [key for key in self._content if key not in self._taken]:
            known = listed_names(sorted(self._taken))
            raise self.refusal(f"{shown(strange[0])} is not a key of {self.what}; choose from {known}", strange[0])

    def refusal(self, sentence: str, key: str = "") -> InputError:
        """Return the error for the value of a key, or for the table."""
        path = (*self._path, key) if key else self._path
        while path and path not in self._lines:
            path = path[:-1]
        return InputError(sentence, line=self._lines.get(path))

    def typed(self, key: str, kind: type, default: Any) -> Any:
        """Take a value of this kind. Raise InputError if it is of another, or missing while the default is None."""
        return self._take(key, _KINDS[kind], lambda v: isinstance(v, kind), f"write {_KINDS[kind]}", default)

    def _take(self, key: str, kind: str, fits: Callable[[Any], bool], expected: str, default: Any) -> Any:
        """Take a value that `fits`; the default if it is missing, unless that is None."""
        if self.has(key):
            value = self._content[key]
            if not fits(value):
                raise self.refusal(f"{key} is {_quoted(value)}; {expected}", key)
            return value
        if default is None:
            raise self.refusal(f"{key} is missing in {self.what}; add {kind}")
        return default


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) <= sys.float_info.max


def spec_in(table: TomlTable, usual: RunSpec, options: Mapping[str, Any], key: str = "run") -> RunSpec:
    """Return `usual` with the options under a key. Raise InputError with the line."""
    try:
        return with_options(usual, options)
    except (InputError, TypeError) as error:
        raise table.refusal(f"{key}: {error}", key) from error


def read_toml(text: str, what: str) -> TomlTable:
    """Return the outermost table of a file; `what` names the kind of file. Raise InputError with the line."""
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        place = re.match(r"^(.*?) \(at line (\d+), column (\d+)\)$", str(error))
        if place is None:
            raise InputError(_remedy(str(error), "", 0)) from error
        line, column = int(place[2]), int(place[3])
        remedy = _remedy(place[1], text.split("\n")[line - 1].rstrip(), column - 1)
        raise InputError(remedy, line=line, column=column) from error
    return TomlTable(content, what, _lines_of(text))


def _remedy(said: str, line: str, column: int) -> str:
    """Return advice for the text at a column (from 0) of a line. `said` is the message of Python's TOML reader."""
    if said == "Invalid value":
        # Text that is no TOML extends up to the place where the next value could begin.
        bare = re.match(r"[^\s,\]}#=][^,\]}#=\n]*", line[column:])
        word = "" if bare is None else bare[0].strip()
        if word.lower() in {"true", "false", "yes", "no"}:
            return f"{shown(word)} is not a value; write true or false, in small letters"
        plain = word.strip(f'{_CURLY}"')
        kind = "these quotes are curly" if word[:1] in _CURLY else "the text has no quotes"
        told = f'{kind}; write "{shown(plain)[1:-1]}"'
        return told if word else "the value is missing; write a text in quotes, a number, true or false"
    header, key = _HEADER.match(line), _KEY.match(line)
    if said.startswith("Cannot") and header:
        return f"[{header[2]}] is there twice; write [[{header[2]}]], with two brackets, above each table"
    if said.startswith("Cannot") and key:
        return f"{key[1]} is there twice; leave one out"
    known = (remedy for beginning, remedy in _REMEDIES.items() if said.startswith(beginning))
    return next(known, f"{said}; write TOML")


def _lines_of(text: str) -> dict[_Path, int]:
    """Return the lines where tables and keys begin, as far as single lines show it; lines count from 1."""
    found: dict[_Path, int] = {}
    counts: dict[str, int] = {}
    here: _Path = ()
    within = ""
    for number, line in enumerate(text.splitlines(), 1):
        if within:
            within = "" if within in line else within
            continue
        if header := _HEADER.match(line):
            first, *rest = header[2].split(".")
            if header[1] == "[[":
                counts[first] = counts.get(first, -1) + 1
            here = (first, counts[first], *rest) if first in counts else (first, *rest)
            found[here] = number
        elif key := _KEY.match(line):
            found[(*here, key[1])] = number
        within = next((quotes for quotes in ('"""', "'''") if line.count(quotes) % 2), "")
    return found


def _quoted(value: object) -> str:
    return shown(value) if isinstance(value, str) else shown(str(value))[1:-1]
