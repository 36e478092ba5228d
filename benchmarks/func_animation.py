"""For scale: the same animation by another library, matplotlib's FuncAnimation: points, boundary, w and its length."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

import numpy as np
from matplotlib.animation import FuncAnimation
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_qtagg import FigureCanvasQTAgg
from matplotlib.collections import PathCollection
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from numpy.typing import NDArray
from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from core.record.history import State
from core.run import Run

_DPI = 100


def frames(run: Run, updates: Sequence[int], size: tuple[int, int], most_s: float) -> list[float]:
    """Return the milliseconds between frames on a canvas of so many pixels, for so many seconds or all `updates`.

    It is as fast as that library can: what stays is drawn once (blitting), and a frame follows as soon as one is done.
    """
    figure = Figure(figsize=(size[0] / _DPI, size[1] / _DPI), dpi=_DPI)
    canvas = FigureCanvasQTAgg(figure)
    sheet = _Sheet(figure, run, updates)
    drawn: list[float] = []

    def draw(update: int) -> list[Artist]:
        drawn.append(perf_counter())
        return sheet.show(_state(run, update))

    animation = FuncAnimation(figure, draw, updates, blit=True, interval=0, repeat=False, cache_frame_data=False)
    canvas.resize(*size)
    canvas.show()
    began = perf_counter()
    while len(drawn) < len(updates) and perf_counter() - began < most_s:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    animation.pause()
    canvas.close()
    canvas.deleteLater()
    return [1000 * float(gap) for gap in np.diff(drawn)]


class _Sheet:
    """The plane, where mistakes are filled, beside a plot of ‖w‖² against k."""

    def __init__(self, figure: Figure, run: Run, updates: Sequence[int]) -> None:
        plane, plot = figure.subplots(1, 2, width_ratios=(2, 1))
        self._X, self._y = run.dataset.X, run.dataset.y
        low, high = self._X.min(axis=0), self._X.max(axis=0)
        plane.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), aspect="equal")
        self._classes = [self._scatter(plane, 1, "o", "tab:blue"), self._scatter(plane, -1, "s", "tab:orange")]
        self._across = np.array([low[0], high[0]])
        (self._boundary,) = plane.plot([], [], color="black", linewidth=2, animated=True)
        self._w = plane.quiver(0, 0, 1, 1, angles="xy", scale_units="xy", scale=1, animated=True)
        plot.plot(updates, [_length(_state(run, update)) for update in updates], color="black")
        self._playhead = plot.axvline(updates[0], color="tab:orange", animated=True)

    def show(self, state: State) -> list[Artist]:
        """Return the artists that are drawn again."""
        self._boundary.set_data(self._across, -(state.b + state.w[0] * self._across) / state.w[1])
        self._w.set_UVC(*(state.w / np.hypot(*state.w)))
        self._playhead.set_xdata([state.update, state.update])
        wrong = self._y * (self._X @ state.w + state.b) <= 0
        for rows, points in self._classes:
            points.set_array(wrong[rows].astype(float))
        return [*(points for _, points in self._classes), self._boundary, self._w, self._playhead]

    def _scatter(self, plane: Axes, label: int, marker: str, colour: str) -> tuple[NDArray[np.bool_], PathCollection]:
        rows = self._y == label
        shades = ListedColormap(["white", colour])
        x1, x2 = self._X[rows].T
        white = np.zeros(len(x1))
        points = plane.scatter(x1, x2, c=white, cmap=shades, vmin=0, vmax=1, marker=marker, edgecolors=colour)
        points.set_animated(True)
        return rows, points


def _state(run: Run, update: int) -> State:
    return run.history.at_example(run.history.example_of(update))


def _length(state: State) -> float:
    return float(state.w @ state.w + state.b**2)
