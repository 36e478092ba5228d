"""Frames while playing at full speed: every learner, every panel, up to 100,000 points, a window of 1920 × 1080."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from time import perf_counter

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from benchmarks import desk, func_animation
from benchmarks.data import overlapping
from benchmarks.pace import Lap, Pace, Timing, timing
from benchmarks.report import Figure, met, percentile
from core.learners import LEARNERS
from core.pace import FASTEST
from core.run import train
from core.spec import RunSpec
from perceptron_gui.panels import PANELS
from perceptron_gui.window.main_window import MainWindow

POINTS = (100, 10_000, 100_000)
_RATE = 60
_FRAME_MS, _RICH_MS, _NEVER_ABOVE_MS = 1000 / _RATE, 25.0, 40.0
_RICH_LEARNERS, _RICH_PANELS = ("voted", "kernel"), ("Weights", "Compare")
"""Where a frame has more to draw, and may take longer."""
_KEPT = 120
"""Views of all, with one of the numbers of points each, that keep up with the screen."""
_SHIFT = 0.25
_FRAMES, _WARM = 40, 2
_MOST_S, _ELSEWHERE_S = 4.0, 3.0
"""After that a view has shown how slow it is, also where the machine was slowed down nearly all the time."""
_UPDATES, _SUPPORT = 100_000, 1_000
"""Of every run, each a voter where there is a vote; and of a run with a kernel, each another support example."""
_ANSWERS = 200_000_000
"""Examples times updates of a run at most: a vote is counted for each example, and we do not wait here for that."""
_LONG = 1_000_000
_LENGTHS, _LONGER = (1_000, 100_000, _LONG, 10 * _LONG), 1.5
"""Updates of runs, and how many times as long a frame of the longest may take as one of the shortest."""
_TOLD = 8
_NEVER_MS = 10**8
_WHY_KEPT = "the reason is beside each row: three fifths are the canvas, a third of that its words and their places"
_WHY = {
    "Theory": "its plot is drawn anew with what was counted beside",
    "Learner": "its curves are drawn anew with what was counted beside",
    "Step": "its texts and lines of its table are set anew",
    "Weights": "a thousand lines are stroked",
    "Compare": "its curves are drawn anew with each result, and its boundaries are worked out beside",
    "Runs": "its plot is drawn anew with the runs that were made beside",
    "Data": "its lines are read and painted anew",
}
_WHY_OF_CANVAS = "the canvas takes 6 to 9 ms; a vote or a kernel 3 to 5 more for its map, its boundary and its voters"


def figures() -> Iterator[Figure]:
    """Yield all figures, measured in one window."""
    with desk.window() as window:
        pace = Pace()
        yield from _playing(window, pace)
        yield from _scrubbing(window, pace)
        yield from _lengths(window, pace)
    yield from _elsewhere()


def _playing(window: MainWindow, pace: Pace) -> Iterator[Figure]:
    timings: dict[tuple[str, str, int], Timing] = {}
    for learner in LEARNERS:
        for n in POINTS:
            _open(window, n, _spec(learner, n))
            for panel in PANELS:
                window.panel.turn_to(panel)
                timings[learner, panel, n] = _frames(window, pace, FASTEST)
        for panel in PANELS:
            row = [timings[learner, panel, n] for n in POINTS]
            yield _row(f"playing, {learner}, {panel}", row, panel, _aim(learner, panel))
    yield from _slowest(timings)


def _aim(learner: str, panel: str) -> float:
    """Return the milliseconds that a frame may take there."""
    return _RICH_MS if learner in _RICH_LEARNERS or panel in _RICH_PANELS else _FRAME_MS


def _spec(learner: str, n: int) -> RunSpec:
    most = _SUPPORT if LEARNERS[learner].kernel is not None else _UPDATES
    return RunSpec(learner, max_epochs=10**6, max_updates=min(most, _ANSWERS // n))


def _open(window: MainWindow, n: int, spec: RunSpec) -> None:
    """Show two clouds that no line separates, and their run to its limits."""
    desk.show_run(window, overlapping(n, _SHIFT), spec)


def _frames(window: MainWindow, pace: Pace, speed: float) -> Timing:
    """Return the second half of the run at this speed, or as it lasts for as many frames as are looked at; more than
    once where the machine was slowed down.

    It plays, for then the step button does not name each step; but frames come when we ask for them.
    """
    player = window.player
    player.set_speed(min(speed, player.extent / 2 / (_WARM + _FRAMES) * _RATE))

    def begin() -> None:
        player.go_to_update(player.extent // 2)
        player.play()
        for clock in player.findChildren(QTimer):
            clock.setInterval(_NEVER_MS)

    measured = _timed(pace, begin, lambda: player.advance(1 / _RATE))
    player.pause()
    return measured


def _timed(pace: Pace, begin: Callable[[], object], work: Callable[[], object]) -> Timing:
    """Yield rounds of as many frames as are looked at, until so many were calm, or it took too long."""

    def frame() -> None:
        work()
        QApplication.processEvents()

    laps: list[Lap] = []
    deadline = perf_counter() + _MOST_S
    for place in count():
        if place % (_WARM + _FRAMES) == 0:
            begin()
        started = perf_counter()
        lap = pace.lap(frame)
        if place % (_WARM + _FRAMES) >= _WARM:
            laps.append(lap)
        desk.rest_of_frame(started)
        if sum(lap.calm for lap in laps) >= _FRAMES or (laps and perf_counter() > deadline):
            break
    return timing(laps)


def _scrubbing(window: MainWindow, pace: Pace) -> Iterator[Figure]:
    """Yield jumps to updates drawn at random from a run of a million."""
    _open(window, POINTS[0], RunSpec(max_epochs=10**9, max_updates=_LONG))
    player, rng = window.player, np.random.default_rng(0)
    for panel in PANELS:
        window.panel.turn_to(panel)
        measured = _timed(pace, lambda: None, lambda: player.go_to_update(int(rng.integers(player.extent))))
        yield _row(f"to a random update of {player.extent:,}, {panel}", [measured], panel, _FRAME_MS)


def _lengths(window: MainWindow, pace: Pace) -> Iterator[Figure]:
    """Yield an update a frame, in the middle of runs of other lengths: what a panel costs depends on what it shows."""
    timings: dict[tuple[str, int], Timing] = {}
    for updates in _LENGTHS:
        _open(window, POINTS[0], RunSpec("averaged", max_epochs=10**9, max_updates=updates))
        for panel in PANELS:
            window.panel.turn_to(panel)
            timings[panel, updates] = _frames(window, pace, _RATE)
    lengths = ", ".join(f"{updates:,}" for updates in _LENGTHS)
    for panel in PANELS:
        row = [timings[panel, updates] for updates in _LENGTHS]
        ratio = row[-1].slow / row[0].slow
        text = f"{_told(row)}, {ratio:.1f} ×"
        yield Figure(f"a frame of a run of {lengths} updates, {panel}", text, f"≤ {_LONGER:g} ×", met(ratio <= _LONGER))


def _elsewhere() -> Iterator[Figure]:
    """Yield the frames of another library for scale: points, boundary, w and a curve, on a figure of the same size."""
    for n in POINTS:
        run = train(overlapping(n, _SHIFT), RunSpec(max_epochs=10**6, max_updates=_UPDATES))
        updates = [round(k) for k in np.linspace(run.updates / 2, run.updates, _FRAMES)]
        slow = percentile(func_animation.frames(run, updates, (desk.WIDTH, desk.HEIGHT), _ELSEWHERE_S), 0.95)
        yield Figure(f"the same animation by matplotlib's FuncAnimation, {n:,} points", f"{slow:.1f} ms")


def _slowest(timings: dict[tuple[str, str, int], Timing]) -> Iterator[Figure]:
    """Yield how many views keep up, and the slowest of all."""
    kept = sum(timing.slow <= _FRAME_MS for timing in timings.values())
    told = f"{kept} of {len(timings)} ({sum(timing.slow_of_all <= _FRAME_MS for timing in timings.values())})"
    yield Figure("views that keep up with the screen", told, f"≥ {_KEPT}", met(kept >= _KEPT), _WHY_KEPT)
    own = sum(timing.slow <= _aim(learner, panel) for (learner, panel, _), timing in timings.items())
    yield Figure("views that meet the aim of their row", f"{own} of {len(timings)}")
    worst = sorted(timings, key=lambda view: timings[view].slow, reverse=True)[:_TOLD]
    slowest, aim = timings[worst[0]], f"≤ {_NEVER_ABOVE_MS:.0f} ms"
    yield Figure("the slowest view", f"{slowest} ms", aim, met(slowest.slow <= _NEVER_ABOVE_MS), _WHY_KEPT)
    for learner, panel, n in worst:
        yield Figure(f"among the slowest: {learner}, {panel}, {n:,} points", _told([timings[learner, panel, n]]))


def _row(what: str, timings: list[Timing], panel: str, aim: float) -> Figure:
    verdict, why = met(all(timing.slow <= aim for timing in timings)), f"{_WHY_OF_CANVAS}; {_WHY[panel]}"
    return Figure(what, _told(timings), f"≤ {aim:.1f} ms", verdict, why)


def _told(timings: list[Timing]) -> str:
    """Say the figures while the machine ran at its full pace, and in brackets those of all frames."""
    return "  ".join(map(str, timings)) + " ms"
