"""What the pictures of the theory panel are drawn from."""

from __future__ import annotations

from dataclasses import dataclass

from core.run import Run
from core.theory.theorem import Curves
from perceptron_gui.model.sampler import Samples


@dataclass(frozen=True, eq=False)
class Seen:
    """A run, the curves of its vectors, and what was sampled along it so far."""

    run: Run
    known: Curves
    samples: Samples

    @property
    def curves(self) -> Curves:
        """As far as the run is recorded; who does not ask for them does not wait for them."""
        self.known.extend(self.run.history)
        return self.known
