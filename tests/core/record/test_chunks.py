"""What is packed or squeezed is the record still, bit for bit, in a byte or two an update, or less."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.datasets.dataset import Dataset
from core.explain.trace import trace
from core.learners import resolved
from core.orders import find_order
from core.record import chunks
from core.record.chunks import Chunks
from core.record.history import State
from core.run import NoteTaker, Run, prepare, train
from core.spec import RunSpec
from tests.core.tables import DATASET, every_pair, over_pairs, telling

SIZE = 16
"""Updates of a chunk here."""


@contextmanager
def small_chunks() -> Iterator[None]:
    """Nearly all of a record is packed, and most of it squeezed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chunks, "CHUNK", SIZE)
        patch.setattr(chunks, "_LATEST", 1)
        patch.setattr(chunks, "_SHORT", 2)
        yield


def same(first: State, second: State) -> bool:
    return all(
        np.asarray(getattr(first, field.name)).tobytes() == np.asarray(getattr(second, field.name)).tobytes()
        for field in fields(State)
    )


def long(spec: RunSpec) -> RunSpec:
    return replace(spec, max_epochs=60, max_updates=6 * SIZE + 5)


@over_pairs(predictors=False)
def test_every_moment_of_a_packed_run_is_that_of_one_as_it_came(spec: RunSpec) -> None:
    plain = train(DATASET, long(spec)).history
    with small_chunks():
        packed = train(DATASET, long(spec)).history
        assert len(packed) == len(plain)
        for start in {0, 1, len(plain) // 2, len(plain)}:
            for k in range(start, len(plain) + 1):
                assert same(packed.seek(k), plain.seek(k))
        for t in (*range(plain.examples + 1), *range(plain.examples, -1, -7)):
            assert same(packed.at_example(t), plain.at_example(t))
            assert packed.updates_before(t) == plain.updates_before(t)
        for start, stop in [(0, len(plain)), (min(SIZE - 1, len(plain)), len(plain)), (len(plain) // 2, len(plain))]:
            for name in ("index", "example", "activation", "survival", "weights"):
                column, expected = getattr(packed, name)(start, stop), getattr(plain, name)(start, stop)
                assert (column.tobytes(), column.dtype) == (expected.tobytes(), expected.dtype)


def test_the_trace_of_a_packed_run_is_that_of_one_as_it_came() -> None:
    for spec in every_pair():
        with telling(spec):
            plain = "".join(trace(train(DATASET, long(spec))))
            with small_chunks():
                assert "".join(trace(train(DATASET, long(spec)))) == plain


def in_batches(spec: RunSpec, most: int) -> Run:
    run, engine = prepare(DATASET, spec)
    taker = NoteTaker(DATASET, spec)
    while run.stopped is None:
        batch = engine.advance(most, 60.0)
        run.append(batch, taker.take(batch))
    return run


@over_pairs()
def test_a_run_that_is_followed_while_it_is_packed_predicts_as_one_as_it_came(spec: RunSpec) -> None:
    plain = in_batches(long(spec), 7)
    with small_chunks():
        packed = in_batches(long(spec), 7)
        for t in range(0, plain.history.examples + 1, 5):
            scores = [run.decision(t).score(DATASET.X) for run in (plain, packed)]
            assert scores[0].tobytes() == scores[1].tobytes()


def test_a_view_of_the_record_stays_what_it_was_while_more_is_packed() -> None:
    with small_chunks():
        run, engine = prepare(DATASET, RunSpec("online-svm", order="random", max_updates=20 * SIZE))
        run.append(engine.advance(3 * SIZE // 2, 60.0))
        view = run.history.until(run.history.examples)
        before = view.index().tolist(), view.example().tolist(), view.weights().tolist()
        run.append(engine.advance(10 * SIZE, 60.0))
        assert len(run.history) > 10 * SIZE
        assert (view.index().tolist(), view.example().tolist(), view.weights().tolist()) == before


@pytest.mark.parametrize("updates", [0, 5, SIZE, SIZE + 3])
def test_a_view_has_no_more_updates_before_a_later_example_than_it_has(updates: int) -> None:
    with small_chunks():
        run = train(DATASET, RunSpec("online-svm", order="random", max_updates=6 * SIZE))
        view = run.history.until(run.history.example_of(updates))
        for later in range(view.examples, run.history.examples + 1):
            assert view.updates_before(later) == updates


GAPS = st.integers(1, 3) | st.integers(1, 300) | st.integers(1, 70_000) | st.integers(1, 1 << 34)


@given(st.lists(GAPS, min_size=1, max_size=6 * SIZE), st.sampled_from([2, 200, 256, 257, 70_000]), st.booleans())
def test_any_rows_come_back_as_they_were(gaps: list[int], n: int, alike: bool) -> None:
    """However far apart the updates are, and whether or not the row of the data follows from t."""
    rng = np.random.default_rng(len(gaps))
    example = np.cumsum(gaps)
    index = (example - 1) % n if alike else rng.integers(n, size=len(example))
    activation = rng.normal(size=len(example))
    order = find_order("cyclic" if alike else "shuffled")(n, 0)
    with small_chunks():
        rows = Chunks(order, n, with_activation=True)
        for k, (i, t, a) in enumerate(zip(index.tolist(), example.tolist(), activation.tolist(), strict=True)):
            rows.free_rows(k, t)[0] = (i, t, a)
        whole = len(example)
        assert rows.column(np.int32, "index", 0, whole).tolist() == index.tolist()
        assert rows.column(np.int64, "example", 0, whole).tolist() == example.tolist()
        assert rows.column(np.float64, "activation", 0, whole).tolist() == activation.tolist()
        asked = np.unique(np.concatenate([example - 1, example, example + 1]))
        assert rows.updates_before(asked, whole).tolist() == np.searchsorted(example, asked, "right").tolist()


def crowd(n: int) -> Dataset:
    """No line separates it, and a fifth or so of it are mistakes for ever."""
    rng = np.random.default_rng(0)
    return Dataset(rng.normal(size=(n, 2)), rng.choice([-1, 1], n))


@pytest.mark.parametrize(
    ("spec", "n", "each"),
    [
        (RunSpec(), 200, 1),
        (RunSpec(order="visit"), 1_000, 1),
        (RunSpec(order="shuffled"), 200, 2),
        (RunSpec(order="shuffled"), 1_000, 3),
        (RunSpec(order="random"), 200, 1),
        (RunSpec("passive-aggressive"), 200, 1 + 8),
        (RunSpec("online-svm", order="cyclic"), 200, 0),
    ],
    ids=str,
)
def test_an_update_of_a_long_run_takes_a_byte_or_two(spec: RunSpec, n: int, each: int) -> None:
    """Beside the keyframes, and the chunks that are still as they came."""
    updates = 32 * chunks.CHUNK
    history = train(crowd(n), replace(spec, max_epochs=10**9, max_updates=updates)).history
    assert len(history) == updates
    latest = chunks._LATEST * chunks.CHUNK * (20 if resolved(spec).learner == "passive-aggressive" else 12)
    frames = 32 / 1024 + 0.3
    assert history.nbytes <= (each + frames) * updates + latest
    for known in (history, history.until(history.example_of(updates // 3))):
        assert known.expected_nbytes(10 * updates) <= (each + frames) * 10 * updates


@pytest.mark.parametrize(
    ("spec", "each"), [(RunSpec(), 0.25), (RunSpec(order="shuffled"), 1.5), (RunSpec(order="random"), 1.0)], ids=str
)
def test_what_is_beyond_millions_of_updates_takes_less(
    spec: RunSpec, each: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chunks, "_SHORT", 0)
    history = train(crowd(200), replace(spec, max_epochs=10**9, max_updates=32 * chunks.CHUNK)).history
    assert history.expected_nbytes(1_000_000) <= (each + 32 / 1024) * 1_000_000
