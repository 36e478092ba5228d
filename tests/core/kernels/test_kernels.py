"""Kernels: scikit-learn's values, the binding order of sums, and what a spec may ask for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics.pairwise import pairwise_kernels

from core import compiled
from core.datasets.arithmetic import BiasFeature
from core.datasets.dataset import Dataset
from core.errors import InputError
from core.kernels import KERNELS, RBF, GramColumns, Kernel, make_kernel, parameter_meaning, signed_gram
from core.run import prepare
from core.spec import RunSpec
from tests.core.strategies import datasets

written_out = st.sampled_from(["linear", "poly", "rbf"])
"""Those whose formula stands here once more."""

specs = st.builds(
    RunSpec,
    kernel=st.sampled_from(list(KERNELS)),
    degree=st.integers(1, 5),
    gamma=st.sampled_from([0.0, 0.3, 1.0, 2.5]),
    coef0=st.sampled_from([0.0, 1.0, 0.7]),
)


def plain_value(kernel: Kernel, x: list[float], z: list[float]) -> float:
    """The formula over Python floats, feature by feature; without the final exp for RBF."""
    parameters = kernel.described()
    if parameters["name"] == "rbf":
        total = (x[0] - z[0]) * (x[0] - z[0])
        for a, c in zip(x[1:], z[1:], strict=True):
            total = total + (a - c) * (a - c)
        return float(total * -parameters["gamma"])
    total = x[0] * z[0]
    for a, c in zip(x[1:], z[1:], strict=True):
        total = total + a * c
    if parameters["name"] == "linear":
        return total
    base = parameters["gamma"] * total + parameters["coef0"]
    power = base
    for _ in range(parameters["degree"] - 1):
        power = power * base
    return float(power)


@given(specs, st.integers(0, 2**32), st.integers(1, 1100), st.sampled_from([1e-200, 1.0, 1e90, 1e150]))
def test_columns_are_the_same_bits_in_c_and_in_python(spec: RunSpec, seed: int, m: int, scale: float) -> None:
    rng = np.random.default_rng(seed)
    d = int(rng.integers(1, 4))
    dataset, Q = Dataset(rng.normal(size=(7, d)), rng.choice([-1, 1], size=7)), scale * rng.normal(size=(m, d))
    rows_of, made = (slice(7), np.array([3])), []
    for pure in ("0", "1"):
        with pytest.MonkeyPatch.context() as patch, np.errstate(over="ignore", under="ignore", invalid="ignore"):
            patch.setenv("PERCEPTRON_PURE", pure)
            compiled.loops.cache_clear()
            made += [signed_gram(dataset, make_kernel(spec), BiasFeature(1.5, 2.25), Q, rows) for rows in rows_of]
    compiled.loops.cache_clear()
    assert [columns.tobytes() for columns in made[:2]] == [columns.tobytes() for columns in made[2:]]


@given(datasets(min_n=1), specs, written_out)
def test_values_are_summed_feature_by_feature_and_powers_multiplied_out(
    dataset: Dataset, spec: RunSpec, name: str
) -> None:
    spec = replace(spec, kernel=name)
    kernel, rows = make_kernel(spec), dataset.X.tolist()
    expected = np.array([[plain_value(kernel, x, z) for z in rows] for x in rows])
    if spec.kernel == "rbf":
        expected = np.exp(expected)
    assert kernel.matrix(dataset.X, dataset.X).tobytes() == expected.tobytes()


@given(datasets(min_n=1, max_n=30), specs)
def test_a_value_is_the_same_bits_in_a_row_a_column_or_on_the_diagonal(dataset: Dataset, spec: RunSpec) -> None:
    kernel, X = make_kernel(spec), dataset.X
    whole = kernel.matrix(X, X)
    assert whole.T.tobytes("F") == whole.tobytes()
    assert np.vstack([kernel.matrix(X[i : i + 1], X) for i in range(dataset.n)]).tobytes() == whole.tobytes()
    assert kernel.diagonal(X).tobytes() == whole.diagonal().tobytes()


@given(datasets(min_n=1, max_n=12), specs)
def test_a_kernel_is_positive_semidefinite(dataset: Dataset, spec: RunSpec) -> None:
    """So it is an inner product of a feature space: without that ‖w‖² may be negative, and the theorem says nothing."""
    gram = make_kernel(spec).matrix(dataset.X, dataset.X)
    assert np.linalg.eigvalsh(gram).min() >= -1e-12 * dataset.n * np.abs(gram).max(initial=1.0)


@given(specs, st.integers(0, 2**32))
def test_a_kernel_knows_products_and_distances_alone(spec: RunSpec, seed: int) -> None:
    """A projection turns the features, so turned examples must have the same values."""
    rng = np.random.default_rng(seed)
    X, turn = rng.normal(size=(5, 3)), np.linalg.qr(rng.normal(size=(3, 3)))[0]
    kernel = make_kernel(spec)
    assert kernel.matrix(X @ turn, X @ turn) == pytest.approx(kernel.matrix(X, X), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(
    ("spec", "theirs"),
    [
        (RunSpec(kernel="linear"), {"metric": "linear"}),
        (
            RunSpec(kernel="poly", degree=4, gamma=0.3, coef0=0.5),
            {"metric": "poly", "degree": 4, "gamma": 0.3, "coef0": 0.5},
        ),
        (RunSpec(kernel="rbf", gamma=0.7), {"metric": "rbf", "gamma": 0.7}),
    ],
)
def test_values_are_scikit_learns(spec: RunSpec, theirs: dict[str, object]) -> None:
    rng = np.random.default_rng(0)
    X, Q = rng.normal(size=(20, 3)), rng.normal(size=(30, 3))
    assert make_kernel(spec).matrix(X, Q) == pytest.approx(pairwise_kernels(X, Q, **theirs), rel=1e-12, abs=1e-12)


@given(datasets(min_n=1), st.data())
def test_columns_are_made_again_when_there_was_no_room_to_keep_them(dataset: Dataset, data: st.DataObject) -> None:
    kernel, bias = make_kernel(RunSpec(kernel="poly", degree=2)), BiasFeature(2.0, 4.0)
    columns = GramColumns(dataset, kernel, bias, dataset.X)
    small = GramColumns(dataset, kernel, bias, dataset.X, values_kept=2 * dataset.n)
    whole = signed_gram(dataset, kernel, bias, dataset.X)
    index = np.array(data.draw(st.lists(st.integers(0, dataset.n - 1), min_size=1, max_size=20)))
    assert columns.rows(index).tobytes() == whole[index].tobytes()
    assert small.rows(index).tobytes() == whole[index].tobytes()
    for row in index.tolist():
        assert small.column(row).tobytes() == whole[row].tobytes()


def test_only_the_parameters_that_matter_are_told() -> None:
    assert make_kernel(RunSpec(kernel="linear", degree=7)).described() == {"name": "linear"}
    assert make_kernel(RunSpec(kernel="rbf", gamma=0.5)).described() == {"name": "rbf", "gamma": 0.5}
    poly = RunSpec(kernel="poly", degree=2, gamma=0.5, coef0=3.0)
    assert make_kernel(poly).described() == {"name": "poly", "degree": 2, "gamma": 0.5, "coef0": 3.0}


def test_a_kernel_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InputError, match="enter "):
        make_kernel(RunSpec(kernel="cubic"))
    with pytest.raises(InputError, match="enter at most 100"):
        RunSpec(kernel="poly", degree=101)


def test_a_kernel_that_overflows_on_the_data_is_refused() -> None:
    with pytest.raises(InputError, match="reaches inf"):
        prepare(Dataset([[1e60]], [1]), RunSpec(kernel="poly", degree=9))


class Laplacian(RBF):
    """A kernel that takes a number which others take too."""

    name = "laplacian"
    formula = "exp(−g·|x − z|)"


def test_what_a_number_means_is_told_of_every_kernel_that_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert parameter_meaning("gamma").startswith("the scale of poly and of rbf, exp(−g·‖x − z‖²)")
    assert parameter_meaning("penalty") == "the weight of the hinge loss"
    monkeypatch.setitem(KERNELS, "laplacian", Laplacian)
    assert parameter_meaning("gamma").endswith(" and of laplacian, exp(−g·|x − z|)")
    assert "laplacian" not in parameter_meaning("coef0")
