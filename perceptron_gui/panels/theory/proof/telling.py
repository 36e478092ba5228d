"""The proof at the playhead, in the manner chosen: in which units, and for which separator."""

from __future__ import annotations

from core.record.history import State
from core.run import Run
from core.theory.bounds import SlackBound
from core.theory.margin.margin import Margin, in_units
from core.theory.margin.units import Units
from core.theory.proof import Proof


def proof_at(run: Run, state: State, slack: SlackBound | None, units: Units, own: Margin | None) -> Proof:
    """The page for a state; `own` is the theorem for a separator of one's own, raw, which takes the place of ŵ*."""
    margin = in_units(own or run.margin, units)
    room = None
    if own is None and run.gap_along is not None:
        run.gap_along.extend(run.history)
        room = run.gap_along.at(run.history, state)
    return run.proof(state, run.inequalities(state, slack, margin), margin, room, run.objective(state.update))
