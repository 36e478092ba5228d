"""The documents, and what in them is prose."""

from __future__ import annotations

import re
from pathlib import Path

from tests.places import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def words_of(path: Path) -> str:
    return path.read_text("utf-8")


def prose_of(path: Path) -> str:
    """Return a page as one line, without blocks of code, code in a line, and stars that are no italics."""
    text = re.sub(r"```.*?```", "", words_of(path), flags=re.DOTALL)
    text = re.sub(r"^ {4}.*$", "", text, flags=re.MULTILINE)
    return re.sub(r"\s+", " ", re.sub(r"`+[^`]+`+", "", text).replace(r"\*", "∗"))
