"""Sparse examples: bit for bit the dense runs, whatever the learner, the order, the predictor and the ties."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.sparse import csc_array, csr_array, csr_matrix

from core.classifier import Classifier
from core.datasets.dataset import FloatArray, SparseDataset, same_bits
from core.errors import InputError
from core.learners import LEARNERS, rule_of
from core.orders import ORDERS
from core.predictors import PREDICTORS
from core.rules import RULES
from core.spec import RunSpec
from core.ties import TIES

VOTELESS = [name for name, predictor in PREDICTORS.items() if not predictor.votes]
ABLE = [
    learner.name
    for learner in LEARNERS.values()
    if not (learner.kernel or RULES[learner.rule].every_example) and learner.predictor in VOTELESS
]


def examples(seed: int, n: int, d: int, *, whole: bool) -> tuple[FloatArray, NDArray[np.int64]]:
    """Return examples (n, d), mostly 0, and labels: whole numbers make ties, the others round."""
    rng = np.random.default_rng(seed)
    X: FloatArray = np.asarray(rng.integers(-2, 3, (n, d)) * 0.1 if whole else rng.normal(size=(n, d)), np.float64)
    X[rng.random((n, d)) < 0.6] = 0
    y = np.where(rng.random(n) < 0.5, 1, -1)
    y[:2] = 1, -1
    return X, y


def assert_equal_runs(options: dict[str, Any], X: FloatArray, y: NDArray[np.int64]) -> None:
    dense, sparse = Classifier(**options).fit(X, y), Classifier(**options).fit(csr_array(X), y)
    assert isinstance(sparse.run_.dataset, SparseDataset)
    assert same_bits(dense.coef_, sparse.coef_)
    assert same_bits(dense.intercept_, sparse.intercept_)
    facts = [(each.n_iter_, each.run_.updates, each.run_.converged) for each in (dense, sparse)]
    assert facts[0] == facts[1]
    Q = np.vstack([X, 2 * X[:1], np.zeros((1, X.shape[1]))])
    expected = dense.decision_function(Q)
    for classifier, questions in ((sparse, csr_array(Q)), (sparse, Q), (dense, csc_array(Q))):
        assert same_bits(expected, classifier.decision_function(questions))
    assert dense.predict(Q).tolist() == sparse.predict(csr_array(Q)).tolist()
    assert dense.score(X, y) == sparse.score(csr_array(X), y)


@given(
    st.fixed_dictionaries(
        {
            "learner": st.sampled_from(ABLE),
            "order": st.sampled_from([None, *ORDERS]),
            "predictor": st.sampled_from([None, *VOTELESS]),
            "tie": st.sampled_from(list(TIES)),
            "bias": st.sampled_from([0.0, 1.0, 2.5, "radius"]),
            "max_epochs": st.integers(1, 12),
            "max_updates": st.sampled_from([0, 1, 40, 1000]),
            "random_state": st.integers(0, 5),
            "start": st.sampled_from([None, "random"]),
        }
    ),
    st.integers(0, 2**32),
    st.integers(2, 25),
    st.sampled_from([1, 2, 7, 40]),
    st.booleans(),
)
def test_a_sparse_run_is_the_dense_run(options: dict[str, Any], seed: int, n: int, d: int, whole: bool) -> None:
    assert_equal_runs(options, *examples(seed, n, d, whole=whole))


@pytest.mark.parametrize("learner", ABLE)
def test_it_is_the_dense_run_without_the_library_and_with_a_rate(learner: str, monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = examples(3, 30, 9, whole=False)
    rate = {"rate": "1/3", "start": [*[0.5] * 9, 2]} if rule_of(RunSpec(learner)).whole else {}
    assert_equal_runs({"learner": learner, "max_epochs": 6, **rate}, X, y)
    monkeypatch.setattr("core.engine.vectors.can_scan", lambda rule: False)
    assert_equal_runs({"learner": learner, "max_epochs": 6, **rate}, X, y)


def test_scores_near_0_of_an_average_are_exact() -> None:
    X = np.array([[0.1, 0.0], [0.0, 0.3], [0.2, 0.0]])
    for bias in (1.0, 0.1, "radius"):
        assert_equal_runs({"learner": "averaged", "max_epochs": 7, "bias": bias}, X, np.array([1, -1, -1]))
    fitted = Classifier("averaged", bias=0, max_epochs=3).fit(csr_array(X), [1, -1, -1])
    assert fitted.decision_function(csr_array([[0.0, 0.0]])).tolist() == [0.0]


def test_an_average_of_very_many_updates_is_the_dense_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.predictors.averaged._MANY", 0)
    X, y = examples(3, 30, 9, whole=True)
    for options in ({"bias": "radius"}, {"start": "random"}):
        assert_equal_runs({"learner": "averaged", "max_epochs": 6, **options}, X, y)


@pytest.mark.parametrize("kind", [csr_array, csr_matrix])
def test_rows_are_sorted_and_duplicates_added_up_on_a_copy(kind: Any) -> None:
    """In a row of more than 16 numbers SciPy's own sort would change the order of the duplicates, and their sum."""
    rng = np.random.default_rng(0)
    columns, data = rng.integers(6, size=200), rng.normal(size=200) * 10.0 ** rng.integers(-8, 8, 200)
    X, y = kind((data.copy(), columns.copy(), np.arange(0, 201, 50)), shape=(4, 6)), [0, 1, 1, 0]
    fitted, dense = Classifier(max_epochs=3).fit(X, y), Classifier(max_epochs=3).fit(X.toarray(), y)
    assert same_bits(fitted.coef_, dense.coef_)
    assert same_bits(fitted.decision_function(X), dense.decision_function(X.toarray()))
    assert (X.data.tolist(), X.indices.tolist()) == (data.tolist(), columns.tolist())
    X.data[:] = 0
    assert np.any(fitted.run_.dataset.X.data)


@pytest.mark.parametrize("column", [5, -1])
def test_a_column_that_does_not_exist_is_refused(column: int) -> None:
    X = csr_array((np.ones(2), np.array([0, 1]), np.array([0, 1, 2])), shape=(2, 3))
    X.indices[1] = column
    with pytest.raises(ValueError, match="ind"):
        Classifier().fit(X, [0, 1])


def test_the_record_of_a_sparse_run_is_that_of_the_dense_run() -> None:
    X, y = examples(3, 30, 9, whole=False)
    dense, sparse = (Classifier(max_epochs=4).fit(given, y).run_ for given in (X, csr_array(X)))
    assert same_bits(dense.history.weights(3, 8), sparse.history.weights(3, 8))
    assert dense.history.index().tolist() == sparse.history.index().tolist()
    assert dense.errors.tolist() == sparse.errors.tolist()
    assert dense.training_errors == sparse.training_errors
    assert repr(sparse) == repr(dense)
    assert len(repr(Classifier().fit(csr_array((2, 10**5)), [0, 1]).run_)) < 300
    with pytest.raises(InputError, match="margin of sparse examples is not sought; make them dense"):
        sparse.summary()
    again = pickle.loads(pickle.dumps(sparse))
    assert same_bits(again.score(X), dense.score(X))


@pytest.mark.parametrize("learner", sorted(set(LEARNERS) - set(ABLE)))
def test_a_learner_that_needs_dense_examples_says_why(learner: str) -> None:
    X, y = examples(0, 8, 3, whole=False)
    with pytest.raises(TypeError, match=r"needs all of w at each step|a kernel compares dense examples"):
        Classifier(learner).fit(csr_array(X), y)
    fitted = Classifier(learner, max_epochs=3).fit(X, y)
    expected = fitted.decision_function(X)
    assert same_bits(fitted.decision_function(csr_array(X)), expected)
    with pytest.raises(TypeError):
        fitted.fit(csr_array(-X), np.where(y > 0, "a", "b"))
    assert same_bits(fitted.decision_function(X), expected)
    assert set(fitted.predict(X).tolist()) <= {-1, 1}


def test_what_a_dense_run_refuses_a_sparse_run_refuses() -> None:
    y = np.array([1, -1])
    with pytest.raises(ValueError, match="NaN or infinity"):
        Classifier().fit(csr_array([[np.nan], [1.0]]), y)
    with pytest.raises(InputError, match=r"example 2 has 1e\+101"):
        Classifier().fit(csr_array([[1.0], [1e101]]), y)
    with pytest.raises(InputError, match="so near to the origin"):
        Classifier(bias=0).fit(csr_array([[1.0], [1e-120]]), y)
    with pytest.raises(ValueError, match="0 feature"):
        Classifier().fit(csr_array((2, 0)), y)


def test_a_large_table_is_never_made_dense() -> None:
    """130 GB it would be."""
    rng = np.random.default_rng(0)
    columns = np.sort(rng.integers(10**7, size=(1600, 5)))
    X = csr_array((rng.random(8000), columns.ravel(), np.arange(0, 8001, 5)), shape=(1600, 10**7))
    y = np.where(rng.random(1600) < 0.5, 1, -1)
    assert Classifier().fit(X, y).score(X, y) == 1


def test_partial_fit_goes_on_over_sparse_examples() -> None:
    X, y = examples(1, 20, 5, whole=False)
    at_once, bit_by_bit = Classifier(max_epochs=4).fit(csr_array(X), y), Classifier()
    for _ in range(4):
        bit_by_bit.partial_fit(csr_array(X), y)
    assert same_bits(at_once.coef_, bit_by_bit.coef_)
