"""The formats of files of examples: one file each, chosen by suffix and content."""

from __future__ import annotations

from pathlib import Path

from core.files.disk.blocks import head
from core.files.formats.arff import Arff
from core.files.formats.delimited import Delimited
from core.files.formats.format import Format
from core.files.formats.svmlight import Svmlight

_DELIMITED, _SVMLIGHT = Delimited(), Svmlight()

FORMATS: dict[str, Format] = {
    ".csv": _DELIMITED,
    ".tsv": Delimited("\t"),
    ".txt": _DELIMITED,
    ".svm": _SVMLIGHT,
    ".svmlight": _SVMLIGHT,
    ".libsvm": _SVMLIGHT,
    ".arff": Arff(),
}
"""Suffix → format; a suffix that is not here is written as delimited text."""


def says_format(suffix: str) -> bool:
    """Whether a suffix alone says what a file of examples holds."""
    return suffix in FORMATS and suffix != ".txt"


def format_to_read(path: Path) -> Format:
    """What the suffix says; where it says nothing, what the content says, else delimited text."""
    suffix = path.suffix.lower()
    if says_format(suffix):
        return FORMATS[suffix]
    start = head(path)
    return next((each for each in FORMATS.values() if each.recognised(start)), _DELIMITED)


def format_to_write(path: Path) -> Format:
    """What the suffix says, else delimited text."""
    return FORMATS.get(path.suffix.lower(), _DELIMITED)
