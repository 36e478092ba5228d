"""What a run can be held against: a separator of one's own, the SVM, and a bound for data that nothing separates."""

from __future__ import annotations

import math
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.analysis.svm.machine import Svm, svm
from core.command_line.options import numbers_from
from core.datasets.dataset import LARGEST, Dataset, FloatArray
from core.errors import InputError
from core.kernels import make_kernel
from core.learners import resolved
from core.run import Run
from core.spaces import space_of
from core.spec import RunSpec
from core.theory.bounds import best_slack_bound, own_separator


@dataclass(frozen=True, eq=False)
class Separator:
    """A separator (w, b) that the person gives, w (d,)."""

    weights: FloatArray
    intercept: float

    def in_json(self, run: Run) -> dict[str, Any]:
        """Whether it separates, its γ and its bound, in plain JSON values. Rows count from 0."""
        margin = run.margin
        own = own_separator(run.dataset, margin.bias, self.weights, self.intercept, margin)
        return {
            "weights": self.weights.tolist(),
            "intercept": self.intercept,
            "separates": own.separates,
            "margin": _finite(own.gamma),
            "bound": _finite(own.bound_in(margin)),
            **({"p": start.along} if (start := own.start_in(margin)) else {}),
            "cosine": own.cosine,
            "errors": own.errors,
            "worst": own.worst,
            "reason": own.reason or None,
        }


@dataclass(frozen=True, eq=False)
class Comparisons:
    """What was asked for beside the run itself."""

    separator: Separator | None
    machine: Svm | None

    def in_json(self, run: Run) -> dict[str, Any]:
        """A key more in the summary for each, and for the bound where the data are not separable."""
        found = {
            "separator": self.separator and self.separator.in_json(run),
            "svm": self.machine and _svm_in_json(self.machine),
            "slack_bound": _slack_bound_in_json(run),
        }
        return {key: value for key, value in found.items() if value is not None}


def add_comparison_options(parser: ArgumentParser) -> None:
    """A separator of one's own, and the SVM."""
    group = parser.add_argument_group("comparison")
    group.add_argument(
        "--separator", metavar="W1,…,B", help="a separator of your own, w and then b: its margin, its bound, its errors"
    )
    group.add_argument(
        "--svm",
        metavar="C",
        help="the support vector machine with the run's kernel; C weighs its slack, inf allows none",
    )


def comparisons_from(options: Namespace, dataset: Dataset, spec: RunSpec) -> Comparisons:
    """What the command line asks for, on the examples that are trained on. Raises InputError."""
    return Comparisons(
        _separator(options.separator, dataset, spec) if options.separator is not None else None,
        _svm(options.svm, dataset, spec) if options.svm is not None else None,
    )


def _separator(text: str, dataset: Dataset, spec: RunSpec) -> Separator:
    """The numbers of `--separator W1,…,B`: d + 1 finite ones, without a kernel."""
    if resolved(spec).kernel is not None:
        raise InputError("--separator is a line in the space of the data; a run without a kernel is expected")
    expected = f"{dataset.d + 1} are expected: w for each of the {dataset.d} features, then b"
    numbers = np.array(numbers_from("--separator", text, expected))
    if len(numbers) != dataset.d + 1:
        raise InputError(f"--separator has {len(numbers)} numbers; {expected}")
    if not (np.abs(numbers) <= LARGEST).all():
        raise InputError(f"--separator {text!r} goes too far; numbers of at most {LARGEST:g} are expected")
    return Separator(numbers[:-1], float(numbers[-1]))


def _svm(text: str, dataset: Dataset, spec: RunSpec) -> Svm:
    """The machine of `--svm C` with the run's kernel."""
    try:
        C = float(text)
    except ValueError as error:
        raise InputError(f"--svm {text!r} is not possible; a number above 0, or inf, is expected") from error
    filled = resolved(spec)
    space_of(dataset, filled)  # which refuses a kernel whose values overflow
    return svm(dataset, C, None if filled.kernel is None else make_kernel(filled))


def _svm_in_json(machine: Svm) -> dict[str, Any]:
    """The machine in plain JSON values: `C` is None for a hard margin, `alpha` are those of the `support` (004 §2)."""
    return {
        "C": _finite(machine.C),
        "weights": None if machine.weights is None else machine.weights.tolist(),
        "intercept": machine.intercept,
        "margin": _finite(machine.margin),
        "support": machine.support.tolist(),
        "alpha": machine.alpha[machine.support].tolist(),
        "hinge": _finite(machine.hinge),
        "objective": _finite(machine.objective),
    }


def _slack_bound_in_json(run: Run) -> dict[str, Any] | None:
    """The bound of Freund & Schapire (1999, Theorem 2) on the updates of as many epochs as the run began.

    None where the data are separable or not known not to be, and where there is no such bound: without epochs, with a
    kernel, for a rule that learns from more than mistakes, or with nothing but examples at the origin.
    """
    margin = run.margin
    mistakes = not run.rule.silence and not run.rule.threshold
    applies = margin.separable is False and mistakes and not margin.in_feature_space
    if not (applies and margin.radius and run.history.epochs):
        return None
    found = best_slack_bound(run.dataset, margin.bias, run.history.epochs, margin.start)
    return {
        "value": _finite(found.value),
        "u": found.u.tolist(),
        "margin": found.gamma,
        "slack": found.slack,
        **({"lead": found.lead} if found.lead else {}),
        "epochs": found.epochs,
        "examples": found.trivial,
    }


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
