"""Every run that the tables of learners, orders, kernels and predictors allow: what holds for one is tested of all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import isnan

import pytest

from core.datasets.dataset import Dataset
from core.kernels import KERNELS
from core.learners import LEARNERS, resolved
from core.orders import ORDERS
from core.predictors import PREDICTORS
from core.rules import RULES, make_rule
from core.spec import RunSpec
from tests.partly_slow import partly_slow

START = (0.5, -1.5, 1.0)
"""A start that gets some of them wrong."""

DATASET = Dataset([[1.0, 0.5], [-0.5, 1.0], [1.5, -0.5], [-1.0, -1.0], [0.5, 0.5], [0.0, -0.5]], [1, -1, 1, -1, -1, 1])
"""Six examples that need some updates, meet a tie, and do not keep the margin at once."""

TWELVE = Dataset(
    [[-4, -4], [3, -3], [0, -4], [1, 3], [-4, -3], [2, 3], [-1, 3], [-2, 2], [4, -4], [4, -1], [3, 4], [3, 1]],
    [1, -1, -1, 1, 1, 1, 1, 1, -1, -1, 1, -1],
)
"""Whole numbers that can be checked by hand: 13 updates in file order, at most 46."""

COMPILED = [name for name, rule in RULES.items() if not (rule.every_example or (rule.sized and isnan(rule.target)))]
"""The rules that the C code can follow: it knows no steps but those of one size, and those that aim at a y·a."""


def anything(spec: RunSpec) -> bool:
    """No combination is left out."""
    return True


def in_coordinates(spec: RunSpec) -> bool:
    """Those whose vector has coordinates: without a kernel."""
    return spec.kernel is None


def in_a_feature_space(spec: RunSpec) -> bool:
    """Those with a kernel."""
    return spec.kernel is not None


def from_zero(spec: RunSpec) -> bool:
    """Those that start at 0."""
    return spec.start is None


def not_from_zero(spec: RunSpec) -> bool:
    """Those that do not."""
    return spec.start is not None


@cache
def every_combination(*, predictors: bool = True) -> tuple[RunSpec, ...]:
    """A short run for each learner, order, space, start and predictor; with `predictors` False only the learner's own.

    In a feature space there is no start but 0. They are as many as the product of the tables: one module looks at them
    all, `tests.core.test_every_combination`, and the others at `every_pair`.
    """
    specs = []
    for learner in LEARNERS.values():
        own = resolved(RunSpec(learner.name))
        short = replace(own, degree=2, gamma=0.5, max_epochs=3, max_updates=12, sequence=(4, 1, 9))
        kernels = [None] if make_rule(own).every_example else [None, *KERNELS]
        for order in ORDERS:
            for kernel in kernels:
                plain = replace(short, order=order, kernel=kernel)
                for spec in [plain] if kernel else [plain, replace(plain, start=START)]:
                    specs += [replace(spec, predictor=name) for name in PREDICTORS] if predictors else [spec]
    # A learner with a kernel of its own has no run without one.
    return tuple(spec for spec in specs if resolved(spec).kernel == spec.kernel)


@cache
def every_pair(kept: Callable[[RunSpec], bool] = anything, *, predictors: bool = True) -> tuple[RunSpec, ...]:
    """Few of those that are `kept`, in which any two of learner, order, space, start and predictor meet that meet.

    Faults come with one choice or with two of them together, seldom with three. One entry more in a table adds as many
    as the longest of the other tables has, and not as many again as there were.
    """
    return _fewest(tuple(filter(kept, every_combination(predictors=predictors))), together=2)


@cache
def every_entry(kept: Callable[[RunSpec], bool] = anything, *, predictors: bool = True) -> tuple[RunSpec, ...]:
    """Fewer still, of `every_pair`: each learner, order, space, start and predictor is in one of them."""
    return _fewest(every_pair(kept, predictors=predictors), together=1)


def _fewest(specs: tuple[RunSpec, ...], together: int) -> tuple[RunSpec, ...]:
    """Of these as few as have in them whatever `together` choices meet in any."""
    choices = [(spec.learner, spec.order, spec.kernel, spec.predictor, spec.start) for spec in specs]
    met = {spec: set(combinations(enumerate(of), together)) for spec, of in zip(specs, choices, strict=True)}
    chosen, missing = [], set().union(*met.values())
    while missing:
        best = max(met, key=lambda spec: len(met[spec] & missing))
        chosen.append(best)
        missing -= met[best]
    return tuple(chosen)


def over_pairs(kept: Callable[[RunSpec], bool] = anything, *, predictors: bool = True) -> pytest.MarkDecorator:
    """A test of each of `every_pair`, for what takes long: but for those of `every_entry` they are slow ones."""
    soon, pairs = every_entry(kept, predictors=predictors), every_pair(kept, predictors=predictors)
    return partly_slow("spec", soon, [spec for spec in pairs if spec not in soon], ids=named)


@contextmanager
def telling(spec: RunSpec) -> Iterator[None]:
    """What fails inside the block, in a test of many combinations, tells of which."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"for {named(spec)}")
        raise


def named(spec: RunSpec) -> str:
    """What tells one combination from another."""
    words = [spec.learner, str(spec.order), spec.kernel or "plane", str(spec.predictor)]
    return "-".join([*words, *([] if spec.start is None else ["started"])])
