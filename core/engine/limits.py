"""When a run over epochs is over."""

from __future__ import annotations

from dataclasses import dataclass

from core.engine.batch import Stop
from core.spec import RunSpec


@dataclass(frozen=True)
class Limits:
    """`n` examples an epoch; a run gives up after `examples` seen or `updates` made."""

    n: int
    examples: int
    updates: int

    @classmethod
    def of(cls, spec: RunSpec, n: int) -> Limits:
        """Those of a spec over n examples."""
        return cls(n, spec.max_epochs * n, spec.max_updates)

    def clean(self, last_update: int) -> int:
        """t at the end of the first epoch without an update, where the last one was made on example t."""
        return -(-last_update // self.n) * self.n + self.n if self.n else 0

    def reached(self, examples: int, last_update: int, updates: int) -> Stop | None:
        """Why a run that has seen so many examples and made so many updates ends now; None while it goes on."""
        if examples >= self.clean(last_update):
            return Stop.CONVERGED
        if updates >= self.updates:
            return Stop.MAX_UPDATES
        if examples >= self.examples:
            return Stop.MAX_EPOCHS
        return None
