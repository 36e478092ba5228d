"""Where a run begins: w⁽⁰⁾ and b⁽⁰⁾, zeros unless a person chooses them."""

from __future__ import annotations

import numpy as np

from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import LARGEST, Dataset, FloatArray
from core.errors import InputError
from core.spec import RunSpec


def starting_weights(dataset: Dataset, spec: RunSpec) -> FloatArray:
    """(w⁽⁰⁾, b⁽⁰⁾) of a resolved spec as a new array; shape (d + 1,).

    Raises InputError where the run cannot begin there: with a kernel, where w is a sum of examples from the first on;
    with another number of features; with a b⁽⁰⁾ that the bias feature B leaves no room for.
    """
    if spec.start is None:
        return np.zeros(dataset.d + 1)
    if spec.kernel is not None:
        raise InputError("with a kernel a run begins with every α = 0; starting weights are possible only without one")
    if len(spec.start) != dataset.d + 1:
        expected = f"{dataset.d + 1} are expected: w for each of the {dataset.d} features, then b"
        raise InputError(f"the start has {len(spec.start)} numbers; {expected}")
    b, bias = spec.start[-1], bias_feature(dataset, spec.bias).value
    if b and dataset.n and not bias:
        raise InputError("with bias feature B = 0 there is no b to learn; a start with b = 0 is expected")
    if b and dataset.n and abs(b) / bias > LARGEST:
        raise InputError(f"the start has b/B = {b / bias:g}; at most {LARGEST:g} is expected")
    return np.array(spec.start)
