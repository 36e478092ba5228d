"""The page that plays a run: how large it is, how long it takes to be made, and to be opened in Chromium."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.data import overlapping
from benchmarks.report import Figure, best_of, met
from core.learners import LEARNERS
from core.player import player_page
from core.run import train
from core.spec import RunSpec
from tools.chromium import DRIVER, PROGRAM, Chromium

_SMALL, _LONG = 1_000, 100_000
_AIM_KB, _AIM_S, _AIM_MADE_S = 250, 1.0, 5.0


def figures() -> Iterator[Figure]:
    """Yield runs over 100 examples that nothing separates, with all the digits of floats."""
    dataset = overlapping(100, 0.5)
    endless = RunSpec(max_epochs=10**9)

    def page(learner: str, updates: int) -> str:
        return player_page(train(dataset, RunSpec(learner, max_updates=updates, max_epochs=endless.max_epochs)))

    sizes = {learner: len(page(learner, _SMALL).encode()) / 1e3 for learner in LEARNERS}
    largest = max(sizes, key=lambda learner: sizes[learner])
    text = f"{min(sizes.values()):.0f} to {sizes[largest]:.0f} kB, the largest that of {largest}"
    yield Figure("100 examples, 10³ updates", text, f"≤ {_AIM_KB} kB", met(sizes[largest] <= _AIM_KB))
    made: list[str] = []
    (seconds,) = best_of(1, lambda: made.append(page("standard", _LONG)))
    text = f"{len(made[0].encode()) / 1e6:.1f} MB, made in {seconds:.1f} s"
    yield Figure("10⁵ updates", text, f"≤ {_AIM_MADE_S:g} s", met(seconds <= _AIM_MADE_S))
    yield _opened(made[0])


def _opened(html: str) -> Figure:
    """Return the time from the request to the first whole picture."""
    what = "the same, opened in Chromium"
    if PROGRAM is None or DRIVER is None:
        return Figure(what, "not measured: there is no Chromium with its driver here")
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "run.html"
        path.write_text(html, encoding="utf-8")
        browser = Chromium(Path(name) / "profile")
        try:
            times = []
            for _ in range(5):
                browser.open(path)
                times.append(browser.ask("return player.ready.then(() => performance.now())") / 1000)
        finally:
            browser.close()
    seconds = sorted(times)[2]
    return Figure(what, f"{seconds:.2f} s", f"≤ {_AIM_S:g} s", met(seconds <= _AIM_S))
