"""The named learners: each a point on the axes order × feature space × update rule × predictor."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.errors import InputError
from core.spec import RunSpec


@dataclass(frozen=True)
class Learner:
    """A named learner: the order, the kernel (None: the space of the data), rule and predictor it takes by default."""

    name: str
    title: str
    order: str = "cyclic"
    kernel: str | None = None
    rule: str = "perceptron"
    predictor: str = "last"


LEARNERS: dict[str, Learner] = {
    learner.name: learner
    for learner in (
        Learner("standard", "Standard perceptron"),
        Learner("averaged", "Averaged perceptron", predictor="averaged"),
        Learner("voted", "Voted perceptron", predictor="voted"),
        Learner("pocket", "Pocket perceptron", order="random", predictor="pocket"),
        Learner("kernel", "Kernel perceptron", kernel="rbf"),
        Learner("margin", "Margin perceptron", rule="margin"),
        Learner("passive-aggressive", "Passive-aggressive", rule="passive-aggressive"),
        Learner("online-svm", "Online SVM", order="random", rule="online-svm"),
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
        rule=spec.rule or learner.rule,
        predictor=spec.predictor or learner.predictor,
    )
