"""How many there are of something, in words: one update, two updates."""

from __future__ import annotations


def plural(noun: str, count: int) -> str:
    """The noun as it stands beside that number, e.g. "update", "updates"."""
    return noun if count == 1 else f"{noun}s"


def counted(count: int, noun: str) -> str:
    """E.g. "1 update", "1,562 updates"."""
    return f"{count:,} {plural(noun, count)}"
