"""What the pictures of the theory panel are drawn from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from core.record.history import State
from core.run import Run
from core.theory.bound_gap import BoundGap
from core.theory.inequality import Inequality
from core.theory.margin.margin import Margin, in_units
from core.theory.margin.units import RAW, Units
from core.theory.proof import Case
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

    def rows(self, state: State) -> tuple[Inequality, ...]:
        return self.run.inequalities(state, self.samples.slack, self.margin)

    def gap(self, state: State) -> BoundGap | None:
        """Where the room under the bound goes at a state; None where it is not known."""
        along, history = self.run.gap_along, self.run.history
        if along is None:
            return None
        along.extend(history)
        return along.at(history, state)

    def case(self, state: State, own: Margin | None, *, with_gap: bool = False) -> Case:
        """What is told at a state; `own` is the theorem for a separator of one's own, raw, which takes ŵ*'s place.

        Only `with_gap` it says where the room under the bound goes, which takes its time over a run just begun.
        """
        run, margin = self.run, in_units(own or self.run.margin, self.units)
        rows = run.inequalities(state, self.samples.slack, margin)
        return run.case(
            state, rows, margin, self.gap(state) if with_gap and own is None else None, run.objective(state.update)
        )

    @property
    def curves(self) -> Curves:
        """As far as the run is recorded, or a part further than before; who does not ask for them does not wait."""
        self.read_on()
        return self.known

    def read_on(self) -> None:
        """Take a part more of the record into the curves."""
        self.known.extend(self.run.history, _AT_ONCE)
