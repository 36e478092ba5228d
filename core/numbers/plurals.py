"""How many there are of something, in words: one update, two updates, the third."""

from __future__ import annotations


def plural(noun: str, count: int) -> str:
    """The noun as it stands beside that number, e.g. "update", "updates"."""
    return noun if count == 1 else f"{noun}s"


def counted(count: int, noun: str) -> str:
    """E.g. "1 update", "1,562 updates"."""
    return f"{count:,} {plural(noun, count)}"


def ordinal(count: int) -> str:
    """E.g. "1st", "12th", "1,563rd"."""
    in_teens = count // 10 % 10 == 1
    ending = "th" if in_teens else {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")
    return f"{count:,}{ending}"
