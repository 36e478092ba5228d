"""What the pictures of the theory panel are drawn from."""

from __future__ import annotations

from dataclasses import dataclass

from core.record.history import State
from core.run import Run
from core.theory.margin.margin import Margin, in_units
from core.theory.theorem import Curves, TheoremFacts
from perceptron_gui.model.threads.sampler import Samples

_AT_ONCE = 1 << 15
"""Updates: what they take of a frame is not noticed."""


@dataclass(frozen=True, eq=False)
class RunSnapshot:
    """A run as far as it may be shown, the curves of its vectors, and what was sampled along it so far.

    `known`, the curves, have the whole margin, in the units that the theorem is told in.
    """

    run: Run
    known: Curves
    samples: Samples

    @property
    def margin(self) -> Margin:
        """The margin of the curves."""
        return self.known.margin

    def told_by(self, own: Margin | None) -> Margin:
        """Return the margin that is told of: that of `own`, the theorem for a separator of one's own, raw, if any."""
        return self.margin if own is None else in_units(own, self.margin.notation.units)

    def facts(self, state: State, own: Margin | None = None, *, with_gap: bool = False) -> TheoremFacts:
        """Return all numbers at a state."""
        samples, gap = self.samples, with_gap and own is None
        return self.run.facts(state, self.told_by(own), samples.slack, samples.least_cost, with_gap=gap)

    @property
    def curves(self) -> Curves:
        """As far as the run is recorded, or a part further than before; who does not ask for them does not wait."""
        self.read_on()
        return self.known

    def read_on(self) -> None:
        """Take a part more of the record into the curves."""
        self.known.extend(self.run.history, _AT_ONCE)
