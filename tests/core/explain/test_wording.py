"""A step and an end in words: the sentences are true of every run, and their arithmetic can be checked by hand."""

from __future__ import annotations

import re

import pytest

from core.built_in import BUILT_IN
from core.datasets.dataset import Dataset
from core.explain.wording import (
    NEW,
    WRONG,
    beside_example,
    change,
    end_of,
    ending,
    in_numbers,
    in_plain_words,
    limit_of,
    next_step,
    of_visit,
    place_in_run,
    since_test,
    text_of,
)
from core.run import Run, prepare, train
from core.spec import RunSpec
from tests.core.tables import DATASET, TWELVE, every_pair, in_coordinates, named

SEPARABLE = Dataset([[1.0, 1.0], [3.0, 1.0], [0.0, 2.0], [-1.0, 0.5], [2.0, -1.0]], [-1, 1, -1, -1, 1])
XOR = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
PAIR = Dataset([[2.0, 0.0], [3.0, 0.0]], [1, 1])
TEN = BUILT_IN[0]


def plain(run: Run, t: int) -> str:
    return text_of(in_plain_words(run, run.history.at_example(t), at_end=t == run.history.examples))


def told(run: Run, k: int, *, apart: bool = False) -> str:
    return text_of(in_numbers(run, run.history.seek(k), apart=apart))


@pytest.mark.parametrize("spec", every_pair(predictors=False), ids=named)
def test_the_words_of_a_step_agree_on_whether_the_vector_moved_and_why(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    for t in range(1, run.history.examples + 1):
        state = run.history.at_example(t)
        made, said = run.rule.verdict(state.score, state.label, state.added), text_of(in_numbers(run, state))
        button, words = next_step(run, state), text_of(in_plain_words(run, state))
        assert f" {made.relation}, {made.said}" in said
        assert said.endswith(run.rule.idle) == (not state.added)
        assert any(phrase.role == NEW for phrase in in_numbers(run, state)) == state.added
        assert button.startswith("Update w on") == state.added
        assert button.startswith(run.rule.passing) == (not state.added)
        assert button.endswith(f"example {state.index + 1}")
        assert words.startswith(f"Point {state.index + 1} ")
        assert (" w." in words) == state.added
        assert "wrong side" not in words or state.score < 0
        assert (f"epoch {state.epoch}" in place_in_run(state, None)) == run.order.has_epochs


def test_a_newcomer_reads_every_moment_without_symbols() -> None:
    run = train(TEN.dataset(), TEN.spec)
    assert plain(run, 0) == "The learner has not looked at any point yet."
    assert plain(run, 1) == "Point 1 (○) was on neither side, so it is added to w."
    assert plain(run, 2) == "Point 2 (×) was on the wrong side, so it is taken away from w."
    assert plain(run, 3) == "Point 3 (○) is on its right side, so the line stays."
    assert plain(run, run.history.examples) == "All 10 points were right, one after another."
    assert [phrase.role for phrase in in_plain_words(run, run.history.at_example(2))] == ["", WRONG, ""]
    limited = train(XOR, RunSpec(max_epochs=3))
    wrong = len(limited.tie.mistaken(XOR, limited.history.seek(limited.updates).weights_per_rate))
    assert plain(limited, limited.history.examples) == (
        f"The learner stopped at its limit: {wrong} points are still on the wrong side."
    )
    empty = train(Dataset.empty())
    assert plain(empty, 0) == "There are no points yet."
    assert told(empty, 0) == "No examples yet"


def test_the_sentence_of_a_step_has_its_arithmetic_and_says_where_it_is_rounded() -> None:
    run = train(Dataset([[2.0, 5.0], [1.0, 0.123456]], [1, -1]), RunSpec(bias=0.0))
    assert (
        told(run, 1)
        == "Example 1 (○, y = +1): y·a = 0 ≤ 0, a tie, which counts as a mistake: w ← (0, 0) + (2, 5) = (2, 5)"
    )
    assert told(run, 2).endswith("a mistake: w ← (2, 5) − (1, 0.1235) ≈ (1, 4.877)")
    thirds = train(Dataset([[1 / 3, 0.0], [1.0, 0.5]], [1, -1]), RunSpec(bias="radius", max_updates=9))
    assert "b ← 0 + 1.25 = 1.25" in told(thirds, 1)
    uneven = train(Dataset([[1 / 3, 0.0]], [1]), RunSpec(bias=1 / 3))
    assert told(uneven, 1).endswith("w ← (0, 0) + (0.3333, 0) = (0.3333, 0), b ← 0 + 0.1111 = 0.1111")
    ten = train(TEN.dataset(), TEN.spec)
    assert text_of([*change(ten, ten.history.seek(3))]) == "w ← (2, −2) + (2, 5) = (4, 3)"
    assert [phrase.text for phrase in in_numbers(ten, ten.history.seek(3)) if phrase.role] == ["−6", "(4, 3)"]


def test_starts_kernels_and_long_vectors_have_their_words() -> None:
    assert told(train(SEPARABLE, RunSpec(start=(-6.0, 3.0, 2.0))), 0) == "Start: w = (−6, 3), b = 2"
    assert told(train(SEPARABLE), 0) == "Start: w = 0, b = 0"
    kernel = train(XOR, RunSpec("kernel", max_updates=3))
    assert told(kernel, 2).endswith("α₃ is 1 now, b ← 1 − 1 = 0")
    wide = train(Dataset([[1.0, 2.0, 3.0, 4.0]], [-1]), RunSpec(bias=0.0))
    assert told(wide, 1).endswith("a tie, which counts as a mistake: w ← w − x")


def test_a_rule_that_shrinks_w_at_every_example_says_so() -> None:
    run = train(PAIR, RunSpec("online-svm", "cyclic", bias=0.0, max_epochs=3))
    first, second = run.history.at_example(1), run.history.at_example(2)
    assert text_of(in_numbers(run, first)).endswith(
        "= 0 < 1, a tie, which counts as a mistake: w ← (0, 0) + (2, 0) = (2, 0)"
    )
    assert text_of(in_numbers(run, second)).endswith("= 6 ≥ 1, outside the margin, so w only shrinks")
    assert text_of(in_plain_words(run, second)) == "Point 2 (○) is on its right side, so w only shrinks."
    assert (next_step(run, first), next_step(run, second)) == ("Update w on example 1", "Shrink w on example 2")
    dearer = train(TWELVE, RunSpec("online-svm", "cyclic", penalty=2.0, max_epochs=1))
    assert re.search(r"w shrinks to (\(.+\)), then w ← \1 . \S+·\(.+\) [=≈] \(", told(dearer, 2))


@pytest.mark.parametrize("spec", every_pair(in_coordinates, predictors=False), ids=named)
def test_whoever_computes_w_x_and_b_of_a_sentence_finds_the_activation_that_it_shows(spec: RunSpec) -> None:
    run = train(TWELVE, spec)
    for k in range(1, run.updates + 1):
        state = run.history.seek(k)
        if not state.added:
            continue
        line = told(run, k, apart=True)
        found = re.search(r"\(([+−])1\)·\(w·x \+ b\) = \([+−]1\)·\((\S+) ([+−]) (\S+)\) [=≈] (\S+) ", line)
        assert found is not None, line
        w_part, b = number_in(found[2]), number_in(f"{found[3]}{found[4]}")
        assert w_part == pytest.approx(float(state.w_before @ run.dataset.X[state.index]), abs=1e-8)
        assert b == pytest.approx(state.b_before, abs=1e-8)
        assert number_in(found[5]) == pytest.approx(number_in(f"{found[1]}1") * (w_part + b), abs=1e-7)
        assert ", b ← " in line


def test_without_a_bias_the_sentence_speaks_of_no_b() -> None:
    run = train(TWELVE, RunSpec(bias=0.0))
    lines = [told(run, k, apart=True) for k in range(1, run.updates + 1)]
    assert not any("+ b" in line or "b ←" in line for line in lines)
    assert told(train(TWELVE), 4, apart=True) == (
        "Example 6 (○, y = +1): y·a = (+1)·(w·x + b) = (+1)·(−5 − 1) = −6 ≤ 0, a mistake: "
        "w ← (−7, 3) + (2, 3) = (−5, 6), b ← −1 + 1 = 0"
    )


def test_a_visit_and_the_example_of_a_step_are_told_in_a_few_words() -> None:
    run = train(SEPARABLE)
    first, later = run.history.at_example(1), run.history.at_example(run.history.examples)
    assert of_visit(run, run.history.at_example(0)) == "start"
    assert of_visit(run, first) == "visit 1: example 1, y·a = 0, a tie, which counts as a mistake, update 1 · epoch 1"
    assert of_visit(run, later).startswith(f"visit {later.example}: example 5, y·a = ")
    assert ", right · epoch" in of_visit(run, later)
    assert of_visit(run, first, plain=True) == "visit 1: point 1, mistake"
    ten = train(TEN.dataset(), TEN.spec)
    mistake, right = ten.history.at_example(4), ten.history.at_example(3)
    assert beside_example(ten, mistake, plain=False, turned=False) == "y·a = −6 ≤ 0, a mistake"
    assert beside_example(ten, mistake, plain=False, turned=True) == "y·a was −6, a mistake"
    assert (since_test(ten, mistake), since_test(ten, right)) == ("y·a was −6, now 23", "")
    assert beside_example(ten, right, plain=False, turned=True).endswith(" > 0, right")
    assert beside_example(ten, mistake, plain=True, turned=True) == "was on the wrong side"
    assert beside_example(ten, right, plain=True, turned=True) == "is on its right side"


@pytest.mark.parametrize(
    ("dataset", "spec", "words", "few"),
    [
        (SEPARABLE, RunSpec("margin", margin=0.5), "had no example within the margin", "no example within the margin"),
        (SEPARABLE, RunSpec(order="random"), "converged: ", "no mistake"),
        (XOR, RunSpec(max_epochs=3), "stopped at the limit of 3 epochs: 11 updates", "limit of epochs"),
        (XOR, RunSpec(max_updates=2), "stopped at the limit of 2 updates", "limit of updates"),
        (XOR, RunSpec(order="listed", sequence=(0, 2), max_updates=2), "end of the list: 2 updates", "end of the list"),
    ],
)
def test_an_ending_says_what_ended_the_run(dataset: Dataset, spec: RunSpec, words: str, few: str) -> None:
    run = train(dataset, spec)
    assert words in ending(run)
    assert end_of(run) == few
    assert bool(limit_of(run)) == (not run.converged)
    assert next_step(run, None) in ("At the end: converged", f"At the end: {few}", "At the end of the list")


def test_nothing_is_said_of_the_end_of_a_run_that_goes_on_or_has_nothing_to_learn() -> None:
    going_on, _ = prepare(SEPARABLE, RunSpec())
    assert [end_of(going_on), ending(going_on), next_step(going_on, None)] == ["", "", "Computed up to here"]
    no_click = train(XOR, RunSpec(order="listed", sequence=(), max_updates=0))
    assert ending(no_click) == next_step(no_click, None).lower() == "no example is chosen yet"
    empty = train(Dataset.empty())
    assert [end_of(empty), ending(empty), next_step(empty, None)] == ["", "", "Nothing to step through"]
    run = train(SEPARABLE)
    rest = run.history.at_example(run.history.examples)
    assert next_step(run, rest, by_update=True) == "Test the rest: no mistake"
    assert place_in_run(run.history.at_example(1), run) == f"update 1 of {run.updates}, epoch 1, example 1"


def number_in(text: str) -> float:
    """Return the number that a sentence writes as `text`."""
    mantissa, _, power = text.replace("−", "-").partition("·10")
    return float(mantissa) * 10.0 ** int(power.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")) or 0)
