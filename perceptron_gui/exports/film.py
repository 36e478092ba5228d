"""A stretch of the run as a film: which updates it shows, and for how long."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from core.errors import InputError
from core.pace import FASTEST, USUAL_SPEED
from core.run import Run

FEWEST, MOST = 3, 200
"""Pictures: what a film needs, and what it has at most unless `most` says otherwise."""
SLOWEST = 0.1
"""Updates a second. A film may be slower than the window plays."""
_RATE = 25
"""Pictures a second; browsers show a GIF that asks for many more at a tenth of its speed."""
_HELD = 200
"""Hundredths of a second for the last picture, before the film begins again."""
_LONGEST = 65_535
"""Hundredths of a second that a GIF can give to one picture."""


@dataclass(frozen=True)
class Stretch:
    """The updates `first` … `last`, so many of them a second, in `most` pictures at most.

    Where the run `ends` after the last, its end is a picture of its own. Raises InputError where that is no film.
    """

    first: int
    last: int
    speed: float = USUAL_SPEED
    most: int = MOST
    ends: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.first < self.last:
            raise InputError(
                f"no film goes from update {self.first} to {self.last}; an end after the start is expected"
            )
        if not SLOWEST <= self.speed <= FASTEST:
            expected = f"{SLOWEST:g} to {FASTEST:g} are expected"
            raise InputError(f"{self.speed:g} updates a second are not possible; {expected}")
        if self.most < FEWEST:
            raise InputError(f"a film of {self.most} pictures is not possible; at least {FEWEST} are expected")

    @classmethod
    def of(cls, run: Run, first: int, last: int, speed: float, most: int) -> Stretch:
        return cls(first, last, speed, most, ends=run.stopped is not None and last == run.updates)

    @property
    def updates(self) -> list[int]:
        steps = self.last - self.first
        gaps = max(1, min(steps, self.most - 1 - self.ends, int(steps / self.speed * _RATE)))
        return [self.first + round(steps * place / gaps) for place in range(gaps + 1)]

    @property
    def moments(self) -> list[int | None]:
        """What is shown: the updates, and at last the end (None) of a run that ends there."""
        return [*self.updates, None] if self.ends else [*self.updates]

    @property
    def hundredths(self) -> list[int]:
        """For how many hundredths of a second each is shown: as long as the speed says, but the last is held."""
        updates = [*self.updates, self.last + 1] if self.ends else self.updates
        times = [round(100 * (update - self.first) / self.speed) for update in updates]
        return [*(min(later - now, _LONGEST) for now, later in pairwise(times)), _HELD]
