"""The formats of files of examples: one file each, chosen by suffix and content."""

from __future__ import annotations

from pathlib import Path

from core.errors import InputError
from core.files.disk import head
from core.files.formats.arff import Arff
from core.files.formats.delimited import Delimited
from core.files.formats.format import Format
from core.files.formats.svmlight import Svmlight

_DELIMITED, _SVMLIGHT = Delimited(), Svmlight()

FORMATS: dict[str, Format] = {
    ".csv": _DELIMITED,
    ".tsv": Delimited("\t"),
    ".tab": Delimited("\t"),
    ".txt": _DELIMITED,
    ".data": _DELIMITED,
    ".dat": _DELIMITED,
    ".svm": _SVMLIGHT,
    ".svmlight": _SVMLIGHT,
    ".libsvm": _SVMLIGHT,
    ".arff": Arff(),
}
"""Suffix → format; a suffix that is not here is written as delimited text."""

SPREADSHEETS = (".xlsx", ".xls", ".ods")
"""Suffixes of files of which a sheet is read, and which are not written."""

LESSON = ".toml"
"""The suffix of a lesson, which names its data and holds none."""

_CSV_OF_FRAME = "in Python, pandas.read_{0}(…).to_csv(…, index=False) makes a CSV file of it"
_REFUSED = {
    ".parquet": f"this is a Parquet file; {_CSV_OF_FRAME.format('parquet')}",
    ".feather": f"this is a Feather file; {_CSV_OF_FRAME.format('feather')}",
    ".npz": "this holds arrays of numpy; core.Dataset(X, y) takes them in Python, and numpy.savetxt makes a text file",
    ".npy": "this holds an array of numpy; core.Dataset(X, y) takes it in Python, and numpy.savetxt makes a text file",
    ".gz": "this file is packed; unpack it first (gunzip)",
    ".bz2": "this file is packed; unpack it first (bunzip2)",
    ".xz": "this file is packed; unpack it first (unxz)",
    ".zip": "this is an archive; unpack it first, and open a file that it holds",
    ".html": "this is a web page; copy its table and paste it here, or download the data themselves",
    ".htm": "this is a web page; copy its table and paste it here, or download the data themselves",
    ".json": f"this is JSON, which has no rows and columns; {_CSV_OF_FRAME.format('json')}",
}
"""Suffixes of files that people try, and what to do instead."""
_BEGINNINGS = {
    "PAR1": ".parquet",
    "\x1f\ufffd": ".gz",
    "PK\x03\x04": ".zip",
    "BZh": ".bz2",
    "\ufffd7zXZ": ".xz",
    "\ufffdNUMPY": ".npy",
    "<!doctype html": ".html",
    "<html": ".html",
}


def is_lesson(path: str | Path) -> bool:
    """Return whether the suffix is that of a lesson."""
    return Path(path).suffix.lower() == LESSON


def is_spreadsheet(path: str | Path) -> bool:
    """Return whether the suffix is that of a spreadsheet."""
    return Path(path).suffix.lower() in SPREADSHEETS


def says_format(suffix: str) -> bool:
    """Return whether a suffix alone says what a file of examples holds."""
    return suffix in FORMATS and suffix not in {".txt", ".data", ".dat"}


def format_to_read(path: Path) -> Format:
    """Return what the suffix says, else the content, else delimited text. Raises InputError if there is no table."""
    if is_lesson(path):
        told = "this is a lesson, and holds no examples"
        raise InputError(f"{told}; the window opens it, and `lesson FILE --worksheet OUT` puts it on paper")
    suffix, start = path.suffix.lower(), head(path)
    begun = (start, start.lstrip("\ufeff \r\n\t").casefold())
    found = next((kind for text, kind in _BEGINNINGS.items() if any(each.startswith(text) for each in begun)), suffix)
    if found in _REFUSED:
        raise InputError(_REFUSED[suffix if suffix in _REFUSED else found])
    if says_format(suffix):
        return FORMATS[suffix]
    return next((each for each in FORMATS.values() if each.recognised(start)), _DELIMITED)


def format_to_write(path: Path) -> Format:
    """Return what the suffix says, else delimited text. Raises InputError for a spreadsheet, which is not written."""
    if is_spreadsheet(path):
        raise InputError("spreadsheets are read and not written; choose .csv, which any spreadsheet program opens")
    return FORMATS.get(path.suffix.lower(), _DELIMITED)
