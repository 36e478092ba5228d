"""The inner loops in C, where they were built: the same as the Python that they stand for, to the bit, sooner."""

from __future__ import annotations

import ctypes
import logging
import os
import sys
from functools import cache
from pathlib import Path
from typing import ClassVar

_VERSION = 4
_LIBRARY = Path(__file__).with_name("loops" + {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so"))
_WHOLE, _FLOAT, _POINTER, _TEXT, _BYTE = (
    ctypes.c_int64,
    ctypes.c_double,
    ctypes.c_void_p,
    ctypes.c_char_p,
    ctypes.c_char,
)


class Picks(ctypes.Structure):
    """The struct of that name in C."""

    _fields_: ClassVar = [
        *[(name, _WHOLE) for name in ("n", "d")],
        *[(name, _POINTER) for name in ("Z", "w", "columns", "norms", "y", "f")],
        *[(name, _FLOAT) for name in ("bias_squared", "below", "target")],
        *[(name, _POINTER) for name in ("draw", "state", "up")],
        ("awaited", _WHOLE),
    ]


class GridStruct(ctypes.Structure):
    """The struct of that name in C."""

    _fields_: ClassVar = [
        *[(name, _FLOAT * 2) for name in ("middle", "scale", "first")],
        *[(name, _WHOLE) for name in ("columns", "rows")],
    ]


_ARGUMENTS = {
    "scan_2": [*[_POINTER, _WHOLE, _POINTER, _WHOLE, _WHOLE, _POINTER], *[_FLOAT] * 2, _WHOLE, _POINTER],
    "scan": [_POINTER, *[_WHOLE] * 3, _POINTER, *[_FLOAT] * 3, _WHOLE, *[_POINTER] * 2],
    "replay": [_POINTER, *[_WHOLE] * 2, *[_POINTER] * 3, _WHOLE, _POINTER, _FLOAT, _POINTER, _WHOLE, _POINTER],
    "walk": [_POINTER, *[_WHOLE] * 2, _POINTER, _POINTER, _WHOLE, _POINTER, *[_FLOAT] * 4, _POINTER],
    "dual_scan": [
        *[_POINTER, _WHOLE, _POINTER, _POINTER, _POINTER, _WHOLE, _WHOLE, _POINTER, _FLOAT, _FLOAT, _WHOLE],
        *[_POINTER] * 3,
    ],
    "pick": [_POINTER, _WHOLE, *[_POINTER] * 3],
    "tally": [*[_POINTER] * 3, _WHOLE, *[_POINTER] * 2],
    "convolve": [_POINTER, *[_WHOLE] * 2, _POINTER, *[_WHOLE] * 2, _POINTER],
    "read_rows": [
        *[_TEXT, _WHOLE, _WHOLE, _BYTE, _BYTE, _POINTER, _WHOLE, _WHOLE, _POINTER, _TEXT, _POINTER, _WHOLE],
        *[_POINTER] * 3,
    ],
}


@cache
def loops() -> ctypes.CDLL | None:
    """The library; None where it was not built, cannot be loaded, or is not wanted (PERCEPTRON_PURE=1)."""
    if os.environ.get("PERCEPTRON_PURE") == "1" or not _LIBRARY.exists():
        return None
    try:
        library = ctypes.CDLL(str(_LIBRARY))
        version = library.loops_version()
        for name, arguments in _ARGUMENTS.items():
            function = getattr(library, name)
            function.argtypes, function.restype = arguments, _WHOLE
    except (OSError, AttributeError) as error:
        logging.getLogger(__name__).info("going without the compiled loops: %s", error)
        return None
    if version != _VERSION:
        logging.getLogger(__name__).info("going without the compiled loops: they are of another version")
        return None
    return library
