"""The files that a command writes: none of them replaces an input, or another output."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from core.errors import InputError
from core.files.disk.refusals import mode_of, refusals


def refuse_same_file(inputs: Iterable[str | None], outputs: Iterable[str | None]) -> None:
    """Raises InputError for an output that is also an input or another output; a device may be named twice."""
    taken = {_place(name) for name in inputs if name is not None}
    for name in outputs:
        if name is None:
            continue
        place = _place(name)
        if place in taken and not _is_device(place):
            raise InputError("the file is named twice; another one is expected for this output", path=name)
        taken.add(place)


def write_blocks(path: str, stream: BinaryIO, blocks: Iterable[str]) -> None:
    """The blocks as UTF-8. Raises InputError, naming `path`, where the operating system refuses."""
    with refusals(Path(path)):
        stream.writelines(block.encode() for block in blocks)
        stream.flush()


def _place(name: str) -> Path:
    """Where a name leads to, whether or not there is a file; what cannot be followed is refused when it is opened."""
    return Path(os.path.realpath(name))


def _is_device(place: Path) -> bool:
    mode = mode_of(place)
    return mode != 0 and not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)
