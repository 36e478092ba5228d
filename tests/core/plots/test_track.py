"""The track without a window: bands, room, names, the words of a visit, and shares of mistakes."""

from __future__ import annotations

import numpy as np
import pytest

from core.datasets.dataset import Dataset
from core.learners import LEARNERS
from core.plots.track import Track, bin_size, update_shares, visited
from core.run import Run, prepare, train
from core.spec import RunSpec

SEPARABLE = Dataset([[1.0, 1.0], [3.0, 1.0], [0.0, 2.0], [-1.0, 0.5], [2.0, -1.0]], [-1, 1, -1, -1, 1])
XOR = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
CLOUDS = Dataset(np.random.default_rng(5).normal(size=(30, 2)), np.where(np.arange(30) % 3, 1, -1))


def whole(run: Run) -> Track:
    return Track(run, run.history.examples, run.history.examples, whole=True)


def hidden(run: Run, example: int) -> Track:
    """What a track may show with the playhead just after an example."""
    told = run.until(example, run.margin)
    return Track(told, example, example, whole=False)


def test_a_band_is_an_epoch_and_the_last_one_says_why_the_run_ended() -> None:
    run = train(SEPARABLE)
    track = whole(run)
    assert (track.band, track.end, track.span) == (5, run.history.examples, run.history.examples)
    assert track.name(1) == "epoch 1"
    assert track.name(run.history.epochs) == f"epoch {run.history.epochs} · no mistake"


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (RunSpec(max_epochs=3), "epoch 3 · limit of epochs"),
        (RunSpec(max_updates=7), "epoch 2 · limit of updates"),
        (RunSpec(order="listed", sequence=(0, 2), max_updates=2), "updates · end of the list"),
    ],
)
def test_a_limit_is_named(spec: RunSpec, words: str) -> None:
    track = whole(train(XOR, spec))
    assert track.name(track.end // track.band) == words


def test_a_list_without_a_choice_has_not_ended() -> None:
    track = whole(train(XOR, RunSpec(order="listed", sequence=(), max_updates=0)))
    assert track.name(1) == "updates"


def test_a_hidden_future_shows_the_epoch_that_has_begun_and_room_for_twice_as_many_when_full() -> None:
    run = train(XOR, RunSpec(max_epochs=20))
    assert [hidden(run, t).waiting for t in (0, 1, 4, 5)] == [4, 3, 0, 3]
    assert [hidden(run, t).span for t in (0, 12, 13, 24, 25)] == [12, 12, 24, 24, 48]
    assert hidden(run, 79).name(20) == "epoch 20"
    assert hidden(run, 80).name(20) == "epoch 20 · limit of epochs"
    assert hidden(run, 80).span == 80


def test_a_run_that_stops_within_an_epoch_awaits_no_more_of_it() -> None:
    run = train(XOR, RunSpec(max_updates=7))
    assert whole(run).waiting == 0
    going_on, engine = prepare(XOR, RunSpec())
    going_on.history.append(engine.advance(5, 9))
    track = whole(going_on)
    assert track.known + track.waiting == track.end


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("order", ["cyclic", "shuffled", "random"])
def test_the_mistakes_are_those_of_the_states_in_every_order(learner: str, order: str) -> None:
    try:
        run = train(CLOUDS, RunSpec(learner, order=order, max_epochs=3, max_updates=50))
    except ValueError:
        pytest.skip("this learner has no such order")
    rows, mistakes = visited(whole(run))
    states = [run.history.at_example(t) for t in range(1, run.history.examples + 1)]
    assert rows.tolist() == [state.index for state in states]
    assert mistakes == [state.example for state in states if state.added]


def test_the_bins_of_a_growing_record_hold_all_its_updates() -> None:
    run, engine = prepare(CLOUDS, RunSpec(max_epochs=400))
    while run.history.stopped is None:
        run.history.append(engine.advance(700, 9))
        seen = run.history.examples
        every = bin_size(seen, 90)
        shares = update_shares(run.history, seen, every)
        assert len(shares) <= 90 < 2 * len(shares) + 1
        sizes = np.minimum(np.arange(1, len(shares) + 1) * every, seen) - np.arange(len(shares)) * every
        assert shares @ sizes == pytest.approx(run.updates)
