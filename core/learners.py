"""The named learners: each a point on the axes order × feature space × update rule × predictor."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from core.errors import InputError
from core.spec import RunSpec


class Rule(StrEnum):
    """What an example does to the vector."""

    PERCEPTRON = "perceptron"
    """a mistake adds y·x (000 … 004)"""
    ONLINE_SVM = "online-svm"
    """every example shrinks it, and one within the margin adds γ·y·x (004 §2.7)"""


@dataclass(frozen=True)
class Learner:
    """A named learner: the order, the kernel (None: the space of the data) and the predictor it takes by default."""

    name: str
    title: str
    order: str = "cyclic"
    kernel: str | None = None
    rule: Rule = Rule.PERCEPTRON
    predictor: str = "last"


LEARNERS: dict[str, Learner] = {
    learner.name: learner
    for learner in (
        Learner("standard", "Standard perceptron"),
        Learner("averaged", "Averaged perceptron", predictor="averaged"),
        Learner("voted", "Voted perceptron", predictor="voted"),
        Learner("pocket", "Pocket perceptron", order="random", predictor="pocket"),
        Learner("kernel", "Kernel perceptron", kernel="rbf"),
        Learner("online-svm", "Online SVM", order="random", rule=Rule.ONLINE_SVM),
    )
}
"""Name → learner."""


def find_learner(name: str) -> Learner:
    """The learner called `name`; raises InputError for a name that is not in the table."""
    if name not in LEARNERS:
        raise InputError(f"{name!r} is not a learner; {', '.join(LEARNERS)} is expected")
    return LEARNERS[name]


def resolved(spec: RunSpec) -> RunSpec:
    """`spec` with its learner's defaults filled in. Raises InputError for a learner that does not exist."""
    learner = find_learner(spec.learner)
    return replace(
        spec,
        order=spec.order or learner.order,
        kernel=spec.kernel or learner.kernel,
        predictor=spec.predictor or learner.predictor,
    )
