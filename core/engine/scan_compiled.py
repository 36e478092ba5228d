"""The third way to find the next examples to learn from: the loop in C, which finds the same ones."""

from __future__ import annotations

import ctypes
import math

import numpy as np

from core.compiled import loops
from core.datasets.dataset import FloatArray
from core.engine.scan import ScannedUpdates
from core.engine.stream import Tile
from core.rules import Rule


def can_scan(rule: Rule) -> bool:
    """Whether the library is there and knows the rule."""
    return loops() is not None and knows(rule)


def knows(rule: Rule) -> bool:
    """Whether the C code can say what `rule` does."""
    return not rule.every_example and (not rule.sized or rule.target is not None)


def target_of(rule: Rule) -> float:
    """The y·a that a sized update brings its example to, as the C code takes it: NaN where every update is the same."""
    return rule.target if rule.sized and rule.target is not None else math.nan


def library() -> ctypes.CDLL:
    """The library where `loops` is known to have one."""
    found = loops()
    if found is None:
        raise RuntimeError("the compiled loops are not there")
    return found


def scan_compiled(
    tile: Tile, start: int, stop: int, weights: FloatArray, bias_squared: float, limit: int, rule: Rule
) -> ScannedUpdates:
    """The first `limit` updates in start … stop, each made at once; see `core.engine.scan`."""
    most = min(limit, stop - start)
    places, weights = np.empty(most, np.int64), weights.copy()
    examples, w, to = (start, stop), weights.ctypes.data, places.ctypes.data
    if tile.X.shape[1] == 2 and not rule.sized:
        columns = (tile.X.ctypes.data, len(tile), tile.y.ctypes.data)
        found = library().scan_2(*columns, *examples, w, bias_squared, rule.below, most, to)
        return ScannedUpdates(places[:found], weights, None)
    activation = np.empty(most)
    blocks, numbers = tile.blocks.ctypes.data, (bias_squared, rule.below, target_of(rule))
    found = library().scan(blocks, tile.X.shape[1], *examples, w, *numbers, most, to, activation.ctypes.data)
    return ScannedUpdates(places[:found], weights, activation[:found] + 0.0 if rule.sized else None)
