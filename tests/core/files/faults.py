"""A file with this content, and what is said of one that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import files
from core.errors import InputError

_LONGEST = 200


def save(folder: Path, content: str | bytes, name: str = "data.csv") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def fault(path: Path) -> str:
    """The sentence, without the path."""
    with pytest.raises(InputError) as caught:
        files.load(path)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < len(str(path)) + _LONGEST
    return str(caught.value).removeprefix(f"{path}: ")
