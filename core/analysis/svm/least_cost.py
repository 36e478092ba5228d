"""The least cost that there is, ½‖w‖² + C·Σ hinge over all w and b: what an online SVM comes near to (004 §2.7)."""

from __future__ import annotations

from core.analysis.svm.machine import svm
from core.errors import InputError
from core.run import Run

MOST = 500
"""Of so many examples it is found while a person waits."""


def least_cost(run: Run) -> float | None:
    """Of the rule of a run; None where it minimises nothing, or where there are too many examples to solve for it.

    With B = 0 the run's own b stays 0: then it costs no less than this either.
    """
    penalty, dataset = run.rule.penalty, run.dataset
    if penalty is None or not 0 < dataset.n <= MOST:
        return None
    try:
        return svm(dataset, penalty).objective
    except InputError:
        return None
