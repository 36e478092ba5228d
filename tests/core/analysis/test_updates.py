"""What lies ahead in a run, and its updates ranked: the same as by looking at every step."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.analysis.updates import FINDS, RANKINGS, Asked, ranked
from core.run import Run, prepare, train
from core.spec import RunSpec
from tests.core.tables import DATASET, every_pair, named

RUNS = every_pair(predictors=False)


def never() -> bool:
    return False


def look(run: Run, name: str, t: int, row: int | None = None, *, by_example: bool = False) -> int | None:
    found = FINDS[name].look(Asked(run, run.history.at_example(t), row, by_example))
    assert found.sentence.endswith(".")
    return found.example


@pytest.mark.parametrize("spec", RUNS, ids=named)
def test_finds_are_those_of_a_search_through_every_step(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    history = run.history
    states = [history.at_example(t) for t in range(history.examples + 1)]
    lives = history.survival().tolist()
    for t, state in enumerate(states):
        later = [s for s in states[t + 1 :] if s.moved]
        for row in range(DATASET.n):
            expected = next((s.example for s in later if s.index == row), None)
            assert look(run, "example", t, row) == expected
        longest = max(later, key=lambda s: lives[s.update - 1], default=None)
        assert look(run, "survivor", t) == (longest and longest.example)
        begins = [s.example for s in states[t + 1 :] if s.epoch > state.epoch]
        assert look(run, "epoch", t, by_example=True) == next(iter(begins), None)
        first = next((s.example for s in later if s.epoch > state.epoch), None)
        assert look(run, "epoch", t) == first


def test_what_is_not_there_is_said_in_a_sentence() -> None:
    run = train(DATASET, RunSpec(max_updates=12))
    end = run.history.at_example(run.history.examples)
    asked = Asked(run, end, 2, by_example=False)
    assert FINDS["example"].look(asked).sentence == "After update 12 there is no update on example 3."
    assert FINDS["survivor"].look(asked).sentence == "No update follows, so no vector is still to come."
    assert FINDS["epoch"].look(replace(asked, by_example=True)).sentence == f"Epoch {end.epoch} is the last."
    nothing = FINDS["example"].look(replace(asked, row=None))
    assert nothing.example is None
    assert nothing.sentence.startswith("Select one example")
    picked = train(DATASET, RunSpec(order="random", max_updates=12))
    assert FINDS["epoch"].look(Asked(picked, picked.history.seek(1), None, False)).sentence == (
        "This order has no epochs."
    )


def test_a_record_that_grows_is_spoken_of_as_far_as_it_has_come() -> None:
    run, engine = prepare(DATASET, RunSpec(max_updates=12))
    run.append(engine.advance(3, 10.0))
    assert run.stopped is None
    asked = Asked(run, run.history.seek(3), 0, by_example=False)
    for find in FINDS.values():
        assert find.look(asked).sentence.count("so far") == 1


@pytest.mark.parametrize("spec", RUNS, ids=named)
def test_rankings_are_those_of_sorting_the_steps_themselves(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    states = [run.history.seek(k) for k in range(1, run.updates + 1)]
    lives = run.history.survival().tolist()
    keys = {
        "update": lambda s: s.update,
        "depth": lambda s: s.score,
        "survival": lambda s: -lives[s.update - 1],
    }
    assert set(keys) == set(RANKINGS)
    for name, key in keys.items():
        expected = [s.update for s in sorted(states, key=key)]
        for descending in (False, True):
            order = ranked(DATASET, run.history, RANKINGS[name], descending=descending, cancelled=never)
            assert order is not None
            assert order.tolist() == (expected[::-1] if descending else expected)


def test_ranking_can_be_called_off() -> None:
    run = train(DATASET, RunSpec(max_updates=12))
    assert ranked(DATASET, run.history, RANKINGS["depth"], descending=False, cancelled=lambda: True) is None


def test_ranking_sees_a_record_of_several_blocks_whole() -> None:
    rng = np.random.default_rng(1)
    dataset = DATASET.with_rows(rng.normal(size=(60, 2)), rng.choice(np.array([-1, 1], np.int8), 60))
    run = train(dataset, RunSpec(max_updates=70_000, max_epochs=70_000))
    order = ranked(dataset, run.history, RANKINGS["depth"], descending=False, cancelled=never)
    scores = dataset.y[run.history.index()] * run.history.activation()
    assert order is not None
    assert len(order) == 70_000
    assert (np.diff(scores[order - 1]) >= 0).all()
