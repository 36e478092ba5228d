"""Sparse examples of svmlight and libsvm: `+1 1:0.5 3:2 # comment`, a label and the features that are not zero.

The features are called after their indices, x1, x2, …, or x0, x1, … where an index 0 is there. What `write` writes
has the names in a comment, which other programs pass over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import LARGEST, Dataset, FloatArray
from core.errors import Cancelled, InputError, never
from core.files.atomic import atomic_file
from core.files.columns import Columns, by_name, check_names
from core.files.labels import Labels, Names
from core.files.numbers import NUMBER, number_of
from core.files.records import shown
from core.files.source import decoded, text_blocks
from core.files.table import FoundColumns, Questions, Survey, Table, rows_of_sample

MOST_FEATURES = 100_000
MOST_NUMBERS = 50_000_000
"""Zeros included, for a Dataset keeps them all: 400 MB."""

_ROWS_AT_ONCE = 10_000
_BREAK = re.compile(r"\r\n|\r|\n")
_NAMES = "# perceptron "
_PAIRS = re.compile(rf"(?:[ \t]++[0-9]{{1,9}}+:{NUMBER})*+[ \t]*+")
_WORD = re.compile(r"[^ \t]++")
_PAIR = re.compile(r"([^:]*+):(.*)", re.DOTALL)
_INDEXED = re.compile(r"x[0-9]{1,9}")
_QID = "qid"
_EXAMPLE = re.compile(rf"[^\s:,;#]++(?:[ \t]++qid:[0-9]++)?+(?:[ \t]++[0-9]++:{NUMBER})*+[ \t]*+(?:#.*)?")
_LOOKED_AT = 10


def recognised(head: str) -> bool:
    """Whether a file that begins like this has sparse examples: labels and pairs, and nothing else."""
    lines = _BREAK.split(head)
    whole = [line.strip() for line in lines[: _LOOKED_AT if len(lines) > 1 else 1]]
    examples = [line for line in whole if line and not line.startswith("#")]
    return all(map(_EXAMPLE.fullmatch, examples)) and any(":" in line.partition("#")[0] for line in examples)


def read(
    path: Path,
    columns: Sequence[str | int] | None,
    cancelled: Cancelled = never,
    label_column: int | None = None,
) -> Table:
    """The table in `path`; raises InputError naming the line and column of the first fault, the label in column 1."""
    _check_label(label_column)
    sparse = _read(path, cancelled)
    names = sparse.columns()
    chosen = names.chosen(columns)
    X = sparse.dense(sparse.first + np.array(chosen, np.int64))
    return Table(
        tuple(names.names[j] for j in chosen), X, sparse.labels, sparse.codes(), names.target, sparse.remarks()
    )


def survey(path: Path, cancelled: Cancelled = never, label_column: int | None = None) -> Survey:
    """The features and classes there are to choose from. Raises InputError."""
    _check_label(label_column)
    sparse = _read(path, cancelled)
    columns = sparse.columns()
    found = FoundColumns(columns, sparse.labels, sparse.codes(), sparse.remarks(), label_is_fixed=True)
    return found.surveyed(sparse.texts(rows_of_sample(len(columns.names))))


def read_questions(
    path: Path, features: Sequence[str], columns: Sequence[str | int] | None, cancelled: Cancelled = never
) -> Questions:
    """Examples to classify, (m, d): features called x1, x2, … by their indices, others by the names in the file.

    In a file without names, features that are not called after an index are the first ones. Labels have to be there,
    whatever they are. Raises InputError as `read` does.
    """
    sparse = _read(path, cancelled)
    X = sparse.dense(np.array(sparse.indices_of(features, chosen=columns is not None), np.int64))
    return Questions(X, sparse.remarks())


def write(dataset: Dataset, path: Path) -> None:
    """One line an example, +0 left out, so that `read` gives back the same dataset bit for bit. Raises InputError."""
    names = {"features": dataset.features, "target": dataset.target, "labels": dataset.labels}
    with atomic_file(path) as stream:
        stream.write(f"{_NAMES}{json.dumps(names)}\n".encode())
        for i in range(0, dataset.n, _ROWS_AT_ONCE):
            stream.write("".join(_lines(dataset.X[i : i + _ROWS_AT_ONCE], dataset.y[i : i + _ROWS_AT_ONCE])).encode())


def _check_label(label_column: int | None) -> None:
    if label_column is not None:
        raise InputError("the first word of a line is its label; no other column is expected to hold the labels")


def _lines(X: FloatArray, y: NDArray[np.int8]) -> Iterator[str]:
    for row, sign in zip(X.tolist(), y.tolist(), strict=True):
        pairs = (f" {j}:{value!r}" for j, value in enumerate(row, 1) if value or str(value) == "-0.0")
        yield f"{sign:+d}{''.join(pairs)}\n"


@dataclass(frozen=True)
class _Names:
    """What `write` says about the columns."""

    features: tuple[str, ...]
    target: str
    labels: Names


@dataclass
class _Sparse:
    """What is read so far: the entries by row, index and value, and the label of every row."""

    labels: Labels = field(default_factory=Labels)
    names: _Names | None = None
    n: int = 0
    line: int = 1
    queries: bool = False
    _rows: list[NDArray[np.int64]] = field(default_factory=list)
    _indices: list[NDArray[np.int64]] = field(default_factory=list)
    _values: list[FloatArray] = field(default_factory=list)
    _codes: list[NDArray[np.int32]] = field(default_factory=list)
    lowest: int = 1
    highest: int = 0

    @property
    def first(self) -> int:
        """The index of the first feature."""
        return min(self.lowest, 1)

    def columns(self) -> Columns:
        """The features, and the label after them. Raises InputError where there are no examples and no names."""
        if self.names is not None:
            features = self.names.features
            return Columns((*features, self.names.target), len(features), self.names.target, self.names.labels)
        if not self.highest and self.lowest:
            raise InputError("there are no features; a label and pairs index:value are expected", line=self.line)
        features = tuple(f"x{j}" for j in range(self.first, self.highest + 1))
        return Columns((*features, "label"), len(features), "label")

    def remarks(self) -> tuple[str, ...]:
        """What was decided about the indices, and what was left out."""
        counted = f"the indices were taken to count from {self.first}: the first feature is x{self.first}"
        left_out = "the qid of the examples was left out"
        return (*(() if self.names else (counted,)), *((left_out,) if self.queries else ()))

    def codes(self) -> NDArray[np.int32]:
        """The label of every row."""
        return np.concatenate([np.empty(0, np.int32), *self._codes])

    def texts(self, most: int) -> Iterator[list[str]]:
        """The first rows cell by cell, the label last."""
        texts = list(self.labels.codes)
        width = len(self.columns().names) - 1
        X = np.zeros((min(most, self.n), width))
        for rows, found, values in zip(self._rows, self._indices, self._values, strict=True):
            near = rows < len(X)
            X[rows[near], found[near] - self.first] = values[near]
        for row, code in zip(X.tolist(), self.codes().tolist(), strict=False):
            yield [*(repr(value).removesuffix(".0") for value in row), texts[code]]

    def indices_of(self, features: Sequence[str], *, chosen: bool) -> list[int]:
        """The indices of features as questions name them; `chosen` if the training data may have had others."""
        if self.names is not None:
            return [j + 1 for j in by_name(self.names.features, features)]
        if all(_INDEXED.fullmatch(name) for name in features):
            indices = [int(name[1:]) for name in features]
            if self.lowest == 0 and 0 not in indices and not chosen:
                raise InputError("there is an index 0, but the features count from 1; indices from 1 are expected")
            return indices
        d = len(features)
        if self.highest >= self.first + d:
            raise InputError(f"there is an index {self.highest}, but only {d} features; no higher index is expected")
        return list(range(self.first, self.first + d))

    def dense(self, indices: NDArray[np.int64]) -> FloatArray:
        """The features of these indices, (n, d), zeros included. Raises InputError where they are too many."""
        if self.n * len(indices) > MOST_NUMBERS:
            raise InputError(
                f"{self.n:,} examples of {len(indices):,} features are too many numbers; "
                f"at most {MOST_NUMBERS:,} are expected, zeros included"
            )
        unique, back = np.unique(indices, return_inverse=True)
        place = np.full(max(self.highest, int(unique.max(initial=0))) + 1, -1)
        place[unique] = np.arange(len(unique))
        X = np.zeros((self.n, len(unique)), order="F")
        for rows, found, values in zip(self._rows, self._indices, self._values, strict=True):
            columns = place[found]
            wanted = columns >= 0
            X[rows[wanted], columns[wanted]] = values[wanted]
        return X if np.array_equal(unique, indices) else X[:, back]

    def take(self, text: str, *, begins: bool) -> None:
        """Read a block of lines."""
        lines = _BREAK.split(text)
        if not lines[-1]:
            lines.pop()
        if begins and lines and lines[0].startswith(_NAMES):
            self.names = _names_in(lines[0].removeprefix(_NAMES))
            if self.names is not None:
                self.labels = Labels(self.names.labels)
        rows: list[int] = []
        indices: list[int] = []
        values: list[float] = []
        codes: list[int] = []
        for line in lines:
            content = line.partition("#")[0].strip(" \t")
            if content:
                found = self._example(content)
                codes.append(found[0])
                rows += [self.n] * len(found[1])
                indices += found[1]
                values += found[2]
                self.n += 1
            self.line += 1
        self._keep(rows, indices, values, codes)

    def _keep(self, rows: list[int], indices: list[int], values: list[float], codes: list[int]) -> None:
        self._rows.append(np.array(rows, np.int64))
        self._indices.append(np.array(indices, np.int64))
        self._values.append(np.array(values, float))
        self._codes.append(np.array(codes, np.int32))
        self.lowest = min(self.lowest, min(indices, default=1))
        self.highest = max(self.highest, max(indices, default=0))

    def _example(self, content: str) -> tuple[int, list[int], list[float]]:
        label, gap, rest = _parted(content)
        if ":" in label:
            raise self._error(f"{shown(label)} is no label; a label is expected before the pairs", 1)
        if "\0" in content:
            raise self._error("there is a NUL byte; plain text is expected", 1)
        code = self.labels.code(self._named(label), self.line, 1)
        if _PAIRS.fullmatch(gap + rest):
            pairs = rest.replace(":", " ").split()
            indices, values = list(map(int, pairs[::2])), list(map(float, pairs[1::2]))
            if self._usual(indices, values):
                return code, indices, values
        return code, *self._pair_by_pair(_WORD.findall(rest))

    def _named(self, label: str) -> str:
        """The class of a label; with the names that `write` gives, +1 and −1 stand for these."""
        if "," in label:
            raise self._error(f"{shown(label)} is more than one label; one is expected", 1)
        if self.names is None:
            return label
        if label not in ("-1", "+1"):
            raise self._error(f"{shown(label)} is not a label; -1 or +1 is expected", 1)
        return self.names.labels[label == "+1"]

    def _usual(self, indices: list[int], values: list[float]) -> bool:
        if not indices:
            return True
        limit = len(self.names.features) if self.names else MOST_FEATURES
        fits = max(indices) <= limit and (self.names is None or min(indices) > 0)
        return fits and len(set(indices)) == len(indices) and -LARGEST <= min(values) <= max(values) <= LARGEST

    def _pair_by_pair(self, cells: list[str]) -> tuple[list[int], list[float]]:
        entries: dict[int, float] = {}
        for column, cell in enumerate(cells, 2):
            match = _PAIR.fullmatch(cell)
            if match is None:
                raise self._error(f"{shown(cell)} is no pair index:value; a pair is expected", column)
            if match[1] == _QID and match[2].isdecimal():
                self.queries = True
                continue
            index = self._index(match[1], column)
            if index in entries:
                raise self._error(f"the index {index} comes twice in this row; it is expected once", column)
            try:
                entries[index] = number_of(match[2])
            except InputError as error:
                raise self._error(error.sentence, column) from None
        return list(entries), list(entries.values())

    def _index(self, text: str, column: int) -> int:
        if not (text.isascii() and text.isdecimal()):
            raise self._error(f"{shown(text)} is no index; a whole number is expected", column)
        index = int(text) if len(text) < 20 else MOST_FEATURES + 1
        if index > MOST_FEATURES:
            raise self._error(f"the index {shown(text)} is too high; at most {MOST_FEATURES:,} is expected", column)
        if self.names is not None and not 1 <= index <= len(self.names.features):
            d = len(self.names.features)
            raise self._error(f"the index {index} is not among the {d} features that the first line names", column)
        return index

    def _error(self, sentence: str, column: int) -> InputError:
        return InputError(sentence, line=self.line, column=column)


def _read(path: Path, cancelled: Cancelled) -> _Sparse:
    sparse = _Sparse()
    begins = True
    for block in text_blocks(path, cancelled):
        sparse.take(decoded(block, sparse.line), begins=begins)
        begins = False
    if not sparse.n and sparse.names is None:
        raise InputError("the file is empty; rows of a label and pairs index:value are expected")
    return sparse


def _parted(content: str) -> tuple[str, str, str]:
    """The first word, the gap after it and the rest."""
    match = re.match(r"([^ \t]*+)([ \t]*+)", content)
    assert match is not None
    return match[1], match[2], content[match.end() :]


def _names_in(comment: str) -> _Names | None:
    """The names that `write` wrote; None where the comment is another one."""
    try:
        found: Any = json.loads(comment)
        features, target, (negative, positive) = tuple(found["features"]), found["target"], found["labels"]
        every = (*features, target, negative, positive)
        if not features or not all(isinstance(name, str) for name in every) or negative == positive:
            return None
        check_names(every)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return _Names(features, target, (negative, positive))
