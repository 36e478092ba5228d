"""The pace of the machine: on one that is shared, a neighbour halves it for seconds at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import perf_counter, sleep, thread_time

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from benchmarks.report import percentile

_SIDE, _CIRCLES, _COUNTED = 400, 60, 5_000
_AT_FIRST, _REST_S = 60, 1 / 60
_CALM = 1.25
"""Times the least that the fixed piece took: above it the machine was slowed down."""
_ENOUGH = 8
"""Calm laps of which a percentile is told."""


@dataclass(frozen=True)
class Lap:
    """One piece of work: the milliseconds of the clock, and whether the machine ran at its full pace beside it."""

    milliseconds: float
    calm: bool


class Pace:
    """Before and after each lap a fixed piece of painting and counting is timed, by the processor.

    What our own threads do beside is not taken for a slower machine: waiting for the interpreter takes no processor.
    """

    def __init__(self) -> None:
        self._image = QImage(_SIDE, _SIDE, QImage.Format.Format_ARGB32_Premultiplied)
        self._least = float("inf")
        for _ in range(_AT_FIRST):
            sleep(_REST_S)
            self._tick()

    def lap(self, work: Callable[[], object]) -> Lap:
        """Do it, once."""
        before, started = self._tick(), perf_counter()
        work()
        milliseconds = (perf_counter() - started) * 1000
        return Lap(milliseconds, max(before, self._tick()) <= _CALM * self._least)

    def _tick(self) -> float:
        """Return the seconds that the fixed piece takes now."""
        began = thread_time()
        painter = QPainter(self._image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self._image.rect(), Qt.GlobalColor.white)
        for place in range(_CIRCLES):
            painter.drawEllipse(QRectF(5 * place, 3 * place, 9, 9))
        painter.end()
        sum(place for place in range(_COUNTED))
        took = thread_time() - began
        self._least = min(self._least, took)
        return took


@dataclass(frozen=True)
class Timing:
    """Milliseconds at the 95th percentile and in the middle: of the calm laps, where there are enough, and of all."""

    slow: float
    usual: float
    slow_of_all: float

    def __str__(self) -> str:
        return f"{self.slow:.1f} ({self.slow_of_all:.1f})"


def timing(laps: Iterable[Lap]) -> Timing:
    """Return the timing of at least one lap."""
    every = list(laps)
    of_all = [lap.milliseconds for lap in every]
    calm = [lap.milliseconds for lap in every if lap.calm]
    told = calm if len(calm) >= _ENOUGH else of_all
    return Timing(percentile(told, 0.95), percentile(told, 0.5), percentile(of_all, 0.95))
