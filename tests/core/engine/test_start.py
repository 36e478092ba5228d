"""Another start than w = 0: the run, its predictors, and what the theorem then says (theory.md, "Another start")."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from core.analysis.experiments.orders import extremes, over_shuffles
from core.analysis.held_out_errors import errors_at
from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import Dataset
from core.errors import InputError
from core.explain import explain
from core.explain.report.documents import page
from core.explain.report.facts import report_of
from core.explain.trace import trace
from core.files.session import Session, read_session, write_session
from core.learners import with_fitting_start
from core.predictors import PREDICTORS, find_predictor
from core.run import Run, train
from core.spec import RunSpec
from core.theory import bounds
from core.theory.bounds import own_separator, theorem_of_own
from core.theory.diagnosis import diagnose
from tests.core.conftest import Headless
from tests.core.strategies import datasets, separable_datasets, whole
from tests.core.tables import DATASET, START, every_pair, named, not_from_zero
from tests.core.textbook import textbook

STARTED = every_pair(not_from_zero, predictors=False)
MEASURED = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@st.composite
def started(draw: st.DrawFn, data: st.SearchStrategy[Dataset], learner: str = "standard") -> tuple[Dataset, RunSpec]:
    """Data, and a run over them from whole starting weights that are not all 0; B = 1 or, with b = 0, B = 0."""
    dataset = draw(data)
    numbers = st.lists(whole, min_size=dataset.d + 1, max_size=dataset.d + 1)
    start = [4 * v for v in draw(numbers.filter(any))]
    bias = 0.0 if not start[-1] and draw(st.booleans()) else 1.0
    margin = draw(st.sampled_from([0.0, 1.0, 7.0]))
    spec = RunSpec(learner, start=tuple(start), bias=bias, margin=margin, max_epochs=30, max_updates=400)
    return dataset, replace(spec, order=draw(st.sampled_from(["cyclic", "shuffled", "random"])))


def exact_vectors(run: Run) -> list[list[Fraction]]:
    """w̃ after updates 0 … k, for B of 0 or 1, where it is (w, b)."""
    weights = run.history.weights()
    return [[Fraction(v) for v in row[: run.dataset.d + bool(run.spec.bias)]] for row in weights.tolist()]


def dot(a: list[Fraction], b: list[Fraction]) -> Fraction:
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))


@pytest.mark.usefixtures("either_way")
@given(datasets(min_n=1), st.data())
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_run_from_any_start_is_the_textbooks_bit_for_bit(dataset: Dataset, data: st.DataObject) -> None:
    number = st.one_of(whole, st.floats(-1e6, 1e6, allow_subnormal=False))
    start = tuple(v + 0.0 for v in data.draw(st.lists(number, min_size=dataset.d + 1, max_size=dataset.d + 1)))
    order = data.draw(st.sampled_from(["cyclic", "shuffled"]))
    run = train(dataset, RunSpec(start=start, order=order, seed=3, max_epochs=9, max_updates=40))
    plain = textbook(dataset, order=order, seed=3, max_epochs=9, max_updates=40, start=start)
    assert run.history.index().tolist() == plain.index
    assert run.history.activation().tolist() == plain.activation
    after = [[*w, b] for w, b in zip(plain.weights, plain.intercepts, strict=True)]
    assert run.history.weights().tolist() == [list(start), *after]
    assert (run.stopped, run.history.examples) == (plain.stopped, plain.examples)


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("spec", STARTED, ids=named)
def test_every_rule_and_order_goes_on_from_the_start(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    *w, b = START
    first = run.history.seek(0)
    assert ([*first.w, first.b], [*first.w_before, first.b_before]) == ([*w, b], [*w, b])
    for t in range(1, run.history.examples + 1):
        state = run.history.at_example(t)
        x, y = DATASET.X[state.index].tolist(), state.label
        assert (state.w_before.tolist(), state.b_before) == (w, b)
        assert state.activation == w[0] * x[0] + w[1] * x[1] + b
        if run.rule.every_example:
            w = [run.rule.shrink(DATASET.n) * v for v in w]
        if run.rule.admits(y * state.activation, int(y)):
            size = y * run.rule.size(y * state.activation, x[0] * x[0] + x[1] * x[1] + 1.0)
            w, b = [v + size * u for v, u in zip(w, x, strict=True)], b + size
        assert (state.w.tolist(), state.b) == (w, b)
    assert run.history.seek(run.updates).w.tolist() == w


@pytest.mark.parametrize("learner", ["standard", "averaged", "voted", "pocket", "margin", "online-svm"])
def test_a_start_at_zero_is_no_start(learner: str) -> None:
    run, plain = (train(DATASET, RunSpec(learner, start=start, max_epochs=5)) for start in ((0.0, -0.0, 0), None))
    assert run.spec.start == (0.0, 0.0, 0.0)
    assert "".join(trace(run)) == "".join(trace(plain))
    assert run.summary() == plain.summary()
    state = run.history.seek(run.updates)
    assert run.inequalities(state) == plain.inequalities(plain.history.seek(run.updates))
    assert explain(run, run.history.seek(0)) == explain(plain, plain.history.seek(0))


@given(started(separable_datasets(), "margin"))
@MEASURED
def test_in_exact_fractions_all_of_the_theorem_holds_at_every_update(case: tuple[Dataset, RunSpec]) -> None:
    dataset, spec = case
    run = train(dataset, spec)
    margin, exactly, start = run.margin, run.margin.exactly, run.margin.start
    assume(exactly is not None and start is not None)
    assert exactly is not None
    assert start is not None
    assert margin.gamma is not None
    m, direction = Fraction(spec.margin), [Fraction(c) for c in exactly.direction]
    growth, length_squared = exactly.radius_squared + 2 * m, dot(direction, direction)
    vectors = exact_vectors(run)
    q, along = dot(vectors[0], vectors[0]), dot(vectors[0], direction)
    assert start.squared == q
    assert start.along == pytest.approx(float(along) / float(length_squared) ** 0.5)
    reach_squared = exactly.reach**2 / length_squared  # γ²
    for k, w in enumerate(vectors):
        carried, promised = dot(w, direction), along + k * exactly.reach
        assert carried >= promised
        assert dot(w, w) <= q + k * growth
        gap = q + k * growth - promised**2 / length_squared
        assert gap >= 0 or promised < 0
        # (growth/γ)ŵ* is growth·direction/reach
        apart = [[v - growth * c / exactly.reach for v, c in zip(u, direction, strict=True)] for u in (w, vectors[0])]
        assert dot(apart[0], apart[0]) <= dot(apart[1], apart[1]) - k * growth
        state = run.history.seek(k)
        assert all(row.holds for row in run.inequalities(state))
        bound_gap = run.bound_gap(k)
        assert (bound_gap is None) == (k == 0 or promised < 0) or promised == 0
        if bound_gap is not None:
            assert all(value >= 0 for value in bound_gap.parts.values())
            unit = reach_squared * (k - Fraction(start.roots[0]))
            assert bound_gap.total == pytest.approx(float(gap / unit), rel=1e-7, abs=1e-7)
            assert bound_gap.total == pytest.approx(start.roots[1] - k, rel=1e-7, abs=1e-7)
    assert margin.bound is not None
    assert run.updates <= margin.bound


@given(started(separable_datasets(), "margin"))
@MEASURED
def test_the_bound_is_the_larger_root_rounded_once(case: tuple[Dataset, RunSpec]) -> None:
    dataset, spec = case
    margin = train(dataset, replace(spec, max_updates=1)).margin
    assume(margin.exactly is not None and margin.start is not None)
    assert margin.exactly is not None
    assert margin.start is not None
    start, exactly, direction = margin.start, margin.exactly, margin.exactly.direction
    product = sum(int(v) * c for v, c in zip(start.weights[: len(direction)].tolist(), direction, strict=True))
    a, growth = exactly.gamma_squared, exactly.radius_squared + 2 * Fraction(spec.margin)
    length_squared = sum(c * c for c in direction)
    b = growth - 2 * product * exactly.reach / length_squared
    c = Fraction(start.squared) - Fraction(product) ** 2 / length_squared
    low, high = start.roots
    assert low <= 0 <= high
    for root in (low, high):
        below, above = (a * x * x - b * x - c for x in sorted(Fraction(root) * (1 + e) for e in (_ULP, -_ULP)))
        assert min(below, above) <= 0 <= max(below, above)


_ULP = Fraction(float(np.finfo(np.float64).eps))


def test_from_a_start_the_bound_is_attained_too() -> None:
    run = train(Dataset(np.eye(3), [1, 1, 1]), RunSpec(bias=0.0, start=(1, 0, 0, 0)))
    assert (run.updates, run.margin.bound) == (2, 2.0)
    assert "at most 2 updates" in diagnose(run.dataset, run.margin).headline


def test_a_start_that_separates_by_its_direction_needs_no_update() -> None:
    dataset = Dataset([[1.0, 1.0], [-1.0, -1.0]], [1, -1])
    run = train(dataset, RunSpec(bias=0.0, start=(3, 3, 0)))
    assert (run.updates, run.margin.bound, run.converged) == (0, 0.0, True)
    assert all(row.holds for row in run.inequalities(run.history.seek(0)))


def test_one_example_may_take_many_updates_from_a_start_and_that_is_said() -> None:
    run = train(Dataset([[1.0]], [1]), RunSpec(bias=0.0, start=(-3, 0)))
    assert (run.updates, run.margin.bound) == (4, 7.0)
    said = diagnose(run.dataset, run.margin)
    assert said.headline == "Separable: at most 7 updates, whatever the order."
    assert said.detail == (
        "k₊ = 7 is the larger root of (p + kγ)² = q + kR², with γ = 1, R = 1, p = w⁽⁰⁾·ŵ* = −3 and q = ‖w⁽⁰⁾‖² = 9."
    )


@given(started(datasets(min_n=1), "averaged"), st.booleans())
@MEASURED
def test_the_average_counts_the_start_among_the_vectors(case: tuple[Dataset, RunSpec], shrinks: bool) -> None:
    dataset, spec = case
    run = train(dataset, replace(spec, learner="online-svm", predictor="averaged") if shrinks else spec)
    total, exact = [Fraction(0)] * (dataset.d + 1), run.history
    for t in range(exact.examples + 1):
        state = exact.at_example(t)
        total = [a + Fraction(v) for a, v in zip(total, [*state.w.tolist(), state.b], strict=True)]
    mean = [float(v / (exact.examples + 1)) for v in total]
    assert run.weights is not None
    assert run.intercept is not None
    scale = 1 + float(np.abs(exact.weights()).max())
    assert [*run.weights.tolist(), run.intercept] == pytest.approx(mean, rel=1e-9, abs=1e-9 * scale)


@given(datasets(min_n=1).filter(lambda d: bool((np.abs(d.X) <= 50).all() and (np.rint(d.X) == d.X).all())), st.data())
@MEASURED
def test_an_averages_tie_is_a_tie_from_any_start(dataset: Dataset, data: st.DataObject) -> None:
    start = data.draw(st.lists(whole, min_size=dataset.d + 1, max_size=dataset.d + 1))
    run = train(dataset, RunSpec("averaged", start=tuple(start), max_epochs=6))
    total = np.zeros(dataset.d + 1)
    for t in range(run.history.examples + 1):
        state = run.history.at_example(t)
        total += np.append(state.w, state.b)  # whole numbers: exact
    exact = dataset.X @ total[:-1] + total[-1]
    assert np.sign(run.score(dataset.X)).tolist() == np.sign(exact).tolist()


@given(started(datasets(min_n=1)))
@MEASURED
def test_vote_and_pocket_are_those_of_a_plain_loop(case: tuple[Dataset, RunSpec]) -> None:
    dataset, spec = case
    votes, best, pocket = np.zeros(dataset.n), dataset.n + 1, np.zeros(dataset.n)
    run = train(dataset, replace(spec, predictor="voted"))
    for t in range(run.history.examples + 1):
        state = run.history.at_example(t)
        scores = run.space.trajectory(run.history, dataset.X, state.update, state.update)[0]
        votes += np.sign(scores) if t else 0.0
        wrong = int((scores * dataset.y <= 0).sum())
        if wrong < best:
            best, pocket = wrong, scores
    assert run.score(dataset.X).tolist() == votes.tolist()
    assert train(dataset, replace(spec, predictor="pocket")).score(dataset.X).tolist() == pocket.tolist()


def test_the_start_votes_for_every_example_before_the_first_update() -> None:
    dataset = Dataset([[1.0], [2.0], [-1.0], [0.5]], [1, 1, 1, -1])
    run = train(dataset, RunSpec("voted", start=(1, 0), bias=0.0, max_epochs=1, max_updates=1))
    assert run.history.example(0, 1).tolist() == [3]
    assert run.score([[1.0]]).tolist() == [2]  # two votes of w⁽⁰⁾ = 1; w⁽¹⁾ = 0 has none to give


@pytest.mark.parametrize("spec", STARTED, ids=named)
def test_held_out_errors_followed_along_a_run_are_those_of_each_moment(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    held_out = Dataset([[0.3, 0.9], [-0.2, 0.1], [2.0, -1.0]], [1, -1, 1])
    for errors in errors_at(run, held_out, list(range(run.history.examples + 1))):
        record = run.history.until(errors.example)
        for name in PREDICTORS:
            scores = find_predictor(name).recall(run.space, record).score(held_out.X)
            assert errors.held_out[name] == int((scores * held_out.y <= 0).sum())


@given(started(separable_datasets(), "passive-aggressive"))
@MEASURED
def test_passive_aggressive_loses_no_more_than_its_start_is_away(case: tuple[Dataset, RunSpec]) -> None:
    dataset, spec = case
    run = train(dataset, spec)
    assume(run.margin.gamma is not None and run.margin.gamma > 1e-3)
    for k in range(run.updates + 1):
        losses, mistakes = run.inequalities(run.history.seek(k))
        assert losses.formula == "Σ loss² ≤ R²·‖w⁽⁰⁾ − ŵ*/γ‖²"
        assert losses.holds
        assert mistakes.holds


@given(started(datasets(min_n=1)))
@MEASURED
def test_freund_and_schapires_bound_holds_from_any_start(case: tuple[Dataset, RunSpec]) -> None:
    dataset, spec = case
    run = train(dataset, replace(spec, order="cyclic"))
    bias, epochs = bias_feature(dataset, spec.bias), max(run.history.epochs, 1)
    assume(dataset.X.any() or bias.value)
    found = bounds.best_slack_bound(dataset, bias, epochs, run.margin.start)
    assert run.updates <= found.value
    direction = np.random.default_rng(dataset.n).normal(size=dataset.d + bool(bias.value))
    any_bound = bounds.slack_bound_for(dataset, bias, direction, 0.5, epochs, run.margin.start)
    assert run.updates <= any_bound.value
    assert any_bound.over(epochs) == any_bound or any_bound.over(epochs).value == any_bound.value


@given(started(separable_datasets()))
@MEASURED
def test_a_separator_of_ones_own_bounds_the_run_too(case: tuple[Dataset, RunSpec]) -> None:
    dataset, spec = case
    run = train(dataset, spec)
    bias = bias_feature(dataset, spec.bias)
    assume(run.converged and run.weights is not None and run.updates > 0)
    assert run.weights is not None
    assert run.intercept is not None
    own = own_separator(dataset, bias, run.weights, run.intercept)
    held = theorem_of_own(own, run.margin)
    assert own.separates
    assert held is not None
    assert held.bound is not None
    assert run.updates <= held.bound * (1 + 1e-12)
    if run.margin.start is not None and run.margin.bound is not None and run.margin.exactly is not None:
        star = own_separator(dataset, bias, np.array(_whole(run)), _intercept(run))
        again = theorem_of_own(star, run.margin)
        assert again is not None
        assert again.bound == pytest.approx(run.margin.bound)


def _whole(run: Run) -> list[float]:
    assert run.margin.exactly is not None
    return [float(c) for c in run.margin.exactly.direction[: run.dataset.d]]


def _intercept(run: Run) -> float:
    assert run.margin.exactly is not None
    return float(run.margin.exactly.direction[-1]) if run.spec.bias else 0.0


def test_all_orders_are_gone_through_from_the_start() -> None:
    dataset = Dataset(np.eye(3), [1, 1, 1])
    found = extremes(dataset, RunSpec(bias=0.0, start=(0, 2, -1, 0)))
    assert found is not None
    assert (len(found.fewest), len(found.most)) == (3, 3)  # e₁ once and e₃ twice
    with pytest.raises(InputError, match="small whole"):
        extremes(dataset, RunSpec(bias=0.0, start=(0.5, 0, 0, 0)))


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        (RunSpec(start=(1, 2)), "the start has 2 numbers; enter 3: w for each of the 2 features, then b"),
        (RunSpec("online-svm", start=(1, 2, 3), bias=0.0), "with B = 0 this rule has no b to learn"),
        (RunSpec("kernel", start=(1, 2, 3)), "with a kernel a run begins with every α = 0"),
        (RunSpec(start=(0, 0, 1e60), bias=1e-60), "the start has b/B = 1e[+]120; enter at most 1e[+]100"),
    ],
)
def test_a_start_that_does_not_fit_is_refused_and_the_window_leaves_it_out(spec: RunSpec, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        train(DATASET, spec)
    fitting, lost = with_fitting_start(spec, DATASET)
    assert fitting == replace(spec, start=None)
    assert lost.startswith("The starting weights were left out: ")


@pytest.mark.parametrize(
    "start", [(), (1,), "12", [1, "2"], [1, None], [True, 1], [float("nan"), 0], [1, float("inf")], {1: 2}, [1e101, 0]]
)
def test_what_is_no_start_is_refused_in_a_sentence(start: object) -> None:
    with pytest.raises(InputError, match="is not possible; enter w⁽⁰⁾ and then b⁽⁰⁾"):
        RunSpec.from_json({"start": start})


def test_a_start_survives_json_and_a_session_file(tmp_path: Path) -> None:
    spec = RunSpec(start=(0.1, -2, 1e-300))
    text = json.dumps(spec.to_json())
    assert RunSpec.from_json(json.loads(text)) == spec
    path = tmp_path / "lesson.perceptron"
    write_session(Session(DATASET, spec), path)
    assert read_session(path).spec == spec


def test_the_headless_face_runs_from_a_start_and_says_so(headless: Headless, tmp_path: Path) -> None:
    data = tmp_path / "two.csv"
    data.write_text("a,b,label\n1,1,1\n-1,-1,-1\n2,-1,1\n", "utf-8")
    said = headless(data, "--start", "-1,0.5,2", "--trace", tmp_path / "t.csv", "--separator", "1,0.25,0")
    summary = json.loads(headless(data, "--start", "-1,0.5,2", "--json"))
    assert (summary["start"]["weights"], summary["start"]["intercept"], summary["start"]["q"]) == ([-1, 0.5], 2, 5.25)
    assert "begun with w = [-1.0, 0.5], b = 2.0; the squared length of (w, b/B) is q = 5.25" in said
    assert f"the larger root k of (p + k*margin)^2 = q + k*R^2 with p = {summary['start']['p']}" in said
    assert "start" not in json.loads(headless(data, "--json"))
    rows = (tmp_path / "t.csv").read_text("utf-8").splitlines()
    head, first = (dict(enumerate(line.split(","))) for line in rows[:2])
    lower = next(place for place, name in head.items() if name == "lower")
    assert float(first[lower]) == pytest.approx(summary["start"]["p"] + summary["margin"])


@pytest.mark.parametrize("text", ["a,b", "1", "1,2,3,4,5", "1,2,inf"])
def test_the_headless_face_refuses_a_wrong_start_in_a_line(text: str, refused: Headless, tmp_path: Path) -> None:
    data = tmp_path / "two.csv"
    data.write_text("a,b,label\n1,1,1\n-1,-1,-1\n", "utf-8")
    assert "start" in refused(data, "--start", text)


def test_an_explanation_begins_at_the_start_and_its_fractions_are_those_of_the_run() -> None:
    run = train(Dataset([[0.1, 0.2], [0.3, -0.1]], [1, -1]), RunSpec("averaged", start=(0.3, 0.1, -0.2), max_epochs=4))
    text = explain(run, run.history.seek(0))
    assert "w, b ← w⁽⁰⁾, b⁽⁰⁾" in text
    assert "b = −0.2" in text
    first = explain(run, run.history.seek(1), fractions=True)
    assert "Computed exactly" in first
    latex = explain(run, run.history.seek(0), "latex")
    assert "w^{(0)}, b^{(0)}" in latex
    assert "⁽" not in latex


def test_the_report_of_a_run_tells_its_start() -> None:
    run = train(Dataset([[1.0, 1.0], [-1.0, 0.5], [2.0, -1.0]], [1, -1, 1]), RunSpec(start=(-1, 0.5, 2)))
    told = page(report_of(run, "three"), dict.fromkeys(report_of(run, "three").figures(), b""))
    assert "it begins with b" in told
    assert "k₊, the bound, the larger root of (p + kγ)² = q + kR²" in told
    assert "p = w⁽⁰⁾·ŵ*" in told
    assert "each divided by (k − k₋)γ²:" in told
    assert "R²/γ²" not in told


@given(separable_datasets(max_d=3), st.integers(0, 9), st.sampled_from([0.0, 1.0]), st.sampled_from([0.5, 3.0]))
def test_a_random_start_is_drawn_with_the_seed_within_its_scale_and_leaves_the_order_alone(
    dataset: Dataset, seed: int, bias: float, scale: float
) -> None:
    spec = RunSpec(order="shuffled", seed=seed, bias=bias, start="random", start_scale=scale, max_updates=50)
    run = train(dataset, spec)
    start = run.history.seek(0)
    drawn = (*start.w.tolist(), start.b)
    assert all(abs(v) <= scale for v in drawn)
    assert (start.b == 0) is (bias == 0)
    assert drawn != (*train(dataset, replace(spec, seed=seed + 10)).history.seek(0).w.tolist(), start.b)
    typed = train(dataset, replace(spec, start=drawn))
    assert typed.history.index(0, typed.updates).tolist() == run.history.index(0, run.updates).tolist()
    assert run.summary()["start"]["weights"] == start.w.tolist()
    assert RunSpec.from_json(run.spec.to_json()) == run.spec


def test_each_order_that_is_tried_from_a_random_start_is_the_run_with_that_seed() -> None:
    spec = RunSpec(order="shuffled", start="random")
    lengths = {seed: train(DATASET, replace(spec, seed=seed)).updates for seed in range(4)}
    assert {outcome.seed: outcome.updates for outcome in over_shuffles(DATASET, spec, 4)} == lengths


def test_a_scale_that_is_not_above_zero_is_refused() -> None:
    with pytest.raises(InputError, match="start_scale"):
        RunSpec(start="random", start_scale=0)
    assert "start_scale" not in RunSpec(start_scale=2.0).to_json()
