"""The vector at the end of the run."""

from __future__ import annotations

from core.datasets.dataset import FloatArray, IntArray
from core.idea import Idea
from core.predictors.predictor import Code, Follower, Notes, Predictor, Symbols
from core.record.history import History
from core.spaces.space import Decision, Space


class Last(Predictor):
    """Predicts with the present vector."""

    name = "last"
    title = "last vector"
    meaning = "The vector after the last update."
    idea = Idea(
        "The vector after the last update predicts.",
        "Nothing is to be kept beside it: the vectors that came before it have no say.",
        usual=True,
    )
    formula = "sign(a)"
    role = "ink"
    own = False

    def recall(self, space: Space, history: History, notes: Notes | None = None) -> Decision:
        return space.at(history, len(history))

    def follower(self, space: Space, history: History, questions: FloatArray) -> Follower:
        return _Present()

    def code(self, symbols: Symbols) -> Code:
        return Code(result=f"`{symbols.vector}`")


class _Present(Follower):
    carries = False

    def take(self, update: int, values: FloatArray, lives: IntArray, errors: IntArray) -> None:
        """What is gone does not count."""

    def scores(self, example: int, values: FloatArray, lived: int, errors: int) -> FloatArray:
        return values
