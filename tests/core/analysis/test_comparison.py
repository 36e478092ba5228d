"""Runs compared on one stream are the runs that one would make one by one, and share what they can."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.analysis import comparison
from core.analysis.compared_entries import Entry, Path, entry_of, paths, telling
from core.analysis.comparison import Comparison, Result, capped, margin_reached
from core.analysis.held_out_errors import errors_at
from core.datasets.dataset import Dataset
from core.datasets.transforms import split
from core.learners import LEARNERS, resolved
from core.orders import ORDERS
from core.predictors import PREDICTORS
from core.run import Run, train
from core.spaces.kernel import Expansion
from core.spec import RunSpec
from tests.core.pieces import wrong
from tests.core.strategies import datasets
from tests.core.tables import DATASET
from tests.partly_slow import partly_slow

SHORT = RunSpec(max_epochs=4, max_updates=15, gamma=0.5)
HELD_OUT = DATASET.with_rows([[0.3, 0.1], [-1.0, 0.2], [0.0, 0.0]], [1, -1, 1])
SOON = paths()[::5]
over_paths = partly_slow(
    "path",
    SOON,
    [path for path in paths() if path not in SOON],
    ids=lambda path: f"{path.family} {path.order}".replace(" ", "-"),
)


def settled(
    entries: tuple[Entry, ...], base: RunSpec, training: Dataset, held_out: Dataset | None = None
) -> tuple[Result, ...]:
    """What a comparison ends with."""
    *_, last = filter(None, Comparison(entries, base, training, held_out).results())
    assert all(result.settled for result in last)
    return last


def all_entries(path: Path) -> tuple[Entry, ...]:
    return tuple(Entry(path, predictor) for predictor in PREDICTORS)


def at_the_end(run: Run, held_out: Dataset) -> tuple[int, int]:
    return wrong(run.decision(), run.dataset), wrong(run.decision(), held_out)


def test_a_few_paths_have_every_family_and_every_order_in_them() -> None:
    for part in (lambda path: path.family, lambda path: path.order):
        assert set(map(part, SOON)) == set(map(part, paths()))


@over_paths
def test_every_number_is_that_of_a_run_made_alone(path: Path) -> None:
    for result in settled(all_entries(path), SHORT, DATASET, HELD_OUT):
        alone = train(DATASET, result.entry.spec(SHORT))
        assert result.run.updates == alone.updates
        assert result.run.history.index().tolist() == alone.history.index().tolist()
        assert result.run.stopped is alone.stopped
        assert result.epochs == (alone.history.epochs if alone.order.has_epochs else None)
        assert (result.training_errors, result.held_out_errors) == at_the_end(alone, HELD_OUT)
        bound = alone.margin.bound
        assert result.share == (None if bound is None else alone.updates / bound)
        *_, end = errors_at(alone, HELD_OUT, result.curve.examples)
        predictor = result.entry.predictor
        assert (result.curve.training[-1], result.curve.held_out[-1]) == (
            end.training[predictor],
            end.held_out[predictor],
        )


@over_paths
def test_a_standing_is_that_of_a_run_of_so_many_examples_forward_and_back(path: Path) -> None:
    entries = all_entries(path)
    made = Comparison(entries, SHORT, DATASET, HELD_OUT)
    for _ in made.results():
        pass
    alone = {entry: train(DATASET, entry.spec(SHORT)) for entry in entries}
    last = alone[entries[0]].history.examples
    forward = {}
    for t in range(last + 3):
        for standing in made.standings(t):
            run = alone[standing.entry]
            assert standing.example == min(t, last)
            decision = run.decision(standing.example)
            assert standing.update == run.history.updates_before(standing.example)
            assert (standing.training.errors, standing.held_out.errors) == (
                wrong(decision, DATASET),
                wrong(decision, HELD_OUT),
            )
            forward[t, standing.entry] = standing.training.errors, standing.held_out.errors
    for t in reversed(range(last + 3)):
        for standing in made.standings(t):
            assert forward[t, standing.entry] == (standing.training.errors, standing.held_out.errors)


def test_a_standing_that_is_called_off_is_none_and_leaves_the_next_as_it_is() -> None:
    entries = (entry_of(RunSpec("voted")), entry_of(RunSpec("pocket")))
    made, alone = Comparison(entries, SHORT, DATASET, HELD_OUT), train(DATASET, entries[0].spec(SHORT))
    for _ in made.results():
        assert made.standings(9, lambda: True) == ()
        (standing, _) = made.standings(9)
        decision = alone.decision(standing.example)
        assert (standing.training.errors, standing.held_out.errors) == (
            wrong(decision, DATASET),
            wrong(decision, HELD_OUT),
        )


@pytest.mark.parametrize("values", [1, 100, 1 << 23])
def test_what_is_noted_in_parts_is_what_is_noted_at_once(monkeypatch: pytest.MonkeyPatch, values: int) -> None:
    monkeypatch.setattr(comparison, "_VALUES", values)
    entries = all_entries(Path("perceptron", in_kernel=False, order="cyclic"))
    for result in settled(entries, SHORT, DATASET):
        run, notes = result.run, result.run.kept.notes
        whole = run.predictor.noted(run.space, run.history, None)
        assert (notes is None) == (whole is None)
        if notes is not None and whole is not None:
            assert notes.update == whole.update
        for example in (0, 3, run.history.examples):
            told = [
                run.predictor.recall(run.space, run.history.until(example), kept).score(DATASET.X)
                for kept in (notes, whole)
            ]
            assert told[0].tolist() == told[1].tolist()


def test_predictors_of_one_path_share_its_run() -> None:
    path = Path("perceptron", in_kernel=False, order="cyclic")
    made = Comparison([*all_entries(path), entry_of(RunSpec("pocket"))], SHORT, DATASET)
    assert made.runs == 2
    *_, last = filter(None, made.results())
    assert len({id(result.run.history) for result in last}) == 2
    assert made.done == 2


@settings(max_examples=30)
@given(datasets(min_n=1, max_d=3), st.sampled_from(list(LEARNERS)), st.sampled_from([0.0, 1.0, 2.5]))
def test_no_margin_is_beyond_the_best_and_only_a_vector_without_errors_has_one(
    dataset: Dataset, learner: str, bias: float
) -> None:
    spec = RunSpec(learner, bias=bias, max_epochs=5, max_updates=40)
    (result,) = settled((entry_of(spec),), spec, dataset)
    if result.margin is None:
        return
    assert (result.margin > 0) == (result.training_errors == 0)
    gamma = result.run.margin.gamma
    if gamma is not None:
        assert result.margin <= gamma * (1 + 1e-6) + 1e-9


@pytest.mark.parametrize("bias", [0.5, 1.0, 2.0])
def test_the_margin_is_the_least_y_a_over_the_length_of_w_and_b(bias: float) -> None:
    run = train(DATASET, RunSpec(bias=bias, max_updates=3))
    w, b = run.decision().weights, run.decision().intercept
    assert w is not None
    assert b, "else its length does not depend on B"
    expected = min(DATASET.y * (DATASET.X @ w + b)) / math.hypot(*w, b / bias)
    assert margin_reached(run.decision(), DATASET, run.margin.bias) == pytest.approx(expected)


@pytest.mark.parametrize("bias", [0.5, 1.0, 2.0])
def test_the_length_in_a_kernels_space_is_that_of_the_record(bias: float) -> None:
    run = train(DATASET, RunSpec("kernel", max_updates=5, gamma=0.5, bias=bias))
    squared, decision = run.history.seek(run.updates).norm_squared, run.decision()
    reached = margin_reached(decision, DATASET, run.margin.bias)
    assert squared is not None
    assert isinstance(decision, Expansion)
    assert decision.offset, "else its length does not depend on B"
    assert reached == pytest.approx(min(DATASET.y * run.score(DATASET.X)) / math.sqrt(squared))


def test_a_vote_has_no_margin_nor_has_a_vector_that_is_zero() -> None:
    voted = train(DATASET, RunSpec("voted", max_epochs=2))
    assert margin_reached(voted.decision(), DATASET, voted.margin.bias) is None
    run = train(DATASET)
    assert margin_reached(run.decision(0), DATASET, run.margin.bias) is None


def test_rough_results_come_first_and_the_work_can_be_called_off() -> None:
    rng = np.random.default_rng(1)
    dataset = Dataset(rng.normal(size=(40, 2)).round(2), rng.choice([-1, 1], 40))
    entries = telling(RunSpec(), separable=False)
    made = Comparison(entries, RunSpec(max_epochs=10**6), dataset)
    first = next(made.results())
    assert first is not None
    assert {result.entry for result in first} == set(entries)
    assert not any(result.settled for result in first)
    calls = iter([False] * 20)
    for _ in made.results(lambda: next(calls, True)):
        pass
    assert made.done < made.runs


def test_rough_results_are_the_beginning_of_the_runs() -> None:
    made = Comparison(telling(RunSpec(), separable=False), SHORT, DATASET, HELD_OUT)
    (first,) = islice(filter(None, made.results()), 1)
    for result in first:
        alone = train(DATASET, result.entry.spec(SHORT))
        t = result.run.history.examples
        assert result.training_errors == wrong(alone.decision(t), DATASET)
        assert result.held_out_errors == wrong(alone.decision(t), HELD_OUT)


def test_a_held_out_share_is_that_of_the_command_line() -> None:
    training, held_out = split(DATASET, 0.4, seed=3)
    (result,) = settled((entry_of(SHORT),), SHORT, training, held_out)
    alone = train(training, SHORT)
    assert (result.training_errors, result.held_out_errors) == at_the_end(alone, held_out)


def test_a_request_and_its_entry_are_the_same_learner() -> None:
    for learner in LEARNERS:
        for order in ORDERS:
            spec = RunSpec(learner, order=order, seed=4, bias=0.5, penalty=2.0)
            assert resolved(entry_of(spec).spec(spec)) == replace(resolved(spec), learner=entry_of(spec).learner.name)
    assert [entry_of(RunSpec(name)).name for name in LEARNERS] == [learner.title for learner in LEARNERS.values()]


def test_titles_tell_all_entries_apart() -> None:
    titles = [Entry(path, predictor).title for path in paths() for predictor in PREDICTORS]
    assert len(set(titles)) == len(titles)


def test_a_start_is_left_out_where_the_space_has_none() -> None:
    base = replace(SHORT, start=(1.0, 0.0, 0.5))
    flat, curved = (settled((entry_of(RunSpec(name)),), base, DATASET)[0] for name in ("standard", "kernel"))
    assert flat.run.spec.start == base.start
    assert curved.run.spec.start is None


def test_what_has_no_run_is_told_and_the_others_are_compared() -> None:
    entries = [entry_of(RunSpec("online-svm", kernel="rbf")), entry_of(RunSpec())]
    made = Comparison(entries, RunSpec(), DATASET)
    *_, last = filter(None, made.results())
    assert [result.entry for result in last] == [entry_of(RunSpec())]
    (sentence,) = made.refused
    assert sentence.startswith("Online SVM, with a kernel, last vector · random: ")
    assert sentence.endswith("choose no kernel.")


@pytest.mark.parametrize("order", ORDERS)
def test_an_order_without_epochs_is_followed_for_as_many_examples_as_the_epochs_of_the_others(order: str) -> None:
    spec = RunSpec(order=order, sequence=(0,) * 50)
    assert capped(spec, 12).max_updates == (
        RunSpec.max_updates if ORDERS[order].has_epochs else 12 * RunSpec.max_epochs
    )
    assert capped(replace(spec, max_updates=7), 12).max_updates == 7
    assert capped(spec, 0).max_updates > 0


def test_large_data_have_fewer_updates_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert capped(RunSpec(), 40) == RunSpec()
    assert capped(RunSpec(), 100_000).max_updates == 1_000
    monkeypatch.setattr(comparison, "WORK", 60)
    monkeypatch.setattr(comparison, "_FEWEST", 2)
    (result,) = settled((entry_of(SHORT),), SHORT, DATASET)
    assert result.run.updates == train(DATASET, replace(SHORT, max_updates=10)).updates


def test_telling_entries_begin_with_the_one_that_is_asked_for() -> None:
    asked = RunSpec("online-svm", order="shuffled")
    for separable in (True, False, None):
        entries = telling(asked, separable)
        assert entries[0] == entry_of(asked)
        assert len(set(entries)) == len(entries) <= 8


def test_without_examples_there_is_nothing_to_get_wrong() -> None:
    (result,) = settled((entry_of(RunSpec()),), RunSpec(), Dataset.empty())
    assert (result.run.updates, result.training_errors, result.held_out_errors, result.margin) == (0, 0, 0, None)
