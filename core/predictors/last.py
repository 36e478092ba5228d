"""The vector at the end of the run."""

from __future__ import annotations

from typing import ClassVar

from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.predictors.predictor import Code, Follower, Predictor, Symbols
from core.record.history import History
from core.spaces.space import Decision, Space


class Last(Predictor):
    """Predicts with the present vector."""

    name: ClassVar[str] = "last"
    title: ClassVar[str] = "last vector"
    meaning: ClassVar[str] = "The vector after the last update."
    role: ClassVar[str] = "ink"
    own: ClassVar[bool] = False
    survival: ClassVar[str] = "To this predictor it does not matter how long a vector survived."
    aside: ClassVar[str] = "Nothing is kept beside it: what the vectors before it said is forgotten."

    def read(self, space: Space, history: History, dataset: Dataset) -> Decision:
        """The vector after the last update."""
        return space.at(history, len(history))

    def follower(self, space: Space, history: History, questions: FloatArray) -> Follower:
        """The present vector."""
        return _Present()

    def code(self, symbols: Symbols) -> Code:
        """Nothing but the vector."""
        return Code(result=f"`{symbols.vector}`")


class _Present(Follower):
    carries: ClassVar[bool] = False

    def take(self, update: int, values: FloatArray, lives: IntArray, errors: IntArray) -> None:
        """What is gone does not count."""

    def scores(self, example: int, values: FloatArray, lived: int, errors: int) -> FloatArray:
        """Those of the present vector."""
        return values
