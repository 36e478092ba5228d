"""Sparse examples of svmlight and libsvm: `+1 1:0.5 3:2 # comment`, a label and the features that are not zero.

The features are called after their indices, x1, x2, …, or x0, x1, … where an index 0 is there. What `write` writes
has the names in a comment, which other programs pass over.
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from core.datasets.dataset import LARGEST, Dataset, FloatArray, Names
from core.errors import InputError, shown
from core.files.disk import decoded
from core.files.formats.format import Format, WriteRow
from core.files.table.choices import AS_IT_IS, Choices, Questions
from core.files.table.columns import Columns, by_name, check_names
from core.files.table.labels import MOST_LABELS, Codes
from core.files.table.numbers import NUMBER, NumberSigns, Signs
from core.files.table.table import Table

MOST_FEATURES = 100_000
MOST_NUMBERS = 50_000_000
"""Zeros included, for a Dataset keeps them all: 400 MB."""

_BREAK = re.compile(r"\r\n|\r|\n")
_NAMES = "# perceptron "
_PAIRS = re.compile(rf"(?:[ \t]++[0-9]{{1,9}}+:{NUMBER})*+[ \t]*+")
_BLANK = re.compile(r"(?<=:)[ \t]++(?=[^ \t:]++(?:[ \t]|\Z))")
"""Blanks between a colon and the number that belongs to it."""
_EXAMPLE = re.compile(rf"[^\s:,;#]++(?:[ \t]++qid:[0-9]++)?+(?:[ \t]++[0-9]++:[ \t]*+{NUMBER})*+[ \t]*+(?:#.*)?")


class Svmlight(Format):
    """Sparse examples."""

    def recognised(self, head: str) -> bool:
        lines = _BREAK.split(head)
        whole = [line.strip() for line in lines[: 10 if len(lines) > 1 else 1]]
        examples = [line for line in whole if line and not line.startswith("#")]
        return all(map(_EXAMPLE.fullmatch, examples)) and any(":" in line.partition("#")[0] for line in examples)

    def table(self, blocks: Iterable[bytes], features: Sequence[str] = ()) -> Table:
        sparse = _Sparse(blocks)
        nothing = np.empty((0, 0))
        return _SparseTable(sparse.columns(), (), nothing, {}, {}, " ", notes=sparse.remarks(), sparse=sparse)

    def questions(self, blocks: Iterable[bytes], features: Sequence[str], choices: Choices = AS_IT_IS) -> Questions:
        """Return features called x1, x2, … by their indices, others by the names in the file, else the first ones."""
        sparse, d = _Sparse(blocks), len(features)
        if sparse.declared is not None:
            indices = [j + 1 for j in by_name(sparse.declared.names[:-1], features)]
        elif all(re.fullmatch(r"x[0-9]{1,9}", name) for name in features):
            indices = [int(name[1:]) for name in features]
            if sparse.first == 0 and 0 not in indices and choices.columns is None:
                raise InputError("there is an index 0, but the features count from 1; write indices from 1")
        elif sparse.last >= sparse.first + d:
            raise InputError(f"there is an index {sparse.last}, but only {d} features; write a lower index")
        else:
            indices = list(range(sparse.first, sparse.first + d))
        return Questions(sparse.dense(indices), sparse.remarks())

    def beginning(self, dataset: Dataset) -> tuple[str, WriteRow]:
        """Return the names, in a comment; +0 is left out of the rows."""
        names = {"features": dataset.features, "target": dataset.target, "labels": dataset.labels}
        return f"{_NAMES}{json.dumps(names)}\n", _line


def _line(numbers: list[float], sign: int) -> str:
    pairs = (f" {j}:{value!r}" for j, value in enumerate(numbers, 1) if value or str(value) == "-0.0")
    return f"{sign:+d}{''.join(pairs)}\n"


class _Sparse:
    """The rows that are read: the label and the number of entries of each, and all entries, index and value."""

    def __init__(self, blocks: Iterable[bytes]) -> None:
        self.declared: Columns | None = None
        """The columns that a first line of this program declares."""
        self.labels: dict[str, int] = {}
        self.line, self.queries = 1, False
        self.codes = array("i")
        self.lines, self.sizes, self.indices, self.values = array("q"), array("q"), array("q"), array("d")
        for block in blocks:
            self._take(decoded(block, self.line))
        if not self.codes and self.declared is None:
            raise InputError("the file is empty; write rows of a label and pairs index:value")
        self.first, self.last = int(0 not in self.indices), max(self.indices, default=0)

    def columns(self) -> Columns:
        if self.declared is not None:
            return self.declared
        if self.first > self.last:
            raise InputError("there are no features; write a label and pairs index:value", line=self.line)
        return _columns((*(f"x{j}" for j in range(self.first, self.last + 1)), "label"), None)

    def remarks(self) -> tuple[str, ...]:
        counted = f"the indices were taken to count from {self.first}: the first feature is x{self.first}"
        notes = {counted: not self.declared, "the qid of the examples was left out": self.queries}
        return tuple(note for note, holds in notes.items() if holds)

    def dense(self, indices: Sequence[int], most: int | None = None) -> FloatArray:
        """Return the features of these indices, (n, d), zeros included; of the first `most` rows. Raises InputError."""
        n = len(self.codes[:most])
        if n * len(indices) > MOST_NUMBERS:
            told = f"{n:,} examples of {len(indices):,} features are too many numbers"
            raise InputError(f"{told}; use at most {MOST_NUMBERS:,}, zeros included")
        unique, back = np.unique(np.array(indices, np.int64), return_inverse=True)
        place = np.full(max(self.last, int(unique.max(initial=0))) + 1, -1)
        place[unique] = np.arange(len(unique))
        X = np.zeros((n, len(unique)), order="F")
        rows = np.repeat(np.arange(n), self.sizes[:most])
        columns = place[np.array(self.indices[: len(rows)], np.int64)]
        wanted = columns >= 0
        X[rows[wanted], columns[wanted]] = np.array(self.values[: len(rows)])[wanted]
        return X if np.array_equal(unique, indices) else X[:, back]

    def _take(self, text: str) -> None:
        lines = _BREAK.split(text)
        if not lines[-1]:
            lines.pop()
        if self.line == 1 and lines and lines[0].startswith(_NAMES):
            self.declared = _declared_in(lines[0].removeprefix(_NAMES))
        for line in lines:
            if content := _BLANK.sub("", line.partition("#")[0].strip(" \t")):
                label = content.replace("\t", " ").partition(" ")[0]
                label = "" if ":" in label else label
                self.codes.append(self._code(label, content))
                self.lines.append(self.line)
                entries = self._entries(content[len(label) :])
                self.sizes.append(len(entries))
                self.indices.extend(entries)
                self.values.extend(entries.values())
            self.line += 1

    def _code(self, label: str, content: str) -> int:
        """Return the code of a label; files written here use +1 and −1 for the names in the header."""
        names = self.declared.classes if self.declared and label else None
        if "\0" in content:
            raise self._error("there is a NUL byte; write plain text", 1)
        if "," in label:
            raise self._error(f"{shown(label)} is more than one label; write one label", 1)
        if names is not None and label not in ("-1", "+1"):
            raise self._error(f"{shown(label)} is not a label; write -1 or +1", 1)
        label = label if names is None else names[label == "+1"]
        return self.labels.setdefault(label, min(len(self.labels), MOST_LABELS))

    def _entries(self, text: str) -> dict[int, float]:
        """Index and value of all pairs, at once where nothing is wrong."""
        if _PAIRS.fullmatch(text):
            words = text.replace(":", " ").split()
            entries = dict(zip(map(int, words[::2]), map(float, words[1::2]), strict=True))
            lowest, highest = self._possible
            if not entries or (
                2 * len(entries) == len(words)
                and lowest <= min(entries) <= max(entries) <= highest
                and -LARGEST <= min(entries.values()) <= max(entries.values()) <= LARGEST
            ):
                return entries
        return self._pair_by_pair(re.findall(r"[^ \t]++", text))

    @property
    def _possible(self) -> tuple[int, int]:
        return (0, MOST_FEATURES) if self.declared is None else (1, self.declared.width - 1)

    def _pair_by_pair(self, cells: list[str]) -> dict[int, float]:
        entries: dict[int, float] = {}
        for column, cell in enumerate(cells, 2):
            match = re.fullmatch(r"([^:]*+):(.*)", cell, re.DOTALL)
            if match is None:
                raise self._error(f"{shown(cell)} is no pair index:value; write a pair", column)
            if match[1] == "qid" and match[2].isdecimal():
                self.queries = True
                continue
            index = self._index(match[1], column)
            if index in entries:
                raise self._error(f"the index {index} comes twice in this row; write it once", column)
            if (value := Signs().value(match[2])) is None:
                raise self._error(Signs().error(match[2]).sentence, column)
            entries[index] = value
        return entries

    def _index(self, text: str, column: int) -> int:
        if not (text.isascii() and text.isdecimal()):
            raise self._error(f"{shown(text)} is no index; write a whole number", column)
        index = int(text) if len(text) < 20 else MOST_FEATURES + 1
        if index > MOST_FEATURES:
            raise self._error(f"the index {shown(text)} is too high; write at most {MOST_FEATURES:,}", column)
        lowest, highest = self._possible
        if not lowest <= index <= highest:
            told = f"the index {index} is not among the {highest} features that the first line names"
            raise self._error(told, column)
        return index

    def _error(self, sentence: str, column: int) -> InputError:
        return InputError(sentence, line=self.line, column=column)


@dataclass(frozen=True, eq=False)
class _SparseTable(Table):
    """All columns from the first feature to the last one that is named, and the label after them."""

    all_numbers = True
    no_label = "the row has no label; write one before the pairs"
    sparse: _Sparse = field(kw_only=True)

    @property
    def n(self) -> int:
        return len(self.sparse.codes)

    def matrix(self, features: Sequence[int], decision: NumberSigns, rows: int | None = None) -> FloatArray:
        return self.sparse.dense([self.sparse.first + j for j in features], rows)

    def texts(self, j: int) -> tuple[Sequence[str], Codes]:
        return [*self.sparse.labels][: MOST_LABELS + 1], np.array(self.sparse.codes, np.int32)

    def first_rows(self, count: int) -> list[list[str]]:
        labels, X = list(self.sparse.labels), self.matrix(range(self.columns.width - 1), NumberSigns(), count)
        rows = zip(X.tolist(), self.sparse.codes, strict=False)
        return [[*(repr(value).removesuffix(".0") for value in row), labels[code]] for row, code in rows]

    def line(self, row: int, j: int = 0) -> int:
        return self.sparse.lines[row]

    def placed(self, error: InputError, row: int, j: int) -> InputError:
        return error.at(self.line(row), 1)


def _columns(names: tuple[str, ...], classes: Names | None) -> Columns:
    return Columns(names, True, (len(names) - 1,), classes, plain=True, label_is_fixed=True)


def _declared_in(comment: str) -> Columns | None:
    """Return the columns of which `beginning` wrote the names; None if the comment is another one."""
    try:
        found: Any = json.loads(comment)
        features, target, (negative, positive) = tuple(found["features"]), found["target"], found["labels"]
        every = (*features, target, negative, positive)
        if not features or not all(isinstance(name, str) for name in every) or negative == positive:
            return None
        check_names(every)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return _columns((*features, target), (negative, positive))
