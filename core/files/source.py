"""The text of a file, whatever Unicode encoding it was saved in."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from core.errors import InputError

_BREAK = re.compile(r"\r\n|\r|\n")


def line_breaks(text: str) -> int:
    """How many physical lines end within `text`; CR LF, LF and CR each end one."""
    return len(_BREAK.findall(text))


def read_text(path: Path) -> str:
    """UTF-8 with or without a byte order mark, or UTF-16 with one. Raises InputError for other bytes, with the line."""
    raw = path.read_bytes()
    encoding = "utf-16" if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = line_breaks(raw[: error.start].decode(encoding, "replace")) + 1
        raise InputError("these bytes are not text; a file saved as UTF-8 is expected", line=line) from error
