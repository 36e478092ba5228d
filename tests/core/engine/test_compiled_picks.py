"""Picks in the loop in C: drawn as numpy draws, and the same updates bit for bit as those of the Python beside it."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import compiled
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.engine import vectors
from core.engine.vectors import CompiledPicks, can_scan, signed_blocks
from core.kernels import KERNELS
from core.orders import ORDERS, Bits, Pick, Random
from core.rules import make_rule
from core.run import prepare
from core.spec import RunSpec
from core.ties import TIES
from tests.core.strategies import datasets
from tests.core.tables import COMPILED

pytestmark = pytest.mark.skipif(compiled.loops() is None, reason="the compiled loops were not built")

PERCEPTRON = make_rule(RunSpec(rule="perceptron"))

numbers = st.one_of(st.integers(0, 2**32 - 1), st.sampled_from([0, 1, 2**31 - 1, 2**31, 2**32 - 1]))


class Told(Pick):
    """Draws from 32 bits that the test says; when they are used up, from 1."""

    name = "told"
    compiled = True

    def __init__(self, n: int, seed: int, values: list[int]) -> None:
        self._left = iter(values)
        self._function = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p)(lambda _: next(self._left, 1))

    def pick(self, rows: IntArray, scores: FloatArray) -> int:
        raise AssertionError("the loop in C is to pick")

    def bits(self) -> Bits:
        return ctypes.cast(self._function, ctypes.c_void_p).value or 0, 0


def lemire(bits: Iterator[int], count: int) -> int:
    """A number below `count`, as Lemire (2019) draws it from 32 bits at a time."""
    if count == 1:
        return 0
    product = next(bits) * count
    while product % 2**32 < (2**32 - count) % count:
        product = next(bits) * count
    return product >> 32


def halves(generator: np.random.Generator) -> Iterator[int]:
    """The 32 bits that a generator gives one after another: the lower half of each 64 first."""
    while True:
        whole = int(generator.bit_generator.random_raw())
        yield whole % 2**32
        yield whole >> 32


def still(order: Pick, n: int) -> CompiledPicks:
    """Picks among n examples that are all ties for ever, for their columns are 0."""
    column, ones = np.zeros(n), np.ones(n)
    addresses = np.full(n, column.ctypes.data, np.int64)
    arrays = {"columns": addresses, "norms": ones, "y": ones, "f": column}
    return CompiledPicks(order, PERCEPTRON, arrays, n=n)


@given(st.integers(0, 2**63), st.lists(st.integers(1, 2**32 - 1), min_size=1, max_size=40))
def test_numpy_draws_as_lemire_does(seed: int, counts: list[int]) -> None:
    bits, generator = halves(np.random.Generator(np.random.PCG64(seed))), np.random.Generator(np.random.PCG64(seed))
    assert [lemire(bits, count) for count in counts] == [int(generator.integers(count)) for count in counts]


@given(st.integers(1, 300), st.lists(numbers, min_size=1, max_size=30))
def test_the_loop_draws_as_lemire_does(n: int, values: list[int]) -> None:
    bits = iter([*values, *[1] * 1000])
    assert still(Told(n, 0, values), n).learn(30).index.tolist() == [lemire(bits, n) for _ in range(30)]


def test_the_loop_draws_again_where_a_number_would_come_too_often() -> None:
    assert still(Told(3, 0, [0, 2**32 - 1]), 3).learn(1).index.tolist() == [2]
    assert still(Told(4, 0, [0, 2**32 - 1]), 4).learn(1).index.tolist() == [0]


@given(st.integers(0, 2**63), st.integers(1, 300), st.lists(st.integers(1, 50), min_size=1, max_size=5))
def test_the_loop_and_numpy_draw_from_one_generator_in_turn(seed: int, n: int, counts: list[int]) -> None:
    order, generator = Random(n, seed), np.random.Generator(np.random.PCG64(seed))
    loop, rows = still(order, n), np.arange(n)
    for count in counts:
        assert loop.learn(count).index.tolist() == [int(generator.integers(n)) for _ in range(count)]
        assert order.pick(rows, np.zeros(n)) == generator.integers(n)


@given(
    datasets(min_n=1, max_n=200),
    st.sampled_from([name for name, order in ORDERS.items() if issubclass(order, Pick) and order.compiled]),
    st.sampled_from(COMPILED),
    st.sampled_from([None, *KERNELS]),
    st.integers(0, 3),
    st.sampled_from([1.0, 0.0, 2.5]),
    st.integers(1, 40),
)
def test_the_loop_makes_the_updates_of_the_python_beside_it(
    dataset: Dataset, order: str, rule: str, kernel: str | None, seed: int, bias: float, most: int
) -> None:
    spec = RunSpec(order=order, rule=rule, kernel=kernel, seed=seed, bias=bias, degree=2, max_updates=120)
    made = ORDERS[order](dataset.n, seed)
    assert isinstance(made, Pick)
    assert made.compiled
    assert can_scan(make_rule(spec))
    fast = recorded(dataset, spec, most)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vectors, "can_scan", lambda rule: False)
        plain = recorded(dataset, spec, most)
    assert fast == plain


@st.composite
def crowds(draw: st.DrawFn) -> Dataset:
    """More or fewer examples than are counted together: with ties, and with numbers beyond single precision."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    X = rng.normal(size=(draw(st.integers(1, 700)), draw(st.integers(1, 4))))
    X = np.rint(2 * X) if draw(st.booleans()) else X
    X *= draw(st.sampled_from([1.0, 1e-30, 1e-60, 1e25, 1e60]))
    X[rng.integers(len(X))] *= draw(st.sampled_from([1.0, 1e-8, 1e8, 1e38]))
    return Dataset(X, rng.choice([-1, 1], size=len(X)))


@given(
    crowds(),
    st.sampled_from(["random", "furthest"]),
    st.sampled_from(COMPILED),
    st.sampled_from(list(TIES)),
    st.sampled_from([1.0, 0.0, 1e-25, 1e25]),
    st.integers(0, 3),
)
def test_a_rough_look_at_examples_changes_no_bit(
    dataset: Dataset, order: str, rule: str, tie: str, bias: float, seed: int
) -> None:
    assert_rough_looks_do_not_show(
        dataset, RunSpec(order=order, rule=rule, tie=tie, seed=seed, bias=bias, max_updates=40)
    )


@given(st.integers(0, 2**32), st.sampled_from([1e-6, 1e-7, 1e-8]))
def test_nor_where_sums_nearly_cancel(seed: int, noise: float) -> None:
    """Near the corners of a square: w often lies along one diagonal, and the examples on the other are all but ties."""
    rng = np.random.default_rng(seed)
    X = rng.choice([-1.0, 1.0], size=(600, 2)) + noise * rng.normal(size=(600, 2))
    spec = RunSpec(order="random", seed=seed, bias=0.0, max_updates=40)
    assert_rough_looks_do_not_show(Dataset(X, rng.choice([-1, 1], size=600)), spec)


def assert_rough_looks_do_not_show(dataset: Dataset, spec: RunSpec) -> None:
    short = recorded(dataset, spec, 40)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vectors, "reach", lambda X: np.full(dataset.d + 1, np.inf))  # then nothing is sure
        assert short == recorded(dataset, spec, 40)
        patch.setattr(vectors, "can_scan", lambda rule: False)
        assert short == recorded(dataset, spec, 40)


def recorded(dataset: Dataset, spec: RunSpec, most: int) -> tuple[bytes, ...]:
    """Everything that a run says of itself, in batches of `most` updates."""
    run, engine = prepare(dataset, spec)
    errors = []
    while run.stopped is None:
        batch = engine.advance(most, 10.0)
        assert batch.errors is not None or not len(batch.index)
        errors.append(np.empty(0, np.int64) if batch.errors is None else batch.errors)
        run.append(batch)
    history = run.history
    columns = (history.index(), history.example(), history.activation(), history.weights(), np.concatenate(errors))
    return (str(run.stopped).encode(), *(column.tobytes() for column in columns))


@given(datasets(min_n=1, max_n=70), st.sampled_from([16, 64]), st.sampled_from([np.float64, np.float32]))
def test_blocks_hold_each_example_with_its_sign(dataset: Dataset, size: int, kind: type[np.floating[Any]]) -> None:
    blocks = signed_blocks(dataset.X, dataset.y, size, kind)
    flat = blocks.transpose(0, 2, 1).reshape(-1, dataset.d + 1)
    assert blocks.ctypes.data % 64 == 0
    assert flat[: dataset.n, : dataset.d].tobytes() == (dataset.X * dataset.y[:, None]).astype(kind).tobytes()
    assert flat[: dataset.n, dataset.d].tolist() == dataset.y.tolist()
    assert np.isnan(flat[dataset.n :, dataset.d]).all()
