"""Names as they are shown: files, features and classes are called what a person or another program called them."""

from __future__ import annotations

import re

_STEERS = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
"""Controls, line breaks, marks of the direction of writing, half characters (of file names too), what XML forbids."""
_LONGEST = 60
"""Characters of a name in a table or a sentence."""


def legible(text: str, keep: str = "") -> str:
    """Return `text` with U+FFFD for what steers a terminal, breaks a page or cannot be written, but in `keep`."""
    return _STEERS.sub(lambda found: found[0] if found[0] in keep else "\N{REPLACEMENT CHARACTER}", text)


def brief(name: str) -> str:
    """Return a name as a table or a sentence has room for it: legible, and a long one cut with “…”."""
    return legible(name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…")
