"""The playhead: what a person who plays, steps and scrubs sees of a recorded run."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.engine.engine import Stop
from core.pace import FASTEST, SLOWEST
from core.record.history import State
from core.run import Run, prepare, train
from core.spec import RunSpec
from perceptron_gui.model.player import Granularity, Player

SMALL = Dataset([[2.0, 1.0], [-1.0, 2.0], [1.0, -3.0], [-2.0, -1.0]], [1, -1, 1, -1])
OTHER = Dataset([[1.0, 1.0], [3.0, 1.0], [0.0, 2.0], [-1.0, 0.5], [2.0, -1.0]], [-1, 1, -1, -1, 1])
XOR = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])


class Watcher:
    """Keeps every state a player shows."""

    def __init__(self, player: Player) -> None:
        self.states: list[State] = []
        player.shown.connect(self.states.append)

    @property
    def examples(self) -> list[int]:
        return [state.example for state in self.states]


@pytest.fixture
def player(qtbot: QtBot) -> Iterator[Player]:
    made = Player()
    yield made
    made.pause()


def ready(player: Player, dataset: Dataset = OTHER, spec: RunSpec | None = None) -> Run:
    run = train(dataset, spec)
    player.set_run(run)
    return run


def test_a_new_player_shows_nothing_and_stays_calm(player: Player) -> None:
    for act in (
        player.play,
        player.step_forward,
        player.step_back,
        partial(player.jump_epochs, 1),
        player.home,
        player.end,
    ):
        act()
    assert player.state is None
    assert not player.playing
    assert (player.position, player.extent, player.upcoming()) == (0, 0, None)


def test_at_a_new_speed_the_first_step_takes_all_of_its_time(player: Player) -> None:
    ready(player)
    player.set_speed(1)
    player.advance(0.9)
    player.set_speed(2)
    player.advance(0.25)
    assert player.position == 0, "nine tenths of the old step count for nothing now"
    player.advance(0.25)
    assert player.position == 1


def test_run_changed_comes_before_its_first_state(player: Player) -> None:
    order: list[str] = []
    player.run_changed.connect(lambda _: order.append("run"))
    player.shown.connect(lambda _: order.append("state"))
    ready(player)
    assert order == ["run", "state"]


def test_a_new_run_starts_before_any_example(player: Player) -> None:
    ready(player)
    assert player.state is not None
    assert player.state.example == 0


def test_stepping_by_update_shows_every_update_once_then_the_end(player: Player) -> None:
    run = ready(player)
    watcher = Watcher(player)
    while player.upcoming() is not None:
        player.step_forward()
    assert [state.update for state in watcher.states] == [*range(1, run.updates + 1), run.updates]
    assert watcher.examples == [*run.history.example().tolist(), run.history.examples]


def test_stepping_back_retraces_the_way(player: Player) -> None:
    run = ready(player)
    player.end()
    watcher = Watcher(player)
    while player.position:
        player.step_back()
    assert watcher.examples == [*run.history.example().tolist()[::-1], 0]


def test_stepping_by_example_shows_the_correct_ones_too(player: Player) -> None:
    run = ready(player)
    player.set_granularity(Granularity.EXAMPLE)
    watcher = Watcher(player)
    while player.upcoming() is not None:
        player.step_forward()
    assert watcher.examples == list(range(1, run.history.examples + 1))
    assert {state.moved for state in watcher.states} == {True, False}
    player.step_back()
    assert player.position == run.history.examples - 1


def test_step_back_from_between_updates_goes_to_the_update_that_made_w(player: Player) -> None:
    run = ready(player)
    player.set_granularity(Granularity.EXAMPLE)
    player.end()
    player.set_granularity(Granularity.UPDATE)
    player.step_back()
    assert player.state is not None
    assert player.state.moved
    assert player.state.update == run.updates


def test_upcoming_is_what_the_next_step_shows(player: Player) -> None:
    ready(player)
    for granularity in Granularity:
        player.home()
        player.set_granularity(granularity)
        while (upcoming := player.upcoming()) is not None:
            player.step_forward()
            assert player.state is not None
            assert (player.state.example, player.state.index) == (upcoming.example, upcoming.index)


def test_a_step_that_leads_nowhere_shows_nothing_again(player: Player) -> None:
    ready(player)
    watcher = Watcher(player)
    player.step_back()
    player.home()
    player.end()
    player.step_forward()
    player.end()
    assert len(watcher.states) == 1


def test_epoch_jumps_stop_at_the_ends_of_epochs(player: Player) -> None:
    run = ready(player)
    n = run.dataset.n
    watcher = Watcher(player)
    for _ in range(run.history.epochs + 2):
        player.jump_epochs(1)
    assert watcher.examples == [n * e for e in range(1, run.history.epochs + 1)]


def test_an_epoch_jump_from_within_an_epoch_leaves_it_at_its_ends(player: Player) -> None:
    n = ready(player, XOR, RunSpec(max_epochs=9)).dataset.n
    player.set_granularity(Granularity.EXAMPLE)
    player.go_to(2 * n + 1)
    player.jump_epochs(1)
    assert player.position == 3 * n
    player.go_to(2 * n + 1)
    player.jump_epochs(-1)
    assert player.position == 2 * n


def test_home_and_end_reach_the_ends(player: Player) -> None:
    run = ready(player)
    player.end()
    assert player.state is not None
    assert player.state.example == run.history.examples
    player.home()
    assert player.position == 0


def test_going_past_the_end_is_going_to_the_end(player: Player) -> None:
    run = ready(player)
    for granularity in Granularity:
        player.home()
        player.set_granularity(granularity)
        player.go_to(10**9)
        assert player.state is not None
        assert player.state.example == run.history.examples
        player.go_to(-5)
        assert player.position == 0


def test_playing_at_reading_speed_shows_every_update_and_stops_at_the_end(player: Player) -> None:
    run = ready(player)
    watcher = Watcher(player)
    player.play()
    while player.playing:
        player.advance(1 / player.speed)
    assert [state.update for state in watcher.states] == [*range(1, run.updates + 1), run.updates]
    assert player.upcoming() is None


def test_playing_skips_states_at_high_speed_but_shows_true_ones(player: Player) -> None:
    run = ready(player, XOR, RunSpec(max_updates=1_000))
    player.set_speed(6_000)
    watcher = Watcher(player)
    player.play()
    while player.playing:
        player.advance(0.016)
    assert len(watcher.states) < 15
    for state in watcher.states:
        assert state.w.tolist() == run.history.seek(state.update).w.tolist()
    assert watcher.states[-1].update == 1_000


@pytest.mark.parametrize("speed", [7, 50, 100, 144, 1_000])
def test_what_is_left_of_a_step_after_a_frame_counts_in_the_next(player: Player, speed: float) -> None:
    ready(player, XOR, RunSpec(max_updates=2_000))
    player.set_speed(speed)
    player.play()
    for frame in range(1, 101):
        player.advance(0.016)
        assert abs(player.position - frame * 0.016 * speed) <= 1 + 1e-6, f"frame {frame}"


def test_the_timer_plays_by_itself_to_the_end(player: Player, qtbot: QtBot) -> None:
    ready(player)
    player.set_speed(1_000)
    with qtbot.waitSignal(player.playing_changed):
        player.play()
    qtbot.waitUntil(lambda: not player.playing)
    assert player.upcoming() is None


def test_play_at_the_end_begins_again(player: Player) -> None:
    ready(player)
    player.end()
    player.play()
    assert player.playing
    assert player.position == 0


def test_half_a_step_of_time_moves_nothing(player: Player) -> None:
    ready(player)
    player.play()
    player.advance(0.5 / player.speed)
    assert player.position == 0
    player.advance(0.5 / player.speed)
    assert player.position == 1


def test_stepping_pauses(player: Player) -> None:
    ready(player)
    player.play()
    player.step_forward()
    assert not player.playing


def test_speed_stays_within_its_range(player: Player, qtbot: QtBot) -> None:
    player.set_speed(1e9)
    assert player.speed == FASTEST
    player.set_speed(0)
    assert player.speed == SLOWEST
    with qtbot.assertNotEmitted(player.speed_changed):
        player.set_speed(0.1)


def test_place_is_kept_over_a_new_run(player: Player) -> None:
    ready(player, XOR, RunSpec(max_updates=50))
    player.go_to(17)
    ready(player, XOR, RunSpec(max_updates=60))
    assert player.position == 17


def test_place_survives_a_shorter_run_on_the_way(player: Player) -> None:
    for granularity in Granularity:
        player.set_granularity(granularity)
        ready(player, XOR, RunSpec(max_updates=50))
        player.go_to(17)
        short = ready(player, XOR, RunSpec(max_updates=5))
        assert player.state is not None
        assert player.state.update == short.updates
        ready(player, XOR, RunSpec(max_updates=50))
        assert player.position == 17


def test_a_playhead_at_the_end_stays_at_the_end(player: Player) -> None:
    ready(player, XOR, RunSpec(max_updates=50))
    player.end()
    for length in (20, 80, 30):
        ready(player, XOR, RunSpec(max_updates=length))
        assert player.position == length
    player.step_back()
    ready(player, XOR, RunSpec(max_updates=80))
    assert player.position == 29


def growing(dataset: Dataset, spec: RunSpec) -> Iterator[Run]:
    """The same run again and again, two updates longer each time."""
    run, engine = prepare(dataset, spec)
    while run.stopped is None:
        run.history.append(engine.advance(2, 10.0))
        yield run


def test_a_place_beyond_the_record_is_reached_when_it_has_grown(player: Player) -> None:
    ready(player, XOR, RunSpec(max_updates=50))
    player.go_to(17)
    stages = growing(XOR, RunSpec(max_updates=30))
    player.set_run(next(stages))
    assert player.position == 2
    for _ in stages:
        player.grow()
    assert player.position == 17


def test_end_follows_a_record_that_grows(player: Player) -> None:
    stages = growing(XOR, RunSpec(max_updates=10))
    player.set_run(next(stages))
    player.end()
    for run in stages:
        player.grow()
        assert player.state is not None
        assert player.state.example == run.history.examples


def test_playing_waits_for_a_record_that_grows(player: Player) -> None:
    stages = growing(XOR, RunSpec(max_updates=6))
    player.set_run(next(stages))
    watcher = Watcher(player)
    player.play()
    for _ in range(4):
        player.advance(1 / player.speed)
    assert player.playing
    for _ in stages:
        player.grow()
    while player.playing:
        player.advance(1 / player.speed)
    assert [state.update for state in watcher.states] == [1, 2, 3, 4, 5, 6]


def test_growing_moves_no_playhead_that_rests(player: Player) -> None:
    stages = growing(XOR, RunSpec(max_updates=10))
    player.set_run(next(stages))
    player.go_to(1)
    watcher = Watcher(player)
    for _ in stages:
        player.grow()
    assert not watcher.states


def test_an_empty_dataset_has_only_a_start(player: Player) -> None:
    run = ready(player, Dataset.empty())
    assert run.stopped is Stop.CONVERGED
    for act in (
        player.play,
        player.step_forward,
        partial(player.jump_epochs, 1),
        partial(player.jump_epochs, -1),
        player.end,
        player.step_back,
    ):
        act()
    assert not player.playing
    assert player.state is not None
    assert player.state.example == 0


@given(
    st.lists(st.sampled_from(["step_forward", "step_back", "next_epoch", "previous_epoch", "home", "end"]), max_size=12)
)
def test_each_state_shown_is_the_present_one_and_never_shown_twice_running(qapp: object, names: list[str]) -> None:
    player = Player()
    watcher = Watcher(player)
    ready(player, SMALL)
    steps = {"next_epoch": partial(player.jump_epochs, 1), "previous_epoch": partial(player.jump_epochs, -1)}
    for name in names:
        (steps[name] if name in steps else getattr(player, name))()
        assert player.state is watcher.states[-1]
    assert all(a != b for a, b in zip(watcher.examples, watcher.examples[1:], strict=False))


def test_it_races_where_each_picture_of_the_screen_shows_another_state(player: Player) -> None:
    player.set_run(train(XOR, RunSpec(max_epochs=50)))
    player.home()
    player.set_speed(FASTEST)
    assert not player.racing
    player.play()
    assert player.racing
    player.set_speed(20)
    assert not player.racing
    player.set_speed(FASTEST)
    player.pause()
    assert not player.racing


def test_the_first_examples_of_an_empty_document_are_played_from_the_start(player: Player) -> None:
    player.set_run(train(Dataset.empty()))
    player.end()
    player.home()
    player.set_run(train(SMALL))
    assert player.position == 0
    player.play()
    assert (player.playing, player.position) == (True, 0)
