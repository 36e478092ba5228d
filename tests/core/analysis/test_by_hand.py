"""A run by hand: what is clicked is graded as the run decides, and makes the run that the command line makes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analysis import exercises
from core.analysis.exercises import Par, Role, cannot_click, clicked, grade, pars, scores_after
from core.analysis.experiments.orders import Extremes
from core.built_in import BUILT_IN
from core.datasets.dataset import Dataset
from core.errors import CancelledError
from core.learners import LEARNERS, checked, rule_of
from core.numbers.numerals import number
from core.rules import make_rule
from core.run import Run, train
from core.spec import RunSpec
from tests.core.tables import DATASET, every_pair, telling

FIRST = next(data for data in BUILT_IN if data.name == "first_start").dataset()
BY_HAND = every_pair(lambda spec: not make_rule(checked(spec)).every_example)
XOR = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])


def played(dataset: Dataset, spec: RunSpec, rows: tuple[int, ...] = ()) -> Run:
    return train(dataset, clicked(spec, rows))


@given(st.data())
def test_any_example_is_graded_as_the_run_then_takes_it_and_any_clicks_are_a_run(data: st.DataObject) -> None:
    spec = data.draw(st.sampled_from(BY_HAND))
    with telling(spec):
        rows: tuple[int, ...] = ()
        run = played(DATASET, spec)
        for row in data.draw(st.lists(st.integers(0, DATASET.n - 1), max_size=12)):
            made = grade(run, run.updates, row)
            after = played(DATASET, spec, (*rows, row))
            if made.verdict.adds:
                assert after.history.index().tolist() == [*rows, row]
                assert after.history.seek(after.updates).score == scores_after(run, run.updates)[row]
                rows, run = (*rows, row), after
            assert run.rule.adds(scores_after(run, run.updates), DATASET.y).any() != run.converged


def test_the_grade_says_the_test_and_what_follows() -> None:
    start, after = played(FIRST, RunSpec()), played(FIRST, RunSpec(), (0,))
    assert grade(start, 0, 6).sentence == "Example 7: y·a = 0 ≤ 0, a tie, which counts as a mistake: w ← w + x"
    assert grade(after, 1, 8).sentence == "Example 9: y·a = −1 ≤ 0, a mistake: w ← w − x"
    assert grade(after, 1, 0).sentence == "Example 1: y·a = 33 > 0, right already."
    wide = played(FIRST, RunSpec("margin", margin=5.0), (0,))
    assert grade(wide, 1, 7).sentence == "Example 8: y·a = 1 ≤ 5, within the margin: w ← w + x"
    assert grade(wide, 1, 0).sentence == "Example 1: y·a = 33 > 5, outside the margin already."
    kernel = played(FIRST, RunSpec("kernel"), (0,))
    assert grade(kernel, 1, 1).sentence == "Example 2: y·a = −1 ≤ 0, a mistake: α₂ ← α₂ + 1"


def test_nothing_clicked_is_a_run_of_no_update_at_the_start() -> None:
    run = played(DATASET, RunSpec(start=(0.5, -1.5, 1.0)))
    assert (run.updates, run.history.examples, run.converged) == (0, 0, False)
    assert run.history.seek(0).w.tolist() == [0.5, -1.5]


def test_a_size_of_an_update_is_told_where_the_rule_has_one() -> None:
    spec = RunSpec("passive-aggressive")
    assert grade(played(FIRST, spec), 0, 0).sentence == (
        f"Example 1: y·a = 0 < 1, a tie, which counts as a mistake: w ← w + {number(1 / _squared(0))}·x"
    )
    short = played(FIRST, spec, (0,))
    row = next(row for row in range(FIRST.n) if 0 < scores_after(short, 1)[row] < 1)
    assert "within the margin: w ←" in grade(short, 1, row).sentence
    kernel = played(FIRST, RunSpec("passive-aggressive", kernel="rbf"))
    assert grade(kernel, 0, 1).change == "α₂ ← α₂ + 0.5"


def _squared(row: int) -> float:
    """‖x̃‖² with B = 1."""
    return float(FIRST.X[row] @ FIRST.X[row] + 1)


def test_the_task_says_what_the_rule_corrects() -> None:
    tasks = {name: Role.FREE.task(rule_of(RunSpec(name))) for name in ("standard", "margin", "passive-aggressive")}
    assert tasks == {
        "standard": "Click an example that is a mistake now.",
        "margin": "Click an example with y·a ≤ m now.",
        "passive-aggressive": "Click an example with y·a < 1 now.",
    }
    assert Role.FRIEND.task(rule_of(RunSpec("pocket"))) == "Click mistakes: as few updates as you can."


def test_only_rules_that_correct_can_be_played_and_only_over_examples() -> None:
    playable = {name for name in LEARNERS if not cannot_click(DATASET, RunSpec(name))}
    assert set(LEARNERS) - playable == {"online-svm"}
    assert "there is no mistake to click" in cannot_click(DATASET, RunSpec("online-svm"))
    assert cannot_click(Dataset.empty(), RunSpec()) == "There is no example to click."


def test_few_examples_with_whole_coordinates_have_an_exact_par_which_is_reached_by_clicking_it() -> None:
    (par,) = pars(FIRST, RunSpec())
    assert par.sentence == "Fewest of all orders: 1, most: 17."
    assert par.extremes is not None
    for role, rows in ((Role.FRIEND, par.extremes.fewest), (Role.ADVERSARY, par.extremes.most)):
        run = played(FIRST, RunSpec(), rows)
        assert run.converged
        assert run.history.index().tolist() == list(rows)
        assert par.praise(role, run.updates).startswith("Nobody can")
        assert par.praise(role, 5) == par.praise(Role.FREE, run.updates) == ""


def test_other_data_are_compared_with_a_thousand_shuffled_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    assert exercises.ORDERS_TRIED == 1000
    monkeypatch.setattr(exercises, "ORDERS_TRIED", 40)
    spec = RunSpec("margin")
    *_, par = pars(DATASET, spec)
    counts = [train(DATASET, replace(spec, order="shuffled", seed=seed)).updates for seed in range(3)]
    assert len(par.updates) == 40
    assert par.updates[:3] == tuple(counts)
    assert par.sentence == f"40 shuffled orders took {min(par.updates)} to {max(par.updates)} updates."


def test_where_nothing_separates_there_is_no_par() -> None:
    (par,) = pars(XOR, RunSpec())
    assert par.sentence == "Nothing separates these examples: a mistake is always left."


def test_the_sentence_of_a_par_tells_of_runs_that_did_not_end() -> None:
    assert Par(updates=(3,), limited=2).sentence == "1 shuffled order took 3 updates; 2 more did not end."
    assert Par(limited=1).sentence == "1 shuffled order did not end."
    assert Par().sentence == ""
    assert Par(Extremes((), ())).sentence == "Fewest of all orders: 0, most: 0."


def test_nobody_waits_for_a_par_that_is_not_wanted() -> None:
    with pytest.raises(CancelledError):
        list(pars(FIRST, RunSpec("kernel"), lambda: True))


def test_one_point_at_the_origin_is_never_put_right_without_b() -> None:
    one = Dataset(np.zeros((1, 2)), [1])
    assert grade(played(one, RunSpec(bias=0.0), (0, 0)), 2, 0).verdict.name == "tie"
    made = played(one, RunSpec(), (0,))
    assert not made.rule.adds(scores_after(made, 1), one.y).any()
