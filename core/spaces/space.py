"""What every feature space offers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from core.dataset import Dataset, FloatArray
from core.engine.batch import Engine
from core.orders import Order
from core.record.history import History
from core.theory.margin import Margin


def never() -> bool:
    """Nobody calls it off."""
    return False


class Decision(Protocol):
    """One vector of the space as a classifier."""

    @property
    def weights(self) -> FloatArray | None:
        """w (d,); None where the space has no such coordinates."""
        ...

    @property
    def intercept(self) -> float | None:
        """b; None where there are no weights."""
        ...

    @property
    def terms(self) -> int:
        """How many terms are summed for each question, as a measure of what `score` costs."""
        ...

    def score(self, Q: FloatArray) -> FloatArray:
        """Decision values of questions Q (m, d); shape (m,)."""
        ...


class WithoutWeights:
    """A classifier that is no single vector of the data's space: it has neither w nor an intercept to go with it."""

    @property
    def weights(self) -> None:
        """None: there is no w to write down."""
        return None

    @property
    def intercept(self) -> None:
        """None, as there are no weights it would belong to."""
        return None


class Space(Protocol):
    """A feature space over one dataset, for one spec and its rule."""

    @property
    def dataset(self) -> Dataset:
        """The examples."""
        ...

    @property
    def norms_squared(self) -> FloatArray:
        """‖x̃ᵢ‖² of every example, the bias feature included; shape (n,)."""
        ...

    def make_engine(self, order: Order) -> Engine:
        """The engine that runs there."""
        ...

    def make_history(self, order: Order) -> History:
        """An empty record of such a run."""
        ...

    def solve_margin(self, cancelled: Callable[[], bool] = never) -> Margin:
        """ŵ*, γ, R and the bound there, or why there is none; a long search asks now and then if it is `cancelled`."""
        ...

    def at(self, history: History, update: int) -> Decision:
        """The vector after update k."""
        ...

    def averaged(self, history: History) -> Decision:
        """The average over the vectors after each of the T examples and the initial zero (000)."""
        ...

    def trajectory(self, history: History, Q: FloatArray, start: int, stop: int) -> FloatArray:
        """Decision values of questions Q (m, d) after updates start … stop; shape (stop − start + 1, m)."""
        ...


def unknown_order(order: Order) -> TypeError:
    """An order that neither passes over the data nor picks: a fault of the program."""
    return TypeError(f"{type(order).__name__} neither passes nor picks")
