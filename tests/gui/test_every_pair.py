"""Ring, status line and step button say the same of every step of every run that the tables allow."""

from __future__ import annotations

import pytest

from core.run import Run, train
from core.spec import RunSpec
from perceptron_gui.look.text.sentences import state_words, step_words
from tests.core.tables import DATASET, every_pair, in_coordinates, named

RUNS = every_pair(predictors=False)
IN_COORDINATES = every_pair(in_coordinates, predictors=False)


def happened(run: Run, t: int) -> str:
    """The end of the status line: what the rule made of example t, and what it did."""
    return state_words(run.history.at_example(t), run).partition(" → ")[2]


@pytest.mark.parametrize("spec", RUNS, ids=named)
def test_the_words_of_a_step_agree_on_whether_the_vector_moved_and_why(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    for t in range(1, run.history.examples + 1):
        state = run.history.at_example(t)
        made, said = run.rule.verdict(state.score, state.label, state.added), happened(run, t)
        button = step_words(state, run)
        assert made.name in said
        assert said.endswith(run.rule.idle) == (not state.added)
        assert (" ← " in said) == state.added
        assert button.startswith("Update w on") == state.added
        assert button.startswith(run.rule.passing) == (not state.added)
        assert button.endswith(f"example {state.index + 1}")


@pytest.mark.parametrize("spec", IN_COORDINATES, ids=named)
def test_the_vectors_of_an_update_end_where_w_is(spec: RunSpec) -> None:
    """The step that the canvas lays on what the rule keeps of w goes from there to w: it is y·τ·x."""
    run = train(DATASET, spec)
    shrink = run.rule.shrink(DATASET.n)
    for k in range(1, run.updates + 1):
        state = run.history.seek(k)
        change = state.label * state.size * DATASET.X[state.index] if state.added else 0.0
        assert state.w - state.w_before * shrink == pytest.approx(change, abs=1e-9)
