"""What the pictures of the theory panel are drawn from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from core.record.history import State
from core.run import Run
from core.theory.facts import TheoremFacts
from core.theory.margin.margin import Margin, in_units
from core.theory.margin.units import RAW, Units
from core.theory.theorem import Curves
from perceptron_gui.model.threads.sampler import Samples

_AT_ONCE = 1 << 15
"""Updates: what they take of a frame is not noticed."""


@dataclass(frozen=True, eq=False)
class RunSnapshot:
    """A run, the curves of its vectors, and what was sampled along it so far.

    `units` are those that the theorem is told in; the curves are in them too.
    """

    run: Run
    known: Curves
    samples: Samples
    units: Units = RAW

    @cached_property
    def margin(self) -> Margin:
        """The run's, in these units."""
        return in_units(self.run.margin, self.units)

    def facts(self, state: State, own: Margin | None = None, *, with_gap: bool = False) -> TheoremFacts:
        """Return the numbers at a state; `own` is the theorem for a separator of one's own, in place of ŵ*'s, raw."""
        margin = self.margin if own is None else in_units(own, self.units)
        samples = self.samples
        return self.run.facts(state, margin, samples.slack, samples.least_cost, with_gap=with_gap and own is None)

    @property
    def curves(self) -> Curves:
        """As far as the run is recorded, or a part further than before; who does not ask for them does not wait."""
        self.read_on()
        return self.known

    def read_on(self) -> None:
        """Take a part more of the record into the curves."""
        self.known.extend(self.run.history, _AT_ONCE)
