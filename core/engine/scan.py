"""Two ways to find the next mistakes in a stretch of examples; they always find the same ones.

A mistake is y·a ≤ 0 with a = ((w₁x₁ + w₂x₂) + …) + b. Multiplying by y = ±1 is exact, and a rounded sum S + y·b is ≤ 0
just where S ≤ −(y·b), so the plain loop compares S = ((w₁·yx₁ + w₂·yx₂) + …) with −b·y: the same decision, sooner.
"""

from __future__ import annotations

import numpy as np

from core.arithmetic import activations
from core.dataset import FloatArray, IntArray
from core.engine.stream import Row, Tile

_SMALLEST_BLOCK, _LARGEST_BLOCK = 64, 1 << 13

Found = tuple[IntArray, FloatArray]
"""Places in the tile (m,), and (w, b) after the updates on them (d + 1,)."""


def scan_loop(tile: Tile, start: int, stop: int, weights: FloatArray, bias_squared: float, limit: int) -> Found:
    """The first `limit` mistakes in start … stop, each an update at once: a plain loop, for where they are dense."""
    rows = tile.rows(start, stop)
    loop = _learn_2 if tile.X.shape[1] == 2 else _learn
    places, after = loop(rows, weights.tolist(), bias_squared)
    if len(places) > limit:
        places, after = loop(rows[: places[limit - 1] + 1 - start], weights.tolist(), bias_squared)
    return np.fromiter(places, np.int64, len(places)), np.array(after)


def _learn_2(rows: list[Row], weights: list[float], bias_squared: float) -> tuple[list[int], list[float]]:
    """Two features, the case on screen, written out: three times as fast as the general one."""
    places = []
    w1, w2, b = weights
    against = -b
    for place, u, v, y in rows:
        if w1 * u + w2 * v <= against * y:
            places.append(place)
            w1 += u
            w2 += v
            against -= y * bias_squared
    return places, [w1, w2, 0.0 - against]


def _learn(rows: list[Row], weights: list[float], bias_squared: float) -> tuple[list[int], list[float]]:
    places = []
    *w, b = weights
    for place, *z, y in rows:
        total = w[0] * z[0]
        for j in range(1, len(w)):
            total += w[j] * z[j]
        if total <= -b * y:
            places.append(place)
            w = [a + c for a, c in zip(w, z, strict=True)]
            b += y * bias_squared
    return places, [*w, b]


def scan_blocks(tile: Tile, start: int, stop: int, weights: FloatArray, bias_squared: float, limit: int) -> Found:
    """The same: whole blocks at a time, growing while no mistake turns up, for where they are rare."""
    weights = weights.copy()
    places: list[int] = []
    block = _SMALLEST_BLOCK
    while start < stop and len(places) < limit:
        end = min(start + block, stop)
        place = _first_mistake(tile, start, end, weights)
        if place is None:
            start, block = end, min(2 * block, _LARGEST_BLOCK)
            continue
        places.append(place)
        y = float(tile.y[place])
        weights[:-1] += y * tile.X[place]
        weights[-1] += y * bias_squared
        block = min(max(2 * (place - start), _SMALLEST_BLOCK), _LARGEST_BLOCK)
        start = place + 1
    return np.array(places, np.int64), weights


def _first_mistake(tile: Tile, start: int, stop: int, weights: FloatArray) -> int | None:
    activation = activations(tile.X[start:stop], weights[:-1], weights[-1])
    wrong = (activation > 0) != tile.positive[start:stop]
    wrong |= activation == 0  # a tie is a mistake
    first = int(wrong.argmax())
    return start + first if wrong[first] else None
