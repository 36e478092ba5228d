"""The sentences below the picture of the theorem: their numbers are those of the rows, and true as they are written."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from core.analysis.svm import MOST_SOLVED, least_cost, svm
from core.datasets.dataset import Dataset
from core.numbers.numerals import at_least, number
from core.run import Run, train
from core.spec import RunSpec
from core.theory.corridor_words import corridor_words, no_more
from core.theory.margin.margin import in_units
from core.theory.margin.units import NORMALISED, RAW, Units
from core.theory.proof import Proof
from tests.core.tables import DATASET, TWELVE, every_pair, telling

XOR = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
_TOO = "mistakes too are at most that many"
_NUMBER = r"−?[\d,]+(?:\.\d+)?"
_PROMISE = re.compile(rf"is ({_NUMBER}), at (least|most) (?:[^,=.]*= )?({_NUMBER})(?=[.,])")


def words(run: Run, k: int, units: Units = RAW, least: Fraction | None = None) -> Proof:
    return corridor_words(run.facts(run.history.seek(k), in_units(run.margin, units), least_cost=least))


def told(run: Run, k: int, units: Units = RAW, least: Fraction | None = None) -> list[str]:
    return [line.in_words.replace("`", "") for line in words(run, k, units, least).lines]


def value(text: str) -> Fraction:
    return Fraction(text.replace(",", "").replace("−", "-"))


COUNTING = ", counting the bias input B as one more coordinate"


def test_the_sentences_of_a_run_that_can_be_checked_by_hand() -> None:
    assert told(train(TWELVE), 8) == [
        "After 8 updates w·ŵ* is 10.67, at least 8·γ = 6.742.",
        "‖w‖² is 122, at most 8·R² = 264, so ‖w‖ is 11.05, at most 16.25.",
        "Floor and ceiling meet at k = R²/γ² = 46.47: at most 46 updates.",
        f"γ = 0.8427, the margin: the distance from the best line to its nearest example{COUNTING}.",
        "R = 5.745: the distance from the origin to the farthest example, counting B in the same way.",
    ]


def test_before_the_first_update_they_say_what_each_will_do() -> None:
    start, floor, ceiling, *_ = told(train(TWELVE), 0)
    assert start == "The run begins with w = 0."
    assert floor == "Each update raises w·ŵ* by at least γ = 0.8427, the step of the floor."
    assert ceiling == "Each update adds at most R² = 33 to ‖w‖²: the ceiling of ‖w‖ is the root."


@pytest.mark.parametrize("units", [RAW, NORMALISED], ids=lambda units: units.gamma)
def test_whatever_the_run_every_promise_is_kept_as_it_is_written_with_the_numbers_of_the_rows(units: Units) -> None:
    kept = 0
    for spec in every_pair(predictors=False):
        with telling(spec):
            run = train(DATASET, spec)
            for k in {0, min(1, run.updates), run.updates}:
                text = " ".join(told(run, k, units))
                assert "{" not in text
                assert "nan" not in text
                for left, way, right in _PROMISE.findall(text):
                    kept += 1
                    assert value(left) >= value(right) if way == "least" else value(left) <= value(right)
                margin = in_units(run.margin, units)
                for row in run.inequalities(run.history.seek(k), None, margin):
                    if k and row.key in ("progress", "length", "bound", "losses"):
                        assert row.written[1] in text
                        assert row.key == "bound" or row.written[0] in text
    assert kept > 50


def test_where_nothing_separates_the_certificate_is_named_and_no_floor_told() -> None:
    text = " ".join(told(train(XOR, RunSpec(max_updates=40)), 9))
    assert "The segment between examples" in text
    assert "there is no floor" in text
    assert "at most 9·R² = 27" in text
    assert "meet at k" not in text


def test_passive_aggressive_is_told_of_its_losses() -> None:
    run = train(TWELVE, RunSpec("passive-aggressive", max_updates=30))
    losses = run.losses(run.history.seek(30))
    assert losses is not None
    lost, missed, silence, *_ = told(run, 30)
    assert lost == f"After 30 updates Σ loss² is {number(losses.squared)}, at most R²/γ² = 46.47."
    assert missed == f"{losses.mistakes} examples met were mistakes: each loses at least 1, so {_TOO}."
    assert silence == run.rule.silence
    unbounded = train(XOR, RunSpec("passive-aggressive", max_updates=30))
    assert "nothing is promised" in " ".join(told(unbounded, 30))


def test_one_mistake_is_told_of_as_one() -> None:
    run = train(TWELVE, RunSpec("passive-aggressive", max_updates=3))
    counts = {losses.mistakes: k for k in (1, 2, 3) if (losses := run.losses(run.history.seek(k)))}
    assert told(run, counts[1])[1] == f"1 example met was a mistake: it loses at least 1, so {_TOO}."
    assert told(run, counts[2])[1] == f"2 examples met were mistakes: each loses at least 1, so {_TOO}."


def test_the_online_svm_is_told_of_its_cost_beside_the_least_there_is() -> None:
    run = train(TWELVE, RunSpec("online-svm", max_epochs=20))
    least = least_cost(run)
    assert least is not None
    assert float(least) == pytest.approx(svm(TWELVE, run.spec.penalty).objective)
    for k in range(run.updates + 1):
        cost = run.objective(k)
        assert cost is not None
        assert cost >= least * (1 - 1e-9)
    text = told(run, 7, RAW, least)
    assert text[0].endswith(f"is {number(run.objective(7) or 0)}.")
    assert f"cost less than {at_least(least)}" in text[1]
    assert not any(line.startswith(("γ", "R =")) for line in text)


def test_the_least_cost_is_known_for_rules_that_have_one_and_for_few_examples() -> None:
    assert least_cost(train(TWELVE)) is None
    assert least_cost(train(Dataset.empty(), RunSpec("online-svm"))) is None
    many = Dataset(
        [[float(i), 1.0] for i in range(MOST_SOLVED + 1)],
        [1 if i % 2 else -1 for i in range(MOST_SOLVED + 1)],
    )
    assert least_cost(train(many, RunSpec("online-svm", max_epochs=1))) is None


def test_without_examples_there_is_one_sentence() -> None:
    assert told(train(Dataset.empty()), 0) == ["No examples yet: place some ○ (+1) and × (−1)."]


@pytest.mark.parametrize(
    ("bound", "said"),
    [(46.47, "46 updates"), (1.0, "1 update"), (120.5, "120 updates"), (2e20, "2·10²⁰ updates")],
)
def test_a_bound_leaves_no_room_for_the_next_whole_number(bound: float, said: str) -> None:
    assert no_more(replace(train(TWELVE).margin, bound=bound, radius_squared=0.0)) == f"at most {said}"


def test_a_separator_in_many_features_is_no_line() -> None:
    wide = Dataset([[1.0, 0.5, 2.0], [-1.0, 0.5, 1.0], [0.5, -2.0, 0.0]], [1, -1, -1])
    assert "the best separator ŵ*" in " ".join(told(train(wide), 1))
