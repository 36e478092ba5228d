"""The formats of files of examples: one file each, chosen by suffix and content."""

from __future__ import annotations

from pathlib import Path

from core.errors import InputError
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


LESSON = ".toml"
"""The suffix of a lesson, which names its data and holds none."""


def is_lesson(path: str | Path) -> bool:
    """Return whether the suffix is that of a lesson."""
    return Path(path).suffix.lower() == LESSON


def says_format(suffix: str) -> bool:
    """Whether a suffix alone says what a file of examples holds."""
    return suffix in FORMATS and suffix != ".txt"


def format_to_read(path: Path) -> Format:
    """Return what the suffix says; where it says nothing, what the content says, else delimited text.

    Raises InputError for a lesson.
    """
    if is_lesson(path):
        raise InputError(
            "this is a lesson, and holds no examples; the window opens it, and `lesson FILE --worksheet OUT` puts it "
            "on paper"
        )
    suffix = path.suffix.lower()
    if says_format(suffix):
        return FORMATS[suffix]
    start = head(path)
    return next((each for each in FORMATS.values() if each.recognised(start)), _DELIMITED)


def format_to_write(path: Path) -> Format:
    """What the suffix says, else delimited text."""
    return FORMATS.get(path.suffix.lower(), _DELIMITED)
