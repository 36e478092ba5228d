"""What every engine is: it works in small pieces until a batch is full, its time is up, or the run ends."""

from __future__ import annotations

from abc import ABC, abstractmethod
from time import perf_counter

from core.engine.batch import Batch, Stop
from core.engine.limits import Limits


class Engine(ABC):
    """Advances a run within its limits; equal inputs give equal updates however the calls are cut."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._updates = self._examples = 0

    def advance(self, max_updates: int, budget_s: float) -> Batch:
        """Work until `max_updates` more updates are made, about `budget_s` seconds are spent, or the run ends."""
        deadline = perf_counter() + budget_s
        target = min(self._updates + max_updates, self._limits.updates)
        while self._stop() is None and self._updates < target:
            self._work(target - self._updates)
            if perf_counter() >= deadline:
                break
        return self._batch(self._stop())

    def _stop(self) -> Stop | None:
        return Stop.CONVERGED if self._converged() else self._limits.reached(self._examples, self._updates)

    @abstractmethod
    def _converged(self) -> bool:
        """Whether no example would move the vector any more."""

    @abstractmethod
    def _work(self, most: int) -> None:
        """Go on for a millisecond or so: with `most` more updates at most, and no more examples than the limits say."""

    @abstractmethod
    def _batch(self, stopped: Stop | None) -> Batch:
        """The updates since the last call."""


class EpochEngine(Engine):
    """Passes over n examples until one has no update; that is seen at the end of a piece, which may lie beyond it."""

    def __init__(self, n: int, limits: Limits) -> None:
        super().__init__(limits)
        self._n = n
        self._last_update = 0

    def _converged(self) -> bool:
        clean = -(-self._last_update // self._n) * self._n + self._n if self._n else 0
        self._examples = min(self._examples, clean)
        return self._examples == clean
