"""What y·a = 0 is, by each convention: the runs, the promises, what is said of them, and exercises worked by hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import compiled
from core.analysis.cycles import is_endless
from core.analysis.experiments.orders import extremes
from core.datasets.dataset import Dataset
from core.errors import InputError
from core.explain import explain
from core.explain.trace import trace
from core.files.session import Session, read_session, write_session
from core.learners import with_learner
from core.numbers.numerals import number
from core.orders import ORDERS
from core.predictors import PREDICTORS
from core.rules import RULES, make_rule
from core.run import Run, train
from core.spec import RunSpec
from core.theory.diagnosis import diagnose
from core.ties import TIES, Tie
from tests.core.pieces import train_in_pieces
from tests.core.tables import DATASET, TWELVE, every_pair, telling

RATES = (Fraction(1), Fraction(1, 10), Fraction(1, 3), Fraction(7, 2))
CENTRE = Dataset([[1, 0], [-1, 0], [0, 1]], [1, 1, -1])
"""Nothing separates them through the origin, but w = (0, −1) has two of them on the boundary."""

ties = st.sampled_from([*TIES.values()])
rates = st.sampled_from(RATES)


@st.composite
def few(draw: st.DrawFn, *, separable: bool = False) -> Dataset:
    """Examples with small whole coordinates, where ties are frequent."""
    n, d = draw(st.integers(1, 7)), draw(st.integers(1, 3))
    X = [[draw(st.integers(-2, 2)) for _ in range(d)] for _ in range(n)]
    plane = [draw(st.integers(-2, 2)) for _ in range(d + 1)]
    sides = [sum(a * v for a, v in zip(plane, [*x, 1], strict=True)) for x in X]
    y = [1 if side > 0 else -1 for side in sides] if separable else [draw(st.sampled_from([-1, 1])) for _ in X]
    return Dataset(np.array(X, float).reshape(n, d), y)


def is_mistake(tie: str, activation: Fraction, label: int) -> bool:
    """Whether an example is one, by the labels with which a tie is right."""
    return label * activation < 0 or (not activation and label not in TIES[tie].right)


def test_books_call_a_tie_a_mistake_or_right_or_0_one_of_the_classes() -> None:
    right = {name: tie.right for name, tie in TIES.items()}
    assert right.items() >= {"mistake": (), "positive": (1,), "negative": (-1,), "correct": (-1, 1)}.items()


def exact_run(data: Dataset, spec: RunSpec) -> tuple[list[int], list[Fraction], int]:
    """The rows of the updates, (w, b) and the errors at the end, of a plain loop in fractions with the rate itself."""
    rate, margin = spec.rate, Fraction(repr(spec.margin)) if spec.learner == "margin" else Fraction(0)
    X = [[Fraction(v) for v in (*x, 1)] for x in data.X.tolist()]
    w = [Fraction(repr(v)) for v in spec.start or (0.0,) * (data.d + 1)]
    made: list[int] = []

    def activation(x: list[Fraction]) -> Fraction:
        return sum((p * q for p, q in zip(w, x, strict=True)), Fraction(0))

    for _ in range(spec.max_epochs):
        before = len(made)
        for row, (x, label) in enumerate(zip(X, data.y.tolist(), strict=True)):
            a = activation(x)
            if label * a <= margin if margin else is_mistake(spec.tie, a, label):
                w = [p + rate * label * q for p, q in zip(w, x, strict=True)]
                made.append(row)
        if len(made) == before:
            break
    wrong = sum(is_mistake(spec.tie, activation(x), label) for x, label in zip(X, data.y.tolist(), strict=True))
    return made, w, wrong


@contextmanager
def going_without_c() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PERCEPTRON_PURE", "1")
        compiled.loops.cache_clear()
        yield
    compiled.loops.cache_clear()


@given(few(), ties, rates, st.sampled_from(["standard", "margin"]), st.integers(-2, 2))
def test_it_is_the_exact_run_that_a_book_makes(
    data: Dataset, tie: Tie, rate: Fraction, learner: str, begun: int
) -> None:
    start = (float(begun * rate),) * (data.d + 1) if begun and rate.denominator != 3 else None
    spec = RunSpec(learner, tie=tie.name, rate=rate, margin=0.3, start=start, max_epochs=6)
    run, (rows, weights, wrong) = train(data, spec), exact_run(data, spec)
    assert run.history.index().tolist() == rows
    state = run.history.seek(run.updates)
    assert [*state.w.tolist(), state.b] == [float(v) for v in weights]
    assert run.training_errors == wrong


@given(few(separable=True), ties, rates, st.sampled_from([None, "linear"]))
def test_the_theorem_and_its_bound_hold(data: Dataset, tie: Tie, rate: Fraction, kernel: str | None) -> None:
    for learner in ("standard", "margin"):
        run = train(data, RunSpec(learner, kernel=kernel, tie=tie.name, rate=rate, margin=0.5))
        for update in range(run.updates + 1):
            state = run.history.seek(update)
            assert all(row.holds for row in run.inequalities(state)), update
            gap = run.bound_gap(update)
            if gap is not None and run.margin.bound is not None:
                assert min(gap.parts.values()) >= -1e-9 * run.margin.bound
                assert gap.total == pytest.approx(run.margin.bound - update)


@given(few(), st.sampled_from(RATES[1:]), st.sampled_from([*PREDICTORS]), st.sampled_from([*ORDERS]), ties)
def test_from_zero_a_rate_changes_no_mistake_and_no_class(
    data: Dataset, rate: Fraction, predictor: str, order: str, tie: Tie
) -> None:
    spec = RunSpec(predictor=predictor, order=order, tie=tie.name, max_epochs=4, max_updates=15, sequence=(2, 0))
    plain, rated = train(data, spec), train(data, replace(spec, rate=rate))
    assert np.array_equal(plain.history.index(), rated.history.index())
    assert np.array_equal(plain.history.example(), rated.history.example())
    assert (plain.predict(data.X) == rated.predict(data.X)).all()
    assert plain.errors.tolist() == rated.errors.tolist()
    assert plain.training_errors == rated.training_errors
    if plain.weights is not None and rated.weights is not None:
        assert rated.weights == pytest.approx(float(rate) * plain.weights)


def sums_of(run: Run) -> str:
    return "".join(trace(run))


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("order", ORDERS)
def test_every_way_finds_the_same_run(order: str, tie: str) -> None:
    """The loops in C, the blocks of numpy and the plain loop, whole or in pieces; with three features too."""
    wide = Dataset(np.column_stack([TWELVE.X, TWELVE.X[:, 0]]), TWELVE.y)
    for data in (TWELVE, wide):
        for kernel in (None, "linear", "poly"):
            spec = RunSpec(order=order, kernel=kernel, tie=tie, max_epochs=20, max_updates=60, sequence=(4, 1, 9))
            run = train(data, spec)
            labels = data.y.tolist()
            for state in map(run.history.seek, range(1, run.updates + 1)):
                assert is_mistake(tie, Fraction(state.activation), labels[state.index])
            with going_without_c():
                assert sums_of(train(data, spec)) == sums_of(run)
                assert sums_of(train_in_pieces(data, spec, 1, hurried=True)) == sums_of(run)


@given(few(), ties, rates)
def test_a_session_brings_the_run_back(data: Dataset, tie: Tie, rate: Fraction) -> None:
    spec = RunSpec(tie=tie.name, rate=rate, max_epochs=5)
    back = RunSpec.from_json(spec.to_json())
    assert back == spec
    assert sums_of(train(data, back)) == sums_of(train(data, spec))


@pytest.mark.parametrize("rate", ["1/3", "0.1", "2"])
def test_a_session_file_keeps_both_and_an_old_one_has_neither(tmp_path: Path, rate: str) -> None:
    spec = RunSpec("margin", tie="negative", rate=Fraction(rate))
    write_session(Session(DATASET, spec), tmp_path / "a.perceptron")
    assert read_session(tmp_path / "a.perceptron").spec == spec
    text = (tmp_path / "a.perceptron").read_text()
    old = "\n".join(line for line in text.splitlines() if '"tie"' not in line and '"rate"' not in line)
    (tmp_path / "old.perceptron").write_text(old)
    assert read_session(tmp_path / "old.perceptron").spec == RunSpec("margin")


@pytest.mark.parametrize("tie", TIES)
def test_what_cannot_stop_is_said_only_where_it_is_so(tie: str) -> None:
    """Theory: with 0 called +1 it stops after one update, though nothing separates (1, 0)+, (−1, 0)+, (0, 1)−."""
    run = train(CENTRE, RunSpec(bias=0, tie=tie, max_epochs=50))
    said = "the learner never stops" in diagnose(CENTRE, run.margin).headline
    assert run.margin.separable is False
    assert said == bool(is_endless(run)) == (1 not in TIES[tie].right)
    assert run.converged is (1 in TIES[tie].right)
    if tie == "positive":
        assert (run.updates, run.weights is not None and run.weights.tolist()) == (1, [0.0, -1.0])


@given(few(), ties, st.sampled_from([0.0, 1.0]))
def test_a_run_that_is_called_endless_does_not_end(data: Dataset, tie: Tie, bias: float) -> None:
    run = train(data, RunSpec(tie=tie.name, bias=bias, max_epochs=60))
    assert not (is_endless(run) and run.converged)


def test_a_margin_above_zero_leaves_ties_within_it() -> None:
    for tie in TIES:
        run = train(TWELVE, RunSpec("margin", tie=tie))
        assert np.array_equal(run.history.index(), train(TWELVE, RunSpec("margin")).history.index())


def test_all_orders_follow_the_tie() -> None:
    fewest = {tie: len(extremes(TWELVE, RunSpec(tie=tie)).fewest) for tie in TIES}
    assert fewest["correct"] == 0  # from w = 0 nothing starts
    for tie in ("positive", "negative"):
        found = extremes(TWELVE, RunSpec(tie=tie))
        run = train(TWELVE, RunSpec(order="listed", tie=tie, sequence=found.most))
        assert (run.updates, run.converged) == (len(found.most), True)


@pytest.mark.parametrize("learner", ["passive-aggressive", "online-svm"])
def test_a_rate_is_refused_where_the_step_is_the_rules_own(learner: str) -> None:
    rated = " and ".join(name for name in RULES if make_rule(RunSpec(rule=name)).whole)
    with pytest.raises(InputError, match=f"has its own step; leave out the learning rate, which is only for {rated}"):
        train(DATASET, RunSpec(learner, rate=Fraction(1, 2)))
    after, told = with_learner(RunSpec(rate=Fraction(1, 2)), learner)
    assert after.rate == 1
    assert told.endswith("has its own step: the learning rate 0.5 was left out.")


@pytest.mark.parametrize("wrong", ["x", "0", "-1", "1/0", "1e-60", "nan", True, None, "0x1"])
def test_what_is_no_rate_is_refused(wrong: object) -> None:
    with pytest.raises(InputError, match="enter a decimal or a fraction from 1e-50 to 1e\\+50"):
        RunSpec.from_json({"rate": wrong})
    with pytest.raises(InputError, match=f"is not a rule for ties; enter {', '.join(TIES)}"):
        make_rule(RunSpec(rule="perceptron", tie="zero"))


@pytest.mark.slow
@pytest.mark.parametrize("tie", TIES)
def test_every_learner_order_space_and_predictor(tie: str) -> None:
    for plain in every_pair():
        rated = make_rule(plain).whole
        spec = replace(plain, tie=tie, rate=Fraction(1, 10) if rated else Fraction(1))
        with telling(spec):
            run = train(DATASET, spec)
            labels = DATASET.y
            for t in range(1, run.history.examples + 1):
                state = run.history.at_example(t)
                verdict = run.rule.verdict(state.score, state.label, state.added)
                assert verdict.relation in explain(run, state)
                assert all(row.holds for row in run.inequalities(state))
            scores = run.score(DATASET.X) * labels
            assert run.training_errors == sum(
                is_mistake(tie, Fraction(float(s * y)), int(y)) for s, y in zip(scores, labels, strict=True)
            )
            with going_without_c():
                assert sums_of(train(DATASET, spec)) == sums_of(run)


def steps_of(run: Run) -> list[tuple[int, list[float], float]]:
    """The example of each update, from 1, and w and b after it."""
    states = (run.history.seek(update) for update in range(1, run.updates + 1))
    return [(state.index + 1, state.w.tolist(), state.b) for state in states]


def test_the_demonstration_of_the_neural_network_toolbox() -> None:
    """Demuth & Beale, Neural Network Toolbox user's guide, and Hagan, Demuth & Beale, Neural Network Design, ch. 4.

    p₁ = (2, 2) with target 0, p₂ = (1, −2) with 1, p₃ = (−2, 2) with 0, p₄ = (−1, 1) with 1, from W = 0, b = 0;
    hardlim(0) = 1, and W ← W + e·p, b ← b + e with e = t − a, which for a target of −1 in the place of 0 is an update.
    By hand: p₁ 0 is called 1, e = −1: (−2, −2), −1. p₂: −2 + 4 − 1 = 1, right. p₃: 4 − 4 − 1 = −1, right.
    p₄: 2 − 2 − 1 = −1, e = 1: (−3, −1), 0. p₁: −8, right. p₂: −3 + 2 + 0 = −1, e = 1: (−2, −3), 1. p₃: −1, right.
    p₄: 2 − 3 + 1 = 0 is called 1, right. p₁: −9, p₂: 5, right. The guide: W(6) = [−2 −3], b(6) = 1.
    """
    data = Dataset([[2, 2], [1, -2], [-2, 2], [-1, 1]], [-1, 1, -1, 1])
    run = train(data, RunSpec(tie="positive"))
    assert steps_of(run) == [(1, [-2, -2], -1), (4, [-3, -1], 0), (2, [-2, -3], 1)]
    assert (run.converged, run.training_errors) == (True, 0)
    assert steps_of(train(data, RunSpec())) != steps_of(run)


def test_apples_and_oranges() -> None:
    """Hagan, Demuth & Beale, Neural Network Design, ch. 4: the sorting problem, from W = (0.5, −1, −0.5), b = 0.5.

    p₁ = (1, −1, −1) with target 0, p₂ = (1, 1, −1) with 1, hardlim(0) = 1. By hand: p₁: 0.5 + 1 + 0.5 + 0.5 = 2.5 is
    called 1, e = −1: (−0.5, 0, 0.5), −0.5. p₂: −0.5 + 0 − 0.5 − 0.5 = −1.5, e = 1: (0.5, 1, −0.5), 0.5.
    p₁: 0.5 − 1 + 0.5 + 0.5 = 0.5, e = −1: (−0.5, 2, 0.5), −0.5. p₂: −0.5 + 2 − 0.5 − 0.5 = 0.5, right.
    p₁: −0.5 − 2 − 0.5 − 0.5 = −3.5, right.
    """
    data = Dataset([[1, -1, -1], [1, 1, -1]], [-1, 1])
    run = train(data, RunSpec(tie="positive", start=(0.5, -1, -0.5, 0.5)))
    assert steps_of(run) == [
        (1, [-0.5, 0, 0.5], -0.5),
        (2, [0.5, 1, -0.5], 0.5),
        (1, [-0.5, 2, 0.5], -0.5),
    ]
    assert run.history.activation().tolist() == [2.5, -1.5, 0.5]
    assert run.converged


def test_the_learning_rate_of_mitchell() -> None:
    """Mitchell, Machine Learning (1997), §4.4: xᵢ = 0.8, η = 0.1, t = 1, o = −1 change wᵢ by 0.1·(1 − (−1))·0.8 = 0.16.

    Its output is 1 only where w·x > 0, so that 0 is called −1; and t − o is 2 on a mistake, so that its η of 0.1 is one
    of 0.2 here. The change is the book's; that it is one from w = 0, where o = −1 is what 0 is called, is ours.
    """
    data = Dataset([[0.8]], [1])
    run = train(data, RunSpec(tie="negative", rate=Fraction("0.2"), bias=0))
    state = run.history.seek(1)
    assert state.w.tolist() == [0.16]
    assert number(state.w[0]) == "0.16"
    assert "0.16" in explain(run, state) or "4/25" in explain(run, state)
    assert run.converged
    assert train(data, RunSpec(tie="positive", bias=0)).updates == 0
