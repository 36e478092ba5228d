"""The track: what it shows of a run, and what clicks, drags, keys and a screen reader do with it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.run import prepare
from core.spec import RunSpec
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.by_hand import PredictionQuiz
from perceptron_gui.model.player import Granularity, Player
from perceptron_gui.panels.bottom.track import TrackSlider
from tests.gui.workspaces import XOR, load

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def quiz(player: Player) -> PredictionQuiz:
    return PredictionQuiz(player)


@pytest.fixture
def line(qtbot: QtBot, player: Player, quiz: PredictionQuiz) -> TrackSlider:
    made = TrackSlider(player, ThemeModel(Appearance.LIGHT), quiz)
    qtbot.addWidget(made)
    made.resize(900, 72)
    made.show()
    return made


def at(line: TrackSlider, visit: int) -> QPoint:
    """The middle of a visit in the picture."""
    return QPoint(round(line.x_of(visit)), 30)


def color_at(line: TrackSlider, visit: int) -> str:
    return line.grab().toImage().pixelColor(at(line, visit) + QPoint(5, 0)).name()


def test_click_and_drag_scrub(line: TrackSlider, player: Player) -> None:
    history = load(player, XOR, RunSpec(max_updates=60)).history
    there = QPoint(round(line.x_of(history.example_of(42))), 30)
    QTest.mousePress(line, LEFT, pos=there)
    assert player.position == 42
    QTest.mouseMove(line, QPoint(round(line.x_of(history.example_of(13))), 3))
    assert player.position == 13
    QTest.mouseRelease(line, LEFT)
    QTest.mouseMove(line, there)
    assert player.position == 13
    QToolTip.hideText()


def test_a_click_goes_to_the_visit_under_it_mistake_or_not(line: TrackSlider, player: Player) -> None:
    run = load(player)
    for visit in range(run.history.examples + 1):
        QTest.mouseClick(line, LEFT, pos=at(line, visit) - QPoint(0 if visit else 3, 0))
        assert player.state is not None
        assert player.state.example == visit


def test_a_click_on_the_name_of_an_epoch_goes_to_its_end(line: TrackSlider, player: Player) -> None:
    run = load(player)
    QTest.mouseClick(line, LEFT, pos=QPoint(at(line, run.dataset.n + 1).x(), 62))
    assert player.state is not None
    assert player.state.example == 2 * run.dataset.n


def test_hovering_names_the_visit(line: TrackSlider, player: Player) -> None:
    run = load(player, XOR, RunSpec(max_updates=60))
    state = run.history.seek(30)
    QTest.mouseMove(line, QPoint(round(line.x_of(state.example)), 30))
    assert QToolTip.text().startswith(f"visit {state.example}: example {state.index + 1}, y·a = ")
    assert QToolTip.text().endswith(f"mistake, update 30 · epoch {state.epoch}")
    assert player.position == 0
    QToolTip.hideText()


def test_it_follows_the_player_and_its_keys_move_it(line: TrackSlider, player: Player) -> None:
    load(player, XOR, RunSpec(max_updates=60))
    player.go_to(7)
    assert (line.value(), line.maximum()) == (7, 60)
    QTest.keyClick(line, Qt.Key.Key_PageUp)
    assert player.position == 13


def test_a_screen_reader_hears_the_visit_once_the_playhead_rests(
    line: TrackSlider, player: Player, qtbot: QtBot
) -> None:
    load(player)
    player.go_to(1)
    qtbot.waitUntil(
        lambda: line.accessibleDescription().startswith(
            "visit 1: example 1, y·a = 0, a tie, which counts as a mistake, update 1"
        )
    )
    assert line.accessibleName() == "Timeline"


def test_a_mistake_is_filled_in_the_colour_of_its_class_up_to_the_playhead(line: TrackSlider, player: Player) -> None:
    run = load(player)
    first, second = (run.history.example_of(k) for k in (1, 2))
    player.go_to_update(1)
    theme = ThemeModel(Appearance.LIGHT).current
    roles = [theme.of_label(run.history.seek(k).label) for k in (1, 2)]
    assert color_at(line, first) == theme.color(roles[0]).name()
    assert color_at(line, second) == "#ffffff"
    player.go_to_update(2)
    assert color_at(line, second) == theme.color(roles[1]).name()


def test_a_hidden_future_has_room_for_three_epochs_and_gives_nothing_away(line: TrackSlider, player: Player) -> None:
    run = load(player)
    player.set_granularity(Granularity.EXAMPLE)
    player.visible.set_hidden(True)
    n, spans = run.dataset.n, list[int]()
    for example in range(run.history.examples):
        player.go_to_example(example)
        assert line.track is not None
        assert line.track.known == example
        assert max(line._mistakes, default=0) <= example
        assert "·" not in line.track.name(1)
        spans.append(line.track.span)
        assert line.visit_at(890) == example
        QTest.mouseClick(line, LEFT, pos=QPoint(890, 30))
        assert player.position == example
    assert spans == [3 * n if example <= 3 * n else 6 * n for example in range(run.history.examples)]


def test_a_length_that_was_revealed_gives_no_mistake_away(line: TrackSlider, player: Player) -> None:
    run = load(player)
    player.go_to_update(1)
    player.visible.show(hidden=True, revealed=("totals",))
    assert line.track is not None
    assert (line.track.length, line.track.known) == (run.history.examples, run.history.example_of(1))
    assert line._mistakes == [run.history.example_of(1)]
    assert line._words(run.history.examples) == f"visit {run.history.examples}"
    QTest.mouseClick(line, LEFT, pos=at(line, run.history.examples))
    assert player.at_end


def test_a_question_on_the_next_step_hides_what_follows(
    line: TrackSlider, player: Player, quiz: PredictionQuiz
) -> None:
    run = load(player)
    player.go_to_update(2)
    quiz.set_on(True)
    assert max(line._mistakes) == run.history.example_of(2)
    player.go_to_update(3)
    assert max(line._mistakes) == run.history.example_of(3)
    assert line._words(run.history.examples) == f"visit {run.history.examples}"
    quiz.set_on(False)
    assert max(line._mistakes) == run.history.example_of(run.updates)


def test_dense_visits_are_bars_and_cost_no_more_with_more_of_them(line: TrackSlider, player: Player) -> None:
    load(player, XOR, RunSpec(max_epochs=100_000, max_updates=10**6))
    assert not line.beads
    assert 200 < len(line._shares) <= line.width()
    before = line.grab().toImage()
    player.end()
    assert line.grab().toImage() != before


def test_a_run_that_is_computed_grows_at_the_right(line: TrackSlider, player: Player) -> None:
    run, engine = prepare(XOR, RunSpec())
    run.history.append(engine.advance(5, 9))
    player.set_run(run)
    assert line.track is not None
    before = line.track.length
    run.history.append(engine.advance(3, 9))
    player.grow()
    assert line.track.length > before


@pytest.mark.parametrize("order", ["random", "first"])
def test_where_there_are_no_epochs_all_is_one_band(line: TrackSlider, player: Player, order: str) -> None:
    run = load(player, spec=RunSpec("pocket" if order == "first" else "standard", order="random"))
    assert line.track is not None
    assert line.track.band == line.track.end == run.updates
    assert line.track.name(1) == "updates · no mistake"


def test_without_examples_nothing_is_drawn_and_nothing_breaks(line: TrackSlider, player: Player) -> None:
    load(player, Dataset.empty())
    line.grab()
    QTest.mouseClick(line, LEFT, pos=QPointF(400, 30).toPoint())
    assert player.position == 0
