"""Which column holds the labels, which columns are features, and what is said of the others."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from core.datasets.dataset import FloatArray
from core.errors import InputError, listed_names, some_names
from core.files.table.choices import Choices
from core.files.table.labels import is_missing
from core.files.table.numbers import SIGNS_OF_UNITS, NumberSigns, endings_of
from core.files.table.table import Column, Table

MOST_COLUMNS = 12
"""A column with more different words is not made into columns of 0 and 1."""
YES = frozenset(("yes", "y", "true", "1"))
"""Words that become 1 beside one other word, in small letters."""

_IDENTIFIER = re.compile(
    r"unnamed: ?\d+|id|ids|index|idx|row|rows|row[ _.-]?(?:id|names?|num|number|index)|no\.?|nr\.?|uid|uuid|guid|key"
    r"|(?:passenger|customer|sample|patient|user|record|case|client|employee|student|transaction|person|subject)id"
    r"|.*[ _.-]id",
    re.IGNORECASE,
)
_CAMEL_ID = re.compile(r".*[a-z](?:Id|ID)")
_TOLD = 5
"""Columns with numbers of different endings that have a note each."""
_LONG = 10_000
"""A whole number from here on has five digits or more, as the identifiers of a table without a header have."""


class Feature(NamedTuple):
    """A feature that can be chosen: the numbers of a column, or 1 where the column holds a `word` and 0 elsewhere."""

    name: str
    place: int
    word: str | None = None


@dataclass(frozen=True, eq=False)
class Roles:
    """The use of each column of a table, given the choices of a person.

    There may be many thousands of columns: those of a kind are the keys of a dict, where each is found at once.
    """

    table: Table
    choices: Choices
    label: int
    guessed: bool
    """True if neither a person nor the file says it."""
    decision: NumberSigns
    words: Collection[int] = ()
    empty: Collection[int] = ()
    """The columns in which every cell is missing."""
    identifiers: Collection[int] = ()
    counting: Sequence[int] = ()
    """The columns that count the rows and are features nevertheless."""
    numbers: Collection[int] = ()
    """The columns of numbers, with those that identify the row."""

    @cached_property
    def encoded(self) -> Mapping[int, Sequence[Feature]]:
        """The features that come of each column in words that can be encoded."""
        return {j: features for j, features in ((j, encoding(self.table, j)) for j in self.words) if features}

    @cached_property
    def offered(self) -> tuple[Feature, ...]:
        """All features there are to choose from, in the order of the file."""
        others = {j: (Feature(self.table.columns.names[j], j),) for j in self.numbers}
        words = self.encoded if self.choices.encode else {}
        return tuple(feature for _, each in sorted({**others, **words}.items()) for feature in each)

    @property
    def label_is_last(self) -> bool:
        """True if no other column that holds something comes after the labels."""
        return all(j < self.label for j in (*self.numbers, *self.words, *self.identifiers))

    def chosen(self) -> tuple[Feature, ...]:
        """Return the features to use: those asked for in that order, else all that identify no row."""
        asked = self.choices.columns
        if asked is not None:
            if not asked:
                raise InputError("no column is chosen; write at least one feature")
            return tuple(feature for column in asked for feature in self._asked(str(column)))
        if found := tuple(feature for feature in self.offered if feature.place not in self.identifiers):
            return found
        if mixed := [j for j, pair in self._endings.items() if "" in pair and set(pair) & {*SIGNS_OF_UNITS}]:
            # Their first fault says what to do.
            return tuple(Feature(self.table.columns.names[j], j) for j in mixed)
        if not self.words:
            told = "no column is left for the features"
            raise InputError(f"{told}; choose a file with columns of numbers beside the labels")
        other = ", and --label says which column holds the labels" if self.guessed else ""
        said = self.table.columns.said(self.label)
        told = f"no feature is a number: all columns but {said}, which was taken for the labels, hold words"
        if len(sheets := self.table.sheets) > 1 and self.choices.sheet is None:
            other = f", and --sheet reads another of the sheets {listed_names(sheets)}"
        raise InputError(f"{told}; --encode makes 0/1 columns of them{other}")

    def _asked(self, column: str) -> Sequence[Feature]:
        columns, encode = self.table.columns, self.choices.encode
        if encode and column not in columns.places and (part := word_feature(self.table, column)) is not None:
            return (part,)
        place = columns.position(column, self.label)
        plain = (Feature(columns.names[place], place),)
        return self.encoded.get(place, plain) if encode else plain

    def values(self, features: Sequence[Feature], rows: int | None = None) -> FloatArray:
        """Return the numbers of these features, (n, d), NaN if there is none, in all rows or the first ones."""
        if not any(feature.word is not None for feature in features):
            return self.table.matrix([feature.place for feature in features], self.decision, rows)
        columns = (
            self.table.column(each.place, self.decision).values if each.word is None else is_word(self.table, each)
            for each in features
        )
        return np.column_stack([column[:rows] for column in columns])

    def notes(self, used: Iterable[Feature]) -> tuple[str, ...]:
        """Return what was decided about the columns, given the features that are used."""
        places = {feature.place for feature in used}
        found = [*self.label_notes(), *self.table.unit_notes(places)]
        if self.choices.columns is not None:
            return tuple(found)
        found += self.identifier_notes()
        if self.choices.encode:
            if many := [j for j in self.words if j not in self.encoded]:
                found.append(self._said(many, "holds too many different words", "hold too many different words"))
        elif self.words:
            found.append(f"{self._said(self.words, 'holds words', 'hold words')} (--encode makes 0/1 columns of them)")
        found += self.ending_notes()
        if self.empty:
            found.append(self._said(self.empty, "is empty", "are empty"))
        if kept := [j for j in self.counting if j in places]:
            counts = "counts the rows and was" if len(kept) == 1 else "count the rows and were"
            found.append(f"{self.table.columns.named(kept)} {counts} kept")
        return tuple(found)

    def identifier_notes(self) -> tuple[str, ...]:
        if not self.identifiers:
            return ()
        back = "it" if len(self.identifiers) == 1 else "them"
        said = self._said(self.identifiers, "only identifies the rows", "only identify the rows")
        return (f"{said} (--columns brings {back} back)",)

    def ending_notes(self) -> tuple[str, ...]:
        """Return why columns of numbers were taken for words: a sentence for each of the first few."""
        notes = list[str]()
        for j, (first, second) in self._endings.items():
            written = f"{first} and {second}" if first and second else f"{first or second} and without it"
            notes.append(f"the numbers of {self.table.columns.said(j)} are written with {written}; they count as words")
        return tuple(notes[:_TOLD])

    @cached_property
    def _endings(self) -> Mapping[int, tuple[str, str]]:
        """Two endings of the numbers in each column of words that begin with numbers, the first ones that differ."""
        # Plain numbers, which are no texts, end in nothing.
        columns = ((j, self.table.column(j)) for j in self.words)
        endings = {j: endings_of([*each.filled, *["0"] * (len(each.odd) < self.table.n)]) for j, each in columns}
        return {j: found for j, found in endings.items() if found is not None}

    def label_notes(self) -> tuple[str, ...]:
        columns = self.table.columns
        if self.choices.label is not None or columns.label_is_fixed:
            return ()
        if len(columns.called_labels) > 1:
            could = some_names([columns.names[j] for j in columns.called_labels])
            return (f"the columns {could} could all hold the labels; {columns.said(self.label)} was taken",)
        if not self.label_is_last and not columns.plain:
            return (f"the labels are in {columns.said(self.label)}",)
        return ()

    def _said(self, places: Collection[int], one: str, several: str) -> str:
        names = self.table.columns.named(places)
        return f"{names} {one} and was left out" if len(places) == 1 else f"{names} {several} and were left out"


def roles_of(table: Table, choices: Choices) -> Roles:
    """Return what each column is for. Raises InputError if the column chosen for the labels does not exist."""
    label, guessed = _label(table, choices)
    others = [j for j in range(table.columns.width) if j != label and j not in table.columns.passed_over]
    if table.columns.plain:
        return Roles(table, choices, label, guessed, table.decision(others, choices), numbers=dict.fromkeys(others))
    table = table.without_units(others)
    said = table.decision(others, choices) if choices.decimal or choices.thousands else None
    kinds = {j: table.column(j, said) for j in others}
    empty = dict.fromkeys(j for j in others if table.n > 1 and kinds[j].is_empty)
    words = dict.fromkeys(j for j in others if j not in empty and (j in table.columns.values or kinds[j].holds_words))
    numbers = dict.fromkeys(j for j in others if j not in empty and j not in words)
    decision = table.decision(list(numbers), choices)
    identifiers = [j for j in (*numbers, *words) if _identifies(table, j, kinds[j], len(others))]
    if choices.columns is None and not (set(numbers) - set(identifiers)) and not (choices.encode and words):
        identifiers = [j for j in identifiers if j in words]
    known = set(identifiers)
    counting = [j for j in numbers if j not in known and _counts(kinds[j].values)]
    words = dict.fromkeys(j for j in words if j not in known)
    named = dict.fromkeys(j for j in others if j in known)
    return Roles(table, choices, label, guessed, decision, words, empty, named, counting, numbers)


def encoding(table: Table, j: int) -> tuple[Feature, ...]:
    """Return the features that come of a column in words: none of more than 12, or of three or more that all differ."""
    declared = table.columns.values.get(j)
    texts, codes = table.texts(j)
    words = sorted(text for text in texts if not is_missing(text)) if declared is None else list(declared)
    name = table.columns.names[j] or str(j + 1)
    if len(words) > MOST_COLUMNS:
        return ()
    if declared is None and 2 < len(words) == int(np.isin(codes, [texts.index(text) for text in words]).sum()):
        return ()
    if len(words) == 2:
        yes = [word for word in words if word.casefold() in YES]
        words = yes if len(yes) == 1 else words[1:]
    return tuple(Feature(f"{name}={word}", j, word) for word in words)


def word_feature(table: Table, name: str) -> Feature | None:
    """Return the feature `column=word`, whether or not the word is there; None if there is no such column."""
    for place, character in enumerate(name):
        if character == "=" and name[:place] in table.columns.places:
            return Feature(name, table.columns.places[name[:place]], name[place + 1 :])
    return None


def is_word(table: Table, feature: Feature) -> FloatArray:
    """Return 1 where the column of a feature holds its word, 0 elsewhere, NaN if nothing is said."""
    texts, codes = table.texts(feature.place)
    known = table.columns.values.get(feature.place, ())
    values = [np.nan if is_missing(text) and text not in known else float(text == feature.word) for text in texts]
    return np.array([*values, np.nan])[codes]


def names_identifier(name: str) -> bool:
    """Return whether a header is empty, or that of a column that tells the rows apart."""
    plain = name.strip()
    return not plain or bool(_IDENTIFIER.fullmatch(plain) or _CAMEL_ID.fullmatch(plain))


def _label(table: Table, choices: Choices) -> tuple[int, bool]:
    """Return the position of the labels, and whether neither a person nor the file says it."""
    columns = table.columns
    if choices.label is not None:
        return columns.label_at(choices.label), False
    if columns.called_labels:
        return columns.called_labels[-1], False
    free = [j for j in range(columns.width) if j not in columns.passed_over]
    last = next((j for j in reversed(free) if table.n < 2 or not table.column(j).is_empty), free[-1])
    at_end = table.column(last)
    if not table.n or at_end.holds_words or _different(at_end) == 2:
        return last, True
    two = [j for j in free if _different(table.column(j)) == 2]
    return (two[0] if len(two) == 1 else last), True


def _different(column: Column) -> int:
    """Return how many different values a column has: 3 if there are more than two."""
    words = np.count_nonzero(~column.missing[np.unique(column.codes)])
    for values in (column.values[:64], column.values):
        numbers = np.unique(values[~np.isnan(values)])
        if len(numbers) + words > 2:
            return 3
    return len(numbers) + int(words)


def _identifies(table: Table, j: int, column: Column, others: int) -> bool:
    """Return whether a column only tells the rows apart: by its header, or by its long numbers if there is none."""
    if table.columns.header:
        return names_identifier(table.columns.names[j]) and _all_differ(table, j, column)
    values = column.values
    if j != 0 or others <= 2 or len(column.odd) or (values != np.floor(values)).any():
        return False
    return bool(2 * np.count_nonzero(np.abs(values) >= _LONG) > table.n) and _all_differ(table, j, column)


def _all_differ(table: Table, j: int, column: Column) -> bool:
    different = {*table.all_texts(j)} if len(column.odd) else np.unique(column.values)
    return 1 < len(different) == table.n


def _counts(values: FloatArray) -> bool:
    return len(values) >= 3 and values[0] in (0, 1) and np.array_equal(values, np.arange(len(values)) + values[0])
