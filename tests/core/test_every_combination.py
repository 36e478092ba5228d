"""What holds for one run is tested of all that the tables allow; of every pair of entries at once."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest

from core.explain import explain
from core.explain.trace import THEOREM, trace, trace_by_steps
from core.kernels import make_kernel
from core.learners import LEARNERS
from core.record.history import State
from core.run import Run, train
from core.spec import RunSpec
from tests.core.pieces import train_in_pieces
from tests.core.tables import DATASET, every_combination, every_pair, telling
from tests.partly_slow import partly_slow

Check = Callable[[RunSpec], None]
Specs = Callable[..., tuple[RunSpec, ...]]


def of_all(*, predictors: bool) -> Callable[[Check], Callable[[Specs, str], None]]:
    """A test a learner that checks its pairs, and a slow one that checks all its combinations.

    One for each of so many would cost more than what it tests.
    """

    def tests_of(check: Check) -> Callable[[Specs, str], None]:
        @pytest.mark.parametrize("learner", LEARNERS)
        @partly_slow("specs", [every_pair], [every_combination])
        def each(specs: Specs, learner: str) -> None:
            for spec in specs(predictors=predictors):
                if spec.learner == learner:
                    with telling(spec):
                        check(spec)

        return each

    return tests_of


def has_moved(run: Run, state: State) -> bool:
    """Whether the vector itself is another one than before, by its values at the examples."""
    before, after = run.space.trajectory(run.history, DATASET.X, max(state.update - 1, 0), state.update)[[0, -1]]
    return bool((before != after).any())


@pytest.mark.usefixtures("either_way")
@of_all(predictors=False)
def test_the_record_says_of_each_example_what_the_rule_does(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    assert run.history.examples
    for t in range(1, run.history.examples + 1):
        state = run.history.at_example(t)
        assert state.added == bool(run.rule.adds(np.array([state.score]), np.array([state.label]))[0])
        assert state.moved == (state.added or run.rule.every_example)
        assert state.moved == (run.history.example_of(state.update) == t)
        assert (state.size > 0) == state.added
        # An online SVM may shrink w = 0, which leaves it as it was.
        assert has_moved(run, state) == state.moved or (not state.added and not state.w.any()) or not state.moved


@of_all(predictors=True)
def test_an_explanation_says_the_same(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    for t in range(1, run.history.examples + 1):
        state = run.history.at_example(t)
        text = explain(run, state)
        marked = [line for line in text.splitlines() if line.startswith("▶")]
        verdict = run.rule.verdict(state.score, state.label, state.added)
        assert verdict.relation in text
        assert any("y·x" in line or "αᵢ ←" in line for line in marked) == state.added
        moves = ("w ←" if spec.kernel is None else f"α{'₀₁₂₃₄₅₆'[state.index + 1]} ←") in text.split("\n\n")[-1]
        assert moves == state.moved
        assert (run.rule.idle in text) == (not state.added)


@pytest.mark.usefixtures("either_way")
@of_all(predictors=False)
def test_whatever_pieces_a_run_is_cut_into_the_record_is_the_same(spec: RunSpec) -> None:
    whole = "".join(trace(train(DATASET, spec)))
    for most, hurried in ((1, False), (3, True), (7, False)):
        run = train_in_pieces(DATASET, spec, most, hurried=hurried)
        assert "".join(trace(run)) == whole


@of_all(predictors=True)
def test_the_summary_is_json_and_its_errors_are_those_of_the_classifier(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    summary = json.loads(json.dumps(run.summary(), allow_nan=False))
    scores = run.score(DATASET.X)
    assert summary["training_errors"] == int((scores * DATASET.y <= 0).sum())
    assert (summary["epochs"] is None) == (not run.order.has_epochs)
    if summary["weights"] is not None:
        assert scores == pytest.approx(DATASET.X @ summary["weights"] + summary["intercept"])


@of_all(predictors=True)
def test_the_confusion_adds_up_to_the_classes_and_to_the_errors(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    summary = run.summary()
    (true_negatives, false_positives), (false_negatives, true_positives) = summary["confusion"]
    assert true_negatives + false_positives == run.dataset.negatives
    assert false_negatives + true_positives == run.dataset.positives
    assert false_positives + false_negatives == summary["training_errors"] == run.training_errors
    assert summary["accuracy"] == pytest.approx(1 - run.training_errors / run.dataset.n)


@of_all(predictors=False)
def test_a_trace_by_steps_has_every_visited_example_and_among_them_every_update(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    header, *lines = [line.split(",") for line in "".join(trace_by_steps(run)).splitlines()]
    updates = [line.split(",") for line in "".join(trace(run)).splitlines()]
    assert header == updates[0]
    assert [line for line in lines if line[0]] == updates[1:]
    assert [int(line[2]) for line in lines] == list(range(1, run.history.examples + 1))
    first, last = header.index("activation"), header.index("survival")
    for line in lines[:40]:
        state = run.history.at_example(int(line[2]))
        assert [float(cell) for cell in line[first:last]] == [state.activation, *state.w.tolist(), state.b]
        assert (line[0] != "") is state.moved


def test_a_trace_by_steps_says_nothing_of_a_theorem_that_is_silent_before_the_first_update() -> None:
    run = train(DATASET, RunSpec("passive-aggressive", start=(*(100 * DATASET.y[0] * DATASET.X[0]).tolist(), 0.0)))
    header, first, *_ = [line.split(",") for line in "".join(trace_by_steps(run)).splitlines()]
    assert first[0] == ""
    assert {name for name, cell in zip(header, first, strict=True) if name in THEOREM and cell} == set()


@of_all(predictors=False)
def test_a_feature_space_vector_is_the_sum_of_what_was_added(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    last = run.history.seek(run.updates)
    if spec.kernel is None or last.alpha is None or last.norm_squared is None:
        return
    gram = make_kernel(spec).matrix(DATASET.X, DATASET.X) + 1
    signed = last.alpha * DATASET.y
    assert run.space.trajectory(run.history, DATASET.X, run.updates, run.updates)[0] == pytest.approx(signed @ gram)
    assert last.norm_squared == pytest.approx(signed @ gram @ signed)
    assert last.b == pytest.approx(signed.sum())


@of_all(predictors=False)
def test_the_theorem_holds_at_every_update(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    if run.rule.silence:
        return
    table = run.theorem()
    if table.upper is not None:
        assert (table.w_norm_sq <= table.upper * (1 + 1e-9)).all()
    if table.lower is not None and table.w_dot_wstar is not None:
        assert (table.w_dot_wstar >= table.lower * (1 - 1e-9)).all()
        assert run.margin.bound is not None
        assert run.updates <= run.margin.bound * (1 + 1e-9)


@of_all(predictors=False)
def test_an_update_moves_what_the_rule_keeps_of_w_by_the_step_that_the_canvas_lays_on_it(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    if spec.kernel is not None:
        return
    shrink = run.rule.shrink(DATASET.n)
    for k in range(1, run.updates + 1):
        state = run.history.seek(k)
        change = state.label * state.size * DATASET.X[state.index] if state.added else 0.0
        assert state.w - state.w_before * shrink == pytest.approx(change, abs=1e-9)
