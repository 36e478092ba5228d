"""An average that knows a tie: where its score on a question is 0 but for rounding, it is worked out exactly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from core.datasets.arithmetic import EPSILON
from core.datasets.dataset import FloatArray
from core.datasets.exact_decimals import row_fractions
from core.record.history import History
from core.spaces.kernel import Expansion
from core.spaces.linear import Plane
from core.spaces.space import Decision, Space


def knowing_ties(average: Decision, space: Space, history: History) -> Decision:
    """The average of a run, with exact scores where rounding might decide their sign; as it is where there are none."""
    if not space.whole or not len(history):
        return average
    if isinstance(average, Plane | Expansion):
        return replace(average, settled=Shares(space, history).settled)
    return average


@dataclass(frozen=True, eq=False)
class Shares:
    """An average as w̃⁽⁰⁾ + Σ sᵢyᵢx̃ᵢ/(T + 1): an update on example t of T is part of T + 1 − t vectors
    (Perceptron 000).
    """

    space: Space
    history: History

    def settled(self, Q: FloatArray, scores: FloatArray) -> FloatArray:
        """`scores` (m,) of questions Q (m, d), those that are near 0 exact; what the decimals say, rounded once."""
        near = np.flatnonzero(np.abs(scores) <= self._doubt(Q))
        if not len(near):
            return scores
        seen = self.history.examples + 1
        shares = {row: share for row, share in enumerate(self.history.shares().tolist()) if share}
        exact = self.space.exactly(shares, seen, [row_fractions(q) for q in Q[near].tolist()])
        if exact is None:
            return scores
        settled = scores.copy()
        settled[near] = [float(Fraction(v, seen)) for v in exact]
        return settled

    def _doubt(self, Q: FloatArray) -> FloatArray:
        """A bound on the rounding error of each score: k updates, each of whose terms is rounded a few times."""
        k, d = len(self.history), self.space.dataset.d
        reach = k * self.space.reach(Q) + self.space.start_reach(Q)
        return (4 * k + 64 * (d + 32)) * EPSILON * reach
