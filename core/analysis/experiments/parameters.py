"""The same data with another bias feature B, or measured from another origin: k, γ and R²/γ² of fresh runs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.analysis.experiments.what_if import Fresh, fresh
from core.datasets.dataset import LARGEST, Dataset
from core.datasets.transforms import Transformed, with_origin
from core.errors import Cancelled, never
from core.numbers.numerals import round_steps
from core.spec import RunSpec

_PER_DECADE, _DECADES = 10, 2


@dataclass(frozen=True)
class ParameterResult:
    """What a fresh run gives with a parameter at `value`."""

    value: float
    fresh: Fresh


def bias_values(dataset: Dataset) -> tuple[float, ...]:
    """0, and ten round values a decade from a hundredth of max‖xᵢ‖ to a hundred times as much."""
    longest = float(np.linalg.norm(dataset.X, axis=1).max(initial=0.0))
    middle = round(_PER_DECADE * math.log10(longest)) if longest else 0
    tenths = range(middle - _DECADES * _PER_DECADE, middle + _DECADES * _PER_DECADE + 1)
    return 0.0, *(float(f"{10 ** (tenth / _PER_DECADE):.2g}") for tenth in tenths)


def over_biases(
    dataset: Dataset, spec: RunSpec, values: Sequence[float], cancelled: Cancelled = never
) -> Iterator[ParameterResult]:
    """Fresh runs with each bias feature, in the order of `values`; without B = 0 where the start has a b⁽⁰⁾."""
    for value in values:
        if not value and spec.start is not None and spec.start[-1]:
            continue
        yield ParameterResult(value, fresh(dataset, replace(spec, bias=value), cancelled))


def origin_values(dataset: Dataset, feature: int) -> tuple[float, ...]:
    """Places on the axis of a feature, in equal round steps: over the examples, room beside them, and always 0."""
    column = dataset.X[:, feature]
    low, high = float(column.min(initial=0.0)), float(column.max(initial=0.0))
    if dataset.n:
        room = float(np.ptp(column)) or 1.0
        low, high = min(float(column.min()) - room, 0.0), max(float(column.max()) + room, 0.0)
    step = next(round_steps(max((high - low) / 60, 1 / LARGEST)))
    decimals = max(-math.floor(math.log10(step)), 0)
    return tuple(round(place * step, decimals) for place in range(math.floor(low / step), math.ceil(high / step) + 1))


def measured_from(dataset: Dataset, feature: int, origin: float) -> Transformed:
    """With the origin at this place on the axis of a feature. Raises InputError where an example would lie too far out.

    For B > 0 the lines that separate lie where they were among the examples; the mistakes on the way do not.
    """
    place = np.zeros(dataset.d)
    place[feature] = origin
    return with_origin(dataset, place)


def over_origins(
    dataset: Dataset, spec: RunSpec, feature: int, values: Sequence[float], cancelled: Cancelled = never
) -> Iterator[ParameterResult]:
    """Fresh runs with the origin at each place on the axis of a feature, in the order of `values`."""
    for value in values:
        yield ParameterResult(value, fresh(measured_from(dataset, feature, value).dataset, spec, cancelled))
