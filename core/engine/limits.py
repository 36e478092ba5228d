"""When a run gives up."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from core.engine.batch import Stop
from core.spec import RunSpec


@dataclass(frozen=True)
class Limits:
    """A run gives up after so many `updates` made or `examples` seen; `by_updates` and `by_examples` say so."""

    updates: int
    examples: int
    by_updates: Stop = Stop.MAX_UPDATES
    by_examples: Stop = Stop.MAX_EPOCHS

    @classmethod
    def of(cls, spec: RunSpec, n: int, *, epochs: bool = True) -> Limits:
        """Those of a spec over n examples; whoever picks knows no `epochs`.

        A further limit is one more pair beside those that count the same; the one that is reached first holds.
        """
        updates = [(spec.max_updates, Stop.MAX_UPDATES)]
        examples = [(spec.max_epochs * n, Stop.MAX_EPOCHS)] if epochs else []
        (most_updates, by_updates), (most_examples, by_examples) = (
            min(limits, default=(sys.maxsize, Stop.MAX_EPOCHS)) for limits in (updates, examples)
        )
        return cls(most_updates, most_examples, by_updates, by_examples)

    def reached(self, examples: int, updates: int) -> Stop | None:
        """Why a run that has seen so many examples and made so many updates ends now; None while it goes on."""
        if updates >= self.updates:
            return self.by_updates
        return self.by_examples if examples >= self.examples else None
