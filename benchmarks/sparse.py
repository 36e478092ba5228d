"""Five passes over sparse examples of the size of 20 newsgroups, against scikit-learn's Perceptron and a numpy loop."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.sparse import csr_array
from sklearn.linear_model import Perceptron

from benchmarks.report import Figure, best_of, met
from core.classifier import Classifier
from core.datasets.dataset import FloatArray, LabelArray

_EXAMPLES, _FEATURES, _NUMBERS, _PASSES = 11_314, 130_107, 150, 5
_AIM = 3


def figures() -> Iterator[Figure]:
    """Yield the last vector and the average; the others have the last vector in both."""
    X, y = _text()
    for learner in ("standard", "averaged"):
        yield _against_others(Classifier(learner, max_epochs=_PASSES), X, y)


def _against_others(ours: Classifier, X: csr_array, y: LabelArray) -> Figure:
    peer = Perceptron(shuffle=False, max_iter=_PASSES, tol=None)
    taken, theirs, loop = best_of(5, lambda: ours.fit(X, y), lambda: peer.fit(X, y), lambda: _textbook(X, y))
    if ours.learner == "standard" and ours.coef_[0].tolist() != _textbook(X, y).tolist():
        raise AssertionError("numpy came to other weights: the comparison is void")
    name = f"{_EXAMPLES:,} × {_FEATURES:,}, {_NUMBERS} numbers a row, {_PASSES} passes, {ours.learner}"
    text = f"{taken:.2f} s, {theirs / taken:.1f} × scikit-learn, {loop / taken:.1f} × numpy"
    return Figure(name, text, f"≥ {_AIM} × numpy", met(loop / taken >= _AIM))


def _text() -> tuple[csr_array, LabelArray]:
    """Return sparse examples in the place of texts, with labels that are random."""
    rng = np.random.default_rng(0)
    columns = np.sort(rng.integers(_FEATURES, size=(_EXAMPLES, _NUMBERS)), axis=1).ravel()
    columns, indptr = columns.astype(np.int32), np.arange(0, columns.size + 1, _NUMBERS, dtype=np.int32)
    X = csr_array((rng.random(columns.size), columns, indptr), shape=(_EXAMPLES, _FEATURES))
    X.sum_duplicates()
    return X, np.where(rng.random(_EXAMPLES) < 0.5, 1, -1).astype(np.int8)


def _textbook(X: csr_array, y: LabelArray) -> FloatArray:
    """Return w after the passes of a plain loop that sums in order."""
    w, b = np.zeros(_FEATURES), 0.0
    indptr, indices, data, labels = X.indptr.tolist(), X.indices, X.data, y.tolist()
    for _ in range(_PASSES):
        for first, end, label in zip(indptr[:-1], indptr[1:], labels, strict=True):
            columns, values = indices[first:end], data[first:end]
            if label * (np.add.accumulate(w[columns] * values)[-1] + b) <= 0:
                w[columns] += label * values
                b += label
    return w
