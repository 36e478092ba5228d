"""numpy without the help texts of its functions in C, and with threads that sleep, is numpy otherwise."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.gui.program.quick_imports.a_program import said_by

_QUICKLY = """
from perceptron_gui.program.quick_imports.numpy import importing_numpy
with importing_numpy():
    import numpy
"""
_TOLD = """
import json
import numpy as np, numpy.ma, numpy.random, numpy.linalg, numpy.polynomial
print(json.dumps([
    np.ndarray.__doc__ is None, np.unique.__doc__[:60], sorted(set(dir(np.ndarray)) | set(dir(np))),
    float(np.ma.median(np.ma.array([1, 2, 3]))), np.random.default_rng(0).integers(9, size=4).tolist(),
]))
"""


def test_only_the_texts_are_missing(tmp_path: Path) -> None:
    without, *quick = said_by(_QUICKLY + _TOLD, tmp_path)
    with_none, *plain = said_by(_TOLD, tmp_path)
    assert (without, with_none) == (True, False)
    assert quick == plain


_PATIENCE = """
import ctypes, json, os
from pathlib import Path
import numpy
libraries = [str(each) for each in Path(numpy.__file__).parent.with_name("numpy.libs").glob("*openblas*")]
heard = [ctypes.CDLL(each).openblas_thread_timeout() for each in libraries]
print(json.dumps([os.environ.get("OPENBLAS_THREAD_TIMEOUT"), len(heard), heard]))
"""
_SAID = """
import os
os.environ["OPENBLAS_THREAD_TIMEOUT"] = "9"
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the library has another place or name")
@pytest.mark.parametrize(("said", "left", "patience"), [("", None, 4), (_SAID, "9", 9)])
def test_its_threads_sleep_at_once_unless_somebody_has_said_otherwise(
    said: str, left: str | None, patience: int, tmp_path: Path
) -> None:
    environment, there, heard = said_by(said + _QUICKLY + _PATIENCE, tmp_path)
    assert environment == left
    assert heard == [patience] * there
