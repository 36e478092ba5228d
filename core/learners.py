"""The named learners: each a point on the axes order × feature space × update rule × predictor."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.dataset import Dataset
from core.engine.batch import Engine
from core.engine.linear import LinearEngine
from core.errors import InputError
from core.orders import Order
from core.spec import RunSpec


@dataclass(frozen=True)
class Learner:
    """A named learner: how it is called, the order it takes unless told otherwise, and the engine that runs it."""

    name: str
    title: str
    order: str
    engine: Callable[[Dataset, RunSpec, Order], Engine]


LEARNERS: dict[str, Learner] = {
    learner.name: learner for learner in (Learner("standard", "Standard perceptron", "cyclic", LinearEngine),)
}
"""Name → learner."""


def find_learner(name: str) -> Learner:
    """The learner called `name`; raises InputError for a name that is not in the table."""
    if name not in LEARNERS:
        raise InputError(f"{name!r} is not a learner; {', '.join(LEARNERS)} is expected")
    return LEARNERS[name]


def order_of(spec: RunSpec) -> str:
    """The order a spec asks for: its own, or its learner's default."""
    return spec.order or find_learner(spec.learner).order
