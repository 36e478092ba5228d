"""The reasons why work ends early: wrong input, in one clear sentence with its place, or a cancelled request."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Self, TypeVar

_Entry = TypeVar("_Entry")

Cancelled = Callable[[], bool]
"""Asked often while work that may take long is done; once it says True, the work ends where it is."""
Check = Callable[[], None]
"""To be called now and then by such work; raises CancelledError where nobody waits for it any more."""

_LONGEST_SHOWN = 40


class CancelledError(Exception):
    """Nobody wants the work any more."""


def never() -> bool:
    """Never cancelled: the default for `cancelled` arguments."""
    return False


def raise_if_cancelled(cancelled: Cancelled) -> None:
    """Raise CancelledError once the work is not wanted any more."""
    if cancelled():
        raise CancelledError


class InputError(ValueError):
    """One sentence for the user: the mistake, its place, and what to do.

    `str()` gives `FILE: line N, column M: sentence`, without the unknown parts. Lines and columns count from 1. If a
    sentence quotes too much, its middle is left out.
    """

    def __init__(
        self, sentence: str, *, path: str | Path | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        # Longer sentences would not fit a line of text, or a window.
        self.sentence = sentence if len(sentence) <= 400 else f"{sentence[:200]} … {sentence[-200:]}"
        super().__init__(self.sentence)
        self.path, self.line, self.column = path, line, column

    def at(self, line: int, column: int) -> Self:
        """Return the same error, now saying at which cell."""
        self.line, self.column = line, column
        return self

    def __str__(self) -> str:
        place = {"line": self.line, "column": self.column}
        told = ", ".join(f"{name} {number}" for name, number in place.items() if number is not None)
        # The text is kept, except for characters that would break the line or control a terminal.
        path = (c if c.isprintable() else c.encode("unicode_escape").decode() for c in str(self.path or ""))
        return ": ".join(part for part in ("".join(path), told, self.sentence) if part)


def named(name: str | None, table: Mapping[str, _Entry], what: str) -> _Entry:
    """Return the entry called `name` of a table. Raises InputError, which says `what` is looked for."""
    if isinstance(name, str) and name in table:
        return table[name]
    from difflib import get_close_matches

    # A name in the table was probably meant, or the first with a word in its entry's title.
    words: dict[str, str] = {}
    for known, entry in table.items():
        for word in (known, *str(getattr(entry, "title", "")).lower().split()):
            words.setdefault(word, known)
    nearest = get_close_matches(str(name or "").lower(), words, n=1)
    asked = f"; is {words[nearest[0]]} meant?" if nearest else ""
    raise InputError(f"{name or ''!r} is not {what}; enter {', '.join(table)}{asked}")


def shown(cell: str) -> str:
    """Return a cell as a message quotes it: in quotes, on one line, not too long."""
    return repr(cell if len(cell) <= _LONGEST_SHOWN else cell[: _LONGEST_SHOWN - 1] + "…")


_MOST_NAMED = 5


def some_names(names: Collection[str]) -> str:
    """Return the first five of some names, and how many more there are."""
    more = len(names) - _MOST_NAMED
    told = listed_names(islice(names, _MOST_NAMED))
    return f"{told} and {more:,} more" if more > 0 else told


def listed_names(names: Iterable[str]) -> str:
    """Return the first of some names as a message lists them, as many as a line has room for."""
    told = ""
    for name in names:
        word = name if name and name.isprintable() and len(name) <= _LONGEST_SHOWN else shown(name)
        told = f"{told}, {word}" if told else word
        if len(told) > 100:
            return f"{told}, …"
    return told
