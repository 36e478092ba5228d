"""The named learners: each a point on the axes order × feature space × update rule × predictor; and their titles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from core.datasets.dataset import Dataset
from core.engine.engine import starting_weights
from core.errors import InputError
from core.predictors import find_predictor
from core.rules import RULES, Rule, make_rule
from core.spec import Axis, RunSpec, written_out


class Learner(NamedTuple):
    """A named learner: the order, the kernel (None: the space of the data), rule and predictor it takes by default.

    It is among those compared unless others are chosen: for the margins that they reach where a separator exists
    (`tells_margins`), else for the errors that they end with (`tells_errors`).
    """

    name: str
    title: str
    order: str = "cyclic"
    kernel: str | None = None
    rule: str = "perceptron"
    predictor: str = "last"
    tells_margins: bool = False
    tells_errors: bool = False

    @property
    def in_kernel(self) -> bool:
        return self.kernel is not None


LEARNERS = Axis(
    "learner",
    "a learner",
    (
        Learner("standard", "Standard perceptron", tells_margins=True, tells_errors=True),
        Learner("averaged", "Averaged perceptron", predictor="averaged", tells_margins=True, tells_errors=True),
        Learner("voted", "Voted perceptron", predictor="voted", tells_errors=True),
        Learner("pocket", "Pocket perceptron", order="random", predictor="pocket", tells_errors=True),
        Learner("kernel", "Kernel perceptron", kernel="rbf", tells_errors=True),
        Learner("margin", "Margin perceptron", rule="margin", tells_margins=True),
        Learner("passive-aggressive", "Passive-aggressive", rule="passive-aggressive", tells_margins=True),
        Learner("online-svm", "Online SVM", order="random", rule="online-svm"),
    ),
)
find_learner = LEARNERS.find


@lru_cache(maxsize=16)
def resolved(spec: RunSpec) -> RunSpec:
    """Return `spec` with its learner's defaults filled in. Raises InputError for a learner that does not exist."""
    learner = find_learner(spec.learner)
    axes = ("order", "kernel", "rule", "predictor")
    return replace(spec, **{axis: getattr(spec, axis) or getattr(learner, axis) for axis in axes})


def rule_of(spec: RunSpec) -> Rule:
    """Return the rule that is run, by `spec` or by its learner's default. Raises InputError for what does not exist."""
    return make_rule(resolved(spec))


def with_learner(spec: RunSpec, name: str) -> tuple[RunSpec, str]:
    """Return `spec` for the learner called `name`, and in a sentence what could not stay; empty if all did.

    Order, seed, bias, kernel, numbers and limits stay, whether they were asked for or the defaults of the learner
    before; rule and predictor are the new learner's own. Only a kernel that its rule has no form for is left out, and a
    learning rate that it has no use for.
    """
    learner, before = find_learner(name), resolved(spec)
    after = replace(before, learner=name, rule=None, predictor=None, rate=Fraction(1))
    rule, told = rule_of(after), []
    if rule.whole:
        after = replace(after, rate=before.rate)
    elif before.rate != 1:
        told.append(f"{learner.title} has its own step: the learning rate {written_out(before.rate)} was left out.")
    if before.kernel and rule.every_example:
        after = replace(after, kernel=None)
        told.append(f"{learner.title} is not offered with a kernel here: {before.kernel} was left out.")
    return after, " ".join(told)


def checked(spec: RunSpec) -> RunSpec:
    """Return `resolved(spec)`, whose names a RunSpec has looked up. Raises InputError as `make_rule` does."""
    make_rule(spec := resolved(spec))
    return spec


def with_options(spec: RunSpec, options: Mapping[str, Any]) -> RunSpec:
    """Return `spec` with these fields of a RunSpec; another learner has its own. Raises InputError or TypeError."""
    RunSpec.from_json(dict(options))  # which says what is no option
    learner = options.get("learner")
    if learner is not None and learner != spec.learner:
        spec = replace(with_learner(spec, learner)[0], kernel=None)
    spec = replace(spec, **options)
    # Where no run ends, this limit is as good as any in a lesson.
    spec = replace(spec, max_updates=min(spec.max_updates, 100_000))
    checked(spec)
    return spec


def with_fitting_start(spec: RunSpec, dataset: Dataset) -> tuple[RunSpec, str]:
    """Return `spec` for a run over `dataset`, without a start that does not fit; and then a sentence on why."""
    try:
        starting_weights(dataset, resolved(spec))
    except InputError as error:
        # Weights for another number of features do not fit these data.
        return replace(spec, start=None), f"The starting weights were left out: {error}."
    return spec, ""


def title_of(spec: RunSpec) -> str:
    """Return the name of the learner that is run, e.g. "Kernel perceptron" for a standard one with a kernel."""
    full = resolved(spec)
    return learner_title(full.rule or "", full.predictor or "", in_kernel=full.kernel is not None)


def learner_title(rule: str, predictor: str, *, in_kernel: bool, kernel: str = "") -> str:
    """Return the name of a learner with these parts, e.g. "Voted perceptron" or "Kernel perceptron, average"."""
    learner, family = learner_of(rule, predictor, in_kernel=in_kernel), family_title(rule, in_kernel, kernel)
    if learner.predictor != predictor or learner.in_kernel != in_kernel:
        return f"{family}, {find_predictor(predictor).title}"
    return family if kernel else learner.title


def family_title(rule: str, in_kernel: bool, kernel: str = "") -> str:
    """Return the name of a rule in a space, e.g. "Margin perceptron, with a kernel", or with the `kernel` in words."""
    learners = family_of(rule, in_kernel)
    usual = "" if any(learner.in_kernel for learner in learners) else "with a kernel" * in_kernel
    return ", ".join(filter(None, (learners[0].title, kernel or usual)))


def learner_of(rule: str, predictor: str, *, in_kernel: bool) -> Learner:
    """Return the named learner with these parts, or else one with this rule and in this space."""
    family = family_of(rule, in_kernel)
    return next((learner for learner in family if learner.predictor == predictor), family[0])


def family_of(rule: str, in_kernel: bool) -> list[Learner]:
    """Return the named learners of a rule: those of this space, or all if it has none; without any, a nameless one."""
    learners = [learner for learner in LEARNERS.values() if learner.rule == rule]
    nameless = Learner(RunSpec.learner, RULES.find(rule).title, rule=rule)
    return [learner for learner in learners if learner.in_kernel == in_kernel] or learners or [nameless]
