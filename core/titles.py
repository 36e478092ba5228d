"""How a learner is called: by its rule, its space and its predictor, whatever it was asked for as."""

from __future__ import annotations

from core.learners import LEARNERS, Learner, resolved
from core.predictors import find_predictor
from core.rules import RULES
from core.spec import RunSpec


def title_of(spec: RunSpec) -> str:
    """Return the name of the learner that is run, e.g. "Kernel perceptron" for a standard one with a kernel."""
    full = resolved(spec)
    return learner_title(full.rule or "", full.predictor or "", in_kernel=full.kernel is not None)


def learner_title(rule: str, predictor: str, *, in_kernel: bool) -> str:
    """Return the name of a learner with these parts, e.g. "Voted perceptron" or "Kernel perceptron, average"."""
    exact = [learner for learner in family_of(rule, in_kernel=in_kernel) if learner.predictor == predictor]
    if exact and (exact[0].kernel is not None) == in_kernel:
        return exact[0].title
    return f"{family_title(rule, in_kernel=in_kernel)}, {find_predictor(predictor).title}"


def family_title(rule: str, *, in_kernel: bool) -> str:
    """Return the name of a rule in a space, e.g. "Margin perceptron, with a kernel"."""
    learners = family_of(rule, in_kernel=in_kernel)
    title = learners[0].title if learners else RULES.find(rule).title
    own = any(learner.kernel is not None for learner in learners)
    return f"{title}{', with a kernel' * (in_kernel and not own)}"


def family_of(rule: str, *, in_kernel: bool) -> list[Learner]:
    """Return the named learners of a rule: those of this space, or all if it has none."""
    learners = [learner for learner in LEARNERS.values() if learner.rule == rule]
    return [learner for learner in learners if (learner.kernel is not None) == in_kernel] or learners
