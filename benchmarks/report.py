"""What a benchmark has to say, and the table it is said in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True)
class Figure:
    """One measurement: `aim` says what we hope for, `verdict` whether it was reached (empty: nothing to reach).

    `reason` is what a profile says of an aim that is missed.
    """

    what: str
    measured: str
    aim: str = ""
    verdict: str = ""
    reason: str = ""

    def line(self) -> str:
        """Return the figure as a row of the table."""
        return f"{self.what:<72} {self.measured:>38}   {self.aim:<19} {self.verdict}".rstrip()


_MISSED = "MISSED"

OF_THE_LIMIT = 0.8
"""An aim counts as reached where what the machine itself takes, memory or exp, is so much of the time."""


def met(reached: bool) -> str:
    """Return the verdict on a single aim."""
    return "met" if reached else _MISSED


def report(title: str, figures: Iterable[Figure]) -> None:
    """Print a titled table as the figures come in."""
    print(f"\n{title}", flush=True)
    for figure in figures:
        print("  " + figure.line(), flush=True)
        if figure.verdict == _MISSED and figure.reason:
            print("      " + figure.reason, flush=True)


def best_of(times: int, *works: Callable[[], object]) -> list[float]:
    """Return the seconds of the fastest of `times` runs of each work, taken in turn."""
    fastest = [float("inf")] * len(works)
    for _ in range(times):
        for i, work in enumerate(works):
            started = perf_counter()
            work()
            fastest[i] = min(fastest[i], perf_counter() - started)
    return fastest


def percentile(values: list[float], share: float) -> float:
    """Return the value that `share` of the values do not exceed."""
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]
