"""numpy without the help texts of its functions in C is numpy otherwise."""

from __future__ import annotations

from pathlib import Path

from tests.gui.program.quick_imports.a_program import said_by

_QUICKLY = """
from perceptron_gui.program.quick_imports.numpy import leave_out_texts
leave_out_texts()
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
