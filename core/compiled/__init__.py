"""The inner loops in C, if they were built: bit for bit the results of the Python loops, in less time."""

from __future__ import annotations

import ctypes
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

_VERSION = 11
_LIBRARY = Path(__file__).with_name("loops" + {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so"))
_WHOLE, _FLOAT, _POINTER = ctypes.c_int64, ctypes.c_double, ctypes.c_void_p
_TEXT, _BYTE = ctypes.c_char_p, ctypes.c_char


class _Array(ctypes.c_void_p):
    """An argument that is an array, whose numbers lie one after another; or their address, or none."""

    @classmethod
    def from_param(cls, given: Any) -> Any:
        """Pass an array that can be written to by its buffer, in a fifth of the time that `ctypes.data` takes."""
        if isinstance(given, np.ndarray):
            if given.size and given.flags.carray:
                return ctypes.byref(_BYTE.from_buffer(given.data))
            given = given.ctypes.data
        return ctypes.c_void_p.from_param(given)


class Picks(ctypes.Structure):
    """The struct of that name in C."""

    _fields_: ClassVar = [
        *[(name, _WHOLE) for name in ("n", "d")],
        *[(name, _POINTER) for name in ("Z", "rough", "reach", "w", "columns", "norms", "y", "f")],
        *[(name, _FLOAT) for name in ("bias_squared", "target")],
        *[(name, _FLOAT * 2) for name in ("below", "wrong")],
        *[(name, _POINTER) for name in ("draw", "state", "up")],
        *[(name, _WHOLE) for name in ("ups", "awaited")],
    ]


class GridStruct(ctypes.Structure):
    """The struct of that name in C."""

    _fields_: ClassVar = [
        *[(name, _FLOAT * 2) for name in ("middle", "scale", "first")],
        *[(name, _WHOLE) for name in ("columns", "rows")],
    ]


class Ruled(ctypes.Structure):
    """The struct of that name in C."""

    _fields_: ClassVar = [
        *[(name, _POINTER) for name in ("along", "across")],
        *[(name, _WHOLE) for name in ("places", "rows", "doubt")],
    ]


_ARGUMENTS = {
    "scan_2": [*[_Array, _WHOLE, _Array, _WHOLE, _WHOLE, _Array], *[_FLOAT] * 3, _WHOLE, _Array],
    "scan": [_Array, *[_WHOLE] * 3, _Array, *[_FLOAT] * 4, _WHOLE, *[_Array] * 2],
    "scan_sparse": [*[_Array] * 5, *[_WHOLE] * 2, _Array, _WHOLE, *[_FLOAT] * 4, _WHOLE, *[_Array] * 2],
    "replay": [_Array, *[_WHOLE] * 2, *[_Array] * 3, _WHOLE, _Array, _FLOAT, _Array, _WHOLE, _Array],
    "walk": [_Array, *[_WHOLE] * 2, _Array, _Array, _WHOLE, _Array, *[_FLOAT] * 4, _Array],
    "dual_scan": [
        *[_Array, _WHOLE, *[_Array] * 3, _WHOLE, _WHOLE, _Array, *[_FLOAT] * 3, _WHOLE],
        *[*[_Array] * 4, _WHOLE],
    ],
    "sign_gram": [_Array, *[_WHOLE] * 2, _FLOAT, _Array],
    "scaled_distances": [_Array, *[_WHOLE] * 2, _Array, _WHOLE, _FLOAT, _Array],
    "pick": [_POINTER, _WHOLE, *[_Array] * 3],
    "tally": [*[_Array] * 3, _WHOLE, *[_Array] * 2],
    "sum_areas": [_Array, _WHOLE, _WHOLE, _Array],
    "shuffle": [_POINTER, _POINTER, *[_WHOLE] * 2, _Array],
    "count_shuffled": [_POINTER, _POINTER, _Array, *[_WHOLE] * 2, *[_Array] * 2, *[_FLOAT] * 4, *[_WHOLE] * 2, _Array],
    "survive": [*[_Array] * 3, *[_WHOLE] * 2, *[_Array] * 2],
    "vote": [*[_Array] * 2, _WHOLE, _Array, *[_WHOLE] * 2, _Array],
    "score_all": [_Array, _WHOLE, _Array, *[_WHOLE] * 2, _Array],
    "count_wrong": [_Array, *[_WHOLE] * 2, _Array, _WHOLE, *[_FLOAT] * 2, _Array],
    "turn": [_Array, _WHOLE, *[_Array] * 2, _POINTER, _Array],
    "convolve": [_Array, *[_WHOLE] * 2, _Array, *[_WHOLE] * 2, _Array],
    "read_rows": [_TEXT, _WHOLE, _WHOLE, *[_BYTE] * 3, _WHOLE, *[_Array] * 3],
}


@cache
def loops() -> ctypes.CDLL | None:
    """Return the library; None if it was not built, cannot be loaded, or is not wanted (PERCEPTRON_PURE=1)."""
    if not _wanted() or not _LIBRARY.exists():
        return None
    try:
        library = ctypes.CDLL(str(_LIBRARY))
        if library.loops_version() != _VERSION:
            raise OSError("they are of another version")
        for name, arguments in _ARGUMENTS.items():
            function = getattr(library, name)
            function.argtypes, function.restype = arguments, _WHOLE
    except (OSError, AttributeError) as error:
        import logging

        # A library that cannot be loaded is no failure: the loops in Python give the same results.
        logging.getLogger(__name__).info("going without the compiled loops: %s", error)
        return None
    return library


def library() -> ctypes.CDLL:
    """Return the library where `loops` is known to have one."""
    found = loops()
    if found is None:
        raise RuntimeError("the compiled loops are not there")
    return found


def loops_missing() -> str:
    """Return a sentence that says so if the library is wanted and is not there; else nothing."""
    missing = _wanted() and loops() is None
    return "The loops in C are missing: all results are the same, but long runs take longer." if missing else ""


def loops_in_words() -> str:
    """Return a sentence on whether the loops in C are used."""
    if loops() is not None:
        return "The loops in C are used."
    return loops_missing() or "The loops in C are not used, because PERCEPTRON_PURE is 1."


def _wanted() -> bool:
    return os.environ.get("PERCEPTRON_PURE") != "1"
