"""Comparisons of a run: with a separator of one's own, the SVM, a bound for any data, and held-out examples."""

from __future__ import annotations

import math
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.analysis.held_out_errors import epoch_ends, errors_at, update_moments
from core.analysis.svm import Svm, svm
from core.command_line.options import loaded_from, numbers_from, piped
from core.datasets.dataset import LARGEST, Dataset, FloatArray, IntArray
from core.datasets.transforms import alike, held_out_rows, split
from core.errors import InputError
from core.learners import resolved
from core.predictors import PREDICTORS
from core.run import Run
from core.spaces import space_of
from core.spec import RunSpec
from core.theory.bounds import best_slack_bound, own_separator, theorem_of_own


def add_comparison_options(parser: ArgumentParser) -> None:
    """Add the options for a separator of one's own and for the SVM."""
    add = parser.add_argument_group("comparison").add_argument
    add("--separator", metavar="W1,…,B", help="your line, w and then b: its margin, its bound, its errors")
    machine = "the support vector machine with the run's kernel; C weighs its slack, inf allows none"
    add("--svm", metavar="C", help=machine)


def comparisons_from(options: Namespace, dataset: Dataset, spec: RunSpec) -> Callable[[Run], dict[str, Any]]:
    """Return what finds the comparisons that were asked for, each a key of the summary. Raises InputError."""
    separator = _separator(options.separator, dataset, spec) if options.separator is not None else None
    machine: Svm | None = None
    if options.svm is not None:
        try:
            C = float(options.svm)
        except ValueError as error:
            raise InputError(f"--svm {options.svm!r} is not possible; enter a number above 0, or inf") from error
        # The space refuses a kernel whose values overflow.
        machine = svm(dataset, C, space_of(dataset, resolved(spec)).kernel)

    def in_json(run: Run) -> dict[str, Any]:
        own = None if separator is None else _separator_in_json(run, separator)
        found = {"separator": own, "svm": machine and _svm_in_json(machine), "slack_bound": _slack_bound_in_json(run)}
        return {key: value for key, value in found.items() if value is not None}

    return in_json


def _separator(text: str, dataset: Dataset, spec: RunSpec) -> FloatArray:
    if resolved(spec).kernel:
        raise InputError("--separator is a line in the space of the data; leave the kernel out")
    expected = f"enter {dataset.d + 1}: w for each of the {dataset.d} features, then b"
    numbers = np.array(numbers_from("--separator", text, expected))
    if len(numbers) != dataset.d + 1:
        raise InputError(f"--separator has {len(numbers)} numbers; {expected}")
    if not (np.abs(numbers) <= LARGEST).all():
        raise InputError(f"--separator {text!r} goes too far; enter numbers of at most {LARGEST:g}")
    return numbers


def _separator_in_json(run: Run, separator: FloatArray) -> dict[str, Any]:
    """Return whether it separates, its γ and its bound, as plain JSON values; `worst` counts from 0."""
    margin, weights, intercept = run.margin, separator[:-1], float(separator[-1])
    own = own_separator(run.dataset, margin.bias, weights, intercept, margin)
    held = theorem_of_own(own, margin)
    return {
        "weights": weights.tolist(),
        "intercept": intercept,
        "separates": own.separates,
        "margin": _finite(own.gamma),
        "bound": _finite(None if held is None else held.bound),
        **({"p": held.along_start} if held and held.start else {}),
        "cosine": own.cosine,
        "errors": own.errors,
        "worst": own.worst,
        "reason": own.reason or None,
    }


def _svm_in_json(machine: Svm) -> dict[str, Any]:
    """Return the machine as plain JSON values: `C` is None for a hard margin, `alpha` are of the `support`."""
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
    """Return the bound of Freund & Schapire (1999, Theorem 2) on the updates of as many epochs as the run began.

    None if the data are separable or not known not to be, and where there is no such bound: without epochs, with a
    kernel, for a rule that learns from more than mistakes, or with nothing but examples at the origin.
    """
    margin = run.margin
    mistakes = not run.rule.silence and not run.rule.threshold
    applies = margin.separable is False and mistakes and not margin.in_feature_space
    if not (applies and margin.radius and run.history.epochs):
        return None
    start = margin.start and margin.start.in_units(margin.rule.rate)
    found = best_slack_bound(run.dataset, margin.bias, run.history.epochs, start)
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


@dataclass(frozen=True, eq=False)
class HoldoutOption:
    """The examples held out, and where they are from: `rows` of the run's own file, or another file, `path`."""

    dataset: Dataset
    path: str | None = None
    rows: IntArray | None = None
    remarks: tuple[str, ...] = ()
    """on that file"""

    def in_json(self, run: Run) -> dict[str, Any]:
        """Return the held-out data, and the errors at the end of the run by predictor, as plain JSON values."""
        (end,) = errors_at(run, self.dataset, [run.history.examples])
        confusion = run.confusion(self.dataset)
        return {
            "path": self.path,
            "rows": None if self.rows is None else self.rows.tolist(),
            **{name: getattr(self.dataset, name) for name in ("n", "positives", "negatives")},
            "accuracy": confusion.accuracy,
            "confusion": confusion.table,
            "errors": {name: {"training": end.training[name], "held_out": end.held_out[name]} for name in end.training},
        }


def add_held_out_options(parser: ArgumentParser, *, errors: bool = True) -> None:
    """Add the option that says what to hold out, and the one for a file of its `errors` against epochs."""
    add = parser.add_argument_group("held out").add_argument
    kept = "keep this share (between 0 and 1, drawn by the seed) from the run, or all of a file, or of a pipe (-)"
    told = "the errors of every predictor there and in training (rows then count within the examples trained on)"
    add("--holdout", metavar="SHARE|FILE", help=f"{kept}; {told}")
    if errors:
        add("--errors", metavar="FILE", help="write these errors against epochs as CSV, for at most about 200 epochs")


def held_out_from(options: Namespace, dataset: Dataset, seed: int) -> tuple[Dataset, HoldoutOption | None]:
    """Return the training examples, and those that `--holdout` keeps from the run: a share, or another file's."""
    if options.holdout is None:
        return dataset, None
    try:
        share = float(options.holdout)
    except ValueError:  # This is no share, so it is the name of a file.
        path = options.holdout
        with piped(path) as place:
            other = loaded_from(place, options, dataset.features)
        # With a class chosen, every other one is −1, whatever it is called.
        examples = alike(other.dataset, dataset, path, by_sign=options.positive is not None)
        return dataset, HoldoutOption(examples, path, remarks=tuple(f"{path}: {each}" for each in other.notes))
    training, held_out = split(dataset, share, seed)
    return training, HoldoutOption(held_out, rows=held_out_rows(dataset.n, share, seed))


def error_table(run: Run, held_out: Dataset) -> Iterator[str]:
    """Yield a CSV of the errors against epochs, or against updates for an order without epochs, with a header.

    `epoch` (empty without epochs), `update` and `example` say when, then come the errors of each predictor on the
    training data and on those held out. Long runs are looked at in about 200 places.
    """
    by_epoch = run.history.epochs > 0
    moments = errors_at(run, held_out, epoch_ends(run) if by_epoch else update_moments(run))
    yield ",".join(["epoch", "update", "example", *(f"{name}_training,{name}_held_out" for name in PREDICTORS)]) + "\n"
    for at in moments:
        counts = (count for name in PREDICTORS for count in (at.training[name], at.held_out[name]))
        yield ",".join(map(str, [at.epoch if by_epoch else "", at.update, at.example, *counts])) + "\n"
