"""An average that knows a tie: where its score on a question is 0 but for rounding, it is worked out exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from core.datasets.arithmetic import EPSILON
from core.datasets.dataset import FloatArray
from core.datasets.exact_decimals import row_fractions
from core.record.history import History
from core.record.tally import Tally, shares_of
from core.spaces.kernel import Expansion
from core.spaces.linear import Plane
from core.spaces.space import Decision, Space

_MANY = 1 << 24
"""Updates from which on the rounding of their sum, by its bound, might decide nearly every sign."""


def knowing_ties(average: Decision, space: Space, history: History, known: Sequence[Tally] = ()) -> Decision:
    """The average of a run, with exact scores where rounding might decide their sign; as it is where there are none.

    In the space of the data that of very many updates is made anew, of exact numbers rounded once. What is `known` of
    the run spares counting from its start.
    """
    if not space.whole or not len(history):
        return average
    shares = Shares(space, history, tuple(known))
    if isinstance(average, Plane) and len(history) > _MANY:
        return shares.plane()
    if isinstance(average, Plane | Expansion):
        return replace(average, settled=shares.settled)
    return average


@dataclass(frozen=True, eq=False)
class Shares:
    """An average as w̃⁽⁰⁾ + Σ sᵢyᵢx̃ᵢ/(T + 1): an update on example t of T is part of T + 1 − t vectors
    (Perceptron 000).
    """

    space: Space
    history: History
    known: tuple[Tally, ...] = ()

    def settled(self, Q: FloatArray, scores: FloatArray) -> FloatArray:
        """`scores` (m,) of questions Q (m, d), those that are near 0 exact; what the decimals say, rounded once."""
        # A bound on the rounding error of each score: k updates, each of whose terms is rounded a few times.
        k, d = len(self.history), self.space.dataset.d
        doubt = (4 * k + 64 * (d + 32)) * EPSILON * self.space.reach(Q, k)
        return self._exact_where(np.abs(scores) <= doubt, Q, scores)

    def plane(self) -> Plane:
        """Each of its numbers rounded once."""
        d = self.space.dataset.d
        corners = [[Fraction(int(j == axis)) for j in range(d)] for axis in range(-1, d)]
        b, *ends = self._exactly(corners) or []
        weights = np.array([float(end - b) for end in ends])
        return Plane(weights, float(b), partial(self._settled_of, np.append(np.abs(weights), abs(float(b)))))

    def _settled_of(self, sizes: FloatArray, Q: FloatArray, scores: FloatArray) -> FloatArray:
        """The same for a plane of numbers of these `sizes` (d + 1,): only products and their sum are rounded."""
        doubt = 4 * (len(sizes) + 2) * EPSILON * (np.abs(Q) @ sizes[:-1] + sizes[-1])
        return self._exact_where(np.abs(scores) <= doubt, Q, scores)

    def _exact_where(self, near: NDArray[np.bool_], Q: FloatArray, scores: FloatArray) -> FloatArray:
        places = np.flatnonzero(near)
        exact = self._exactly([row_fractions(q) for q in Q[places].tolist()]) if len(places) else None
        if exact is None:
            return scores
        settled = scores.copy()
        settled[places] = [float(v) for v in exact]
        return settled

    def _exactly(self, Q: list[list[Fraction]]) -> list[Fraction] | None:
        seen = self.history.examples + 1
        exact = self.space.exactly(self._whole, seen, Q)
        return None if exact is None else [v / seen for v in exact]

    @cached_property
    def _whole(self) -> dict[int, int]:
        shares = shares_of(self.history, self.space.dataset.n, self.known)
        return {row: int(shares[row]) for row in np.flatnonzero(shares).tolist()}
