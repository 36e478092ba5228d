"""The examples of a lesson on squared paper, where a person can draw lines and read coordinates."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from core.datasets.dataset import Dataset
from core.explain.report.page import SvgPicture
from core.numbers.numerals import number, round_steps

_SIDE, _EDGE = 400.0, 38.0
_RADIUS, _MARGIN = 5.0, 20.0
_MOST_LINES = 12


def drawing(dataset: Dataset) -> SvgPicture:
    """Both features with one scale: ○ is +1, × is −1, each with its number."""
    low, high = dataset.X.min(axis=0), dataset.X.max(axis=0)
    span = float((high - low).max()) or 1.0
    scale = (_SIDE - _EDGE - 2 * _MARGIN) / span
    step = next(round_steps(span / _MOST_LINES))

    def x_of(value: float) -> float:
        return _EDGE + _MARGIN + (value - float(low[0])) * scale

    def y_of(value: float) -> float:
        return _SIDE - _EDGE - _MARGIN - (value - float(low[1])) * scale

    lines: list[str] = []
    for place in _multiples(float(low[0]), float(low[0]) + span, step):
        x = x_of(place)
        lines.append(_line(x, 0.0, x, _SIDE - _EDGE, axis=place == 0))
        lines.append(_words(x, _SIDE - _EDGE + 14, number(place, 6), "middle"))
    for place in _multiples(float(low[1]), float(low[1]) + span, step):
        y = y_of(place)
        lines.append(_line(_EDGE, y, _SIDE, y, axis=place == 0))
        lines.append(_words(_EDGE - 4, y + 4, number(place, 6), "end"))
    marks = [
        _mark(x_of(x), y_of(y), label, count)
        for count, ((x, y), label) in enumerate(zip(dataset.X.tolist(), dataset.y.tolist(), strict=True), 1)
    ]
    size = f'width="{_SIDE:g}" height="{_SIDE:g}" viewBox="0 0 {_SIDE:g} {_SIDE:g}"'
    first, second = dataset.features
    caption = f"The examples with their numbers: ○ is +1, × is −1; {first} to the right, {second} upwards."
    return SvgPicture(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join((*lines, *marks))}</svg>', caption)


def _multiples(low: float, high: float, step: float) -> Iterator[float]:
    return (float(count) * step for count in range(int(np.ceil(low / step)), int(np.floor(high / step)) + 1))


def _line(x1: float, y1: float, x2: float, y2: float, *, axis: bool) -> str:
    colour = "#5f6773" if axis else "#d5d9de"
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{colour}" stroke-width="1"/>'


def _words(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="11" fill="#5f6773" text-anchor="{anchor}">{text}</text>'


def _mark(x: float, y: float, label: int, count: int) -> str:
    r = _RADIUS
    ring = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:g}"/>'
    cross = (
        f'<path d="M{x - r:.1f} {y - r:.1f}L{x + r:.1f} {y + r:.1f}M{x - r:.1f} {y + r:.1f}L{x + r:.1f} {y - r:.1f}"/>'
    )
    shape = f'<g fill="none" stroke="black" stroke-width="1.5">{ring if label > 0 else cross}</g>'
    return f'{shape}<text x="{x + r + 1:.1f}" y="{y - r + 2:.1f}" font-size="10">{count}</text>'
