"""Two ways to find the next mistakes in a stretch of examples; they always find the same ones.

A mistake is y·a ≤ 0 with a = ((w₁x₁ + w₂x₂) + …) + b. Multiplying by y = ±1 is exact, and a rounded sum S + y·b is ≤ 0
just where S ≤ −(y·b), so the plain loop compares S = ((w₁·yx₁ + w₂·yx₂) + …) with −b·y: the same decision, sooner.
"""

from __future__ import annotations

import numpy as np

from core.arithmetic import activations
from core.dataset import FloatArray, IntArray
from core.engine.stream import Tile

_SMALLEST_BLOCK, _LARGEST_BLOCK = 64, 1 << 13


def scan_loop(tile: Tile, start: int, stop: int, weights: FloatArray, bias_squared: float, limit: int) -> IntArray:
    """Places in the tile of the first `limit` mistakes in start … stop: a plain loop, for where they are dense."""
    columns = tile.signed(start, stop)
    *w, b = weights.tolist()
    loop = _mistakes_2 if len(w) == 2 else _mistakes
    found = loop(columns, w, b, bias_squared)
    return np.array(found[:limit], np.int64) + start


def _mistakes_2(columns: list[list[float]], w: list[float], b: float, bias_squared: float) -> list[int]:
    """Two features, the case on screen, written out: three times as fast as the general one."""
    found = []
    (w1, w2), against = w, -b
    for place, u, v, y in zip(range(len(columns[0])), *columns, strict=True):
        if w1 * u + w2 * v <= against * y:
            found.append(place)
            w1 += u
            w2 += v
            against -= y * bias_squared
    return found


def _mistakes(columns: list[list[float]], w: list[float], b: float, bias_squared: float) -> list[int]:
    found = []
    for place, (*z, y) in enumerate(zip(*columns, strict=True)):
        total = w[0] * z[0]
        for j in range(1, len(w)):
            total += w[j] * z[j]
        if total <= -b * y:
            found.append(place)
            w = [a + c for a, c in zip(w, z, strict=True)]
            b += y * bias_squared
    return found


def scan_blocks(tile: Tile, start: int, stop: int, weights: FloatArray, bias_squared: float, limit: int) -> IntArray:
    """The same places: whole blocks at a time, growing while no mistake turns up, for where they are rare."""
    weights = weights.copy()
    found: list[int] = []
    block = _SMALLEST_BLOCK
    while start < stop and len(found) < limit:
        end = min(start + block, stop)
        place = _first_mistake(tile, start, end, weights)
        if place is None:
            start, block = end, min(2 * block, _LARGEST_BLOCK)
            continue
        found.append(place)
        y = float(tile.y[place])
        weights[:-1] += y * tile.X[place]
        weights[-1] += y * bias_squared
        block = min(max(2 * (place - start), _SMALLEST_BLOCK), _LARGEST_BLOCK)
        start = place + 1
    return np.array(found, np.int64)


def _first_mistake(tile: Tile, start: int, stop: int, weights: FloatArray) -> int | None:
    activation = activations(tile.X[start:stop], weights[:-1], weights[-1])
    wrong = (activation > 0) != tile.positive[start:stop]
    wrong |= activation == 0  # a tie is a mistake
    first = int(wrong.argmax())
    return start + first if wrong[first] else None
