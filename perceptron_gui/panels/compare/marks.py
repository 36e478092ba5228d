"""By what an entry is known as long as it is compared: a colour and a letter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from core.analysis.compared_entries import Entry, entry_from_json
from perceptron_gui.model.saved_setting import of_kind

_LETTERS = "ABCDEFGH"
MOST = len(_LETTERS)
"""So many can be told apart."""


@dataclass(frozen=True)
class EntryMark:
    """A letter, and the role of a colour in a theme."""

    letter: str
    role: str


_MARKS = tuple(EntryMark(letter, f"compared_{place}") for place, letter in enumerate(_LETTERS, 1))


class Marks:
    """The entries that are compared, each with a mark that it keeps until it goes; in the order of their letters."""

    def __init__(self) -> None:
        self.taken: dict[EntryMark, Entry] = {}
        """which mark each has"""

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(self.taken[mark] for mark in _MARKS if mark in self.taken)

    @property
    def full(self) -> bool:
        return len(self.taken) == MOST

    def saved(self) -> dict[str, Any]:
        """Letter → entry, in plain JSON values."""
        return {mark.letter: entry.to_json() for mark, entry in self.taken.items()}

    @staticmethod
    def read(value: Any) -> dict[EntryMark, Entry]:
        """Those that `saved` told of. Raises as `SavedSetting.restore`."""
        marks = {mark.letter: mark for mark in _MARKS}
        taken = {marks[letter]: entry_from_json(entry) for letter, entry in of_kind(value, dict).items()}
        if len(set(taken.values())) != len(taken):
            raise ValueError
        return taken

    def of(self, entry: Entry) -> EntryMark:
        return next(mark for mark, taken in self.taken.items() if taken == entry)

    def add(self, entry: Entry) -> None:
        """Give it the first mark that is free, if there is one and it has none."""
        free = next((mark for mark in _MARKS if mark not in self.taken), None)
        if entry not in self.entries and free is not None:
            self.taken[free] = entry

    def remove(self, entry: Entry) -> None:
        self.taken = {mark: taken for mark, taken in self.taken.items() if taken != entry}

    def begin_with(self, entries: Iterable[Entry]) -> None:
        self.taken = {}
        for entry in entries:
            self.add(entry)
