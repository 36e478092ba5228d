"""You are the learner: examples are clicked, by mouse or by key, and what comes of it is an ordinary run."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from core.__main__ import main
from core.analysis.exercises import Role, clicked
from core.analysis.experiments.orders import extremes
from core.built_in import BUILT_IN
from core.datasets.dataset import Dataset
from core.explain.trace import trace
from core.spec import RunSpec
from perceptron_gui.files.loading import LoadRequest
from perceptron_gui.model.by_hand import ByHand
from perceptron_gui.model.document import editing
from perceptron_gui.panels.exercises import ByHandCard
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.gui.hands import press, save_as, update
from tests.gui.places_on_screen import pixel_of
from tests.partly_slow import partly_slow

FIRST = next(data for data in BUILT_IN if data.name == "first_start")
XOR = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
OPTIONS = (
    RunSpec("voted", start=(1.0, -2.0, 0.5)),
    RunSpec("standard", kernel="poly", degree=2),
)
MORE_OPTIONS = (
    RunSpec(),
    RunSpec("averaged", bias=0.0),
    RunSpec("pocket", seed=3),
    RunSpec("kernel", gamma=0.25),
    RunSpec("margin", margin=2.5),
    RunSpec("passive-aggressive"),
    RunSpec("passive-aggressive", kernel="poly", degree=2),
)


@dataclass
class Table:
    """A window in the mode, and a hand that clicks."""

    desk: Desk
    window: MainWindow

    @property
    def by_hand(self) -> ByHand:
        return self.window.workspace.by_hand

    @property
    def bar(self) -> ByHandCard:
        return self.window.by_hand_card

    def rows(self) -> tuple[int, ...]:
        """What is clicked so far."""
        return self.by_hand.rows

    @property
    def shown(self) -> str:
        """What is read in the bar."""
        return self.bar.sentence.text()

    def show(self, dataset: Dataset, spec: RunSpec | None = None) -> None:
        self.window.document.open(dataset, None, spec=spec or RunSpec())
        self.desk.settled(self.window)

    def begin(self, dataset: Dataset | None = None, spec: RunSpec | None = None) -> None:
        self.show(FIRST.dataset() if dataset is None else dataset, spec)
        self.window.actions_["by_hand"].setChecked(True)
        self.rest()

    def rest(self) -> None:
        """Until the run of what was clicked is there, and the playhead at its end."""

        def there() -> bool:
            run = self.window.player.run
            return not self.window.runner.running and run is not None and update(self.window) == len(self.rows())

        self.desk.qtbot.waitUntil(there)
        self.desk.qtbot.wait(1)

    def place(self, row: int) -> QPoint:
        self.window.canvas.view.fit()
        return pixel_of(self.window.canvas.view, *self.window.document.dataset.X[row].tolist())

    def click(self, row: int) -> None:
        QTest.mouseClick(self.window.canvas.view.viewport(), Qt.MouseButton.LeftButton, pos=self.place(row))
        self.rest()

    def key(self, *keys: Qt.Key) -> None:
        for key in keys:
            press(self.window, self.desk.qtbot, key)
        self.rest()

    def trace(self) -> str:
        assert self.window.player.run is not None
        return "".join(trace(self.window.player.run))


@pytest.fixture
def table(desk: Desk) -> Table:
    return Table(desk, desk.open())


@partly_slow("spec", OPTIONS, MORE_OPTIONS, ids=lambda spec: f"{spec.learner}-{spec.kernel}")
def test_any_clicks_are_the_run_that_the_command_line_makes_of_them_bit_for_bit(
    table: Table, spec: RunSpec, tmp_path: Path
) -> None:
    table.begin(FIRST.dataset(), spec)
    chance = random.Random(7)
    for _ in range(10):
        table.click(chance.randrange(12))
    asked = table.window.document.spec
    assert asked == clicked(spec, table.rows())
    assert len(asked.sequence) + table.by_hand.wrong == 10
    data, made = tmp_path / "points.csv", tmp_path / "trace.csv"
    save_as(table.desk, table.window, data)
    rows = ",".join(map(str, asked.sequence))
    options: list[object] = ["--learner", spec.learner, "--bias", spec.bias, "--seed", spec.seed, "--gamma", spec.gamma]
    options += ["--degree", spec.degree, "--margin", spec.margin, "--trace", made]
    options += [] if spec.kernel is None else ["--kernel", spec.kernel]
    options += [] if spec.start is None else ["--start", ",".join(map(str, spec.start))]
    by_list = ["--order", "listed", "--sequence", rows, "--max-updates", len(asked.sequence)]
    assert main([str(word) for word in (data, *options, *by_list)]) == 0
    assert made.read_text(encoding="utf-8") == table.trace()


@partly_slow(("role", "count"), [(Role.FRIEND, 1)], [(Role.ADVERSARY, 17)])
def test_a_perfect_player_reaches_the_exact_extreme_and_is_told_so(table: Table, role: Role, count: int) -> None:
    best = extremes(FIRST.dataset(), RunSpec())
    rows = best.fewest if role is Role.FRIEND else best.most
    table.begin()
    table.bar.role.setCurrentIndex(table.bar.role.findData(role))
    table.bar.role.activated.emit(0)
    assert table.by_hand.role is role
    table.desk.qtbot.waitUntil(lambda: "Fewest of all orders: 1, most: 17." in table.bar.score.text())
    for row in rows:
        assert not table.by_hand.done
        table.click(row)
    assert table.by_hand.done
    assert update(table.window) == count
    assert "Nothing is left to correct. Nobody can" in table.shown
    assert "update" not in table.shown  # The score below says how many.
    assert table.bar.score.text().startswith(f"{count} update")


def test_a_rule_that_need_not_come_to_an_end_is_played_and_says_so(table: Table) -> None:
    table.begin(FIRST.dataset(), RunSpec("passive-aggressive"))
    assert table.shown.startswith("Click an example with y·a < 1 now.")
    table.click(0)
    assert table.rows() == (0,)
    assert table.bar.score.text() == "1 update. With this rule the run may never end."
    table.click(8)
    assert table.shown.startswith("Example 9: y·a = −0.0303 < 1, a mistake: w ← w − 0.03")


def test_where_there_is_nothing_to_play_nobody_is_asked_to(table: Table) -> None:
    assert table.window.transport.play.filled
    table.begin()
    assert not table.window.transport.play.filled


@pytest.mark.slow
def test_a_click_on_a_right_example_changes_nothing_and_says_why(table: Table) -> None:
    table.begin()
    table.click(0)
    before = table.window.document.spec
    points = table.window.document.dataset
    table.click(0)
    assert "Example 1: y·a = 33 > 0, right already." in table.shown
    assert (table.window.document.spec, update(table.window)) == (before, 1)
    assert "1 update, 1 wrong click." in table.bar.score.text()
    table.click(8)
    assert "Example 9: y·a = −1 ≤ 0, a mistake: w ← w − x" in table.shown
    assert table.window.document.dataset is points


def test_a_drag_moves_no_example_and_a_double_click_asks_for_nothing(table: Table) -> None:
    table.begin()
    view = table.window.canvas.view.viewport()
    left = Qt.MouseButton.LeftButton
    QTest.mousePress(view, left, pos=table.place(3))
    QTest.mouseMove(view, table.place(3) + QPoint(60, 40))
    QTest.mouseRelease(view, left, pos=table.place(3) + QPoint(60, 40))
    table.rest()
    QTest.mouseDClick(view, left, pos=table.place(3))
    QTest.mouseRelease(view, left, pos=table.place(3))  # else the button is down in whatever test follows
    table.rest()
    assert table.window.document.dataset.same_as(FIRST.dataset())
    assert table.rows() == (3,)
    assert table.by_hand.wrong == 1


def test_clicks_that_come_faster_than_runs_are_graded_one_after_another(table: Table) -> None:
    table.begin()
    for row in (0, 8, 3, 0):
        table.by_hand.click(row)
    table.desk.qtbot.waitUntil(lambda: len(table.rows()) + table.by_hand.wrong == 4)
    table.rest()
    assert table.window.player.run is not None
    assert table.window.player.run.history.index().tolist() == list(table.rows())


def test_undo_takes_a_click_back_and_redo_gives_it_again(table: Table) -> None:
    table.begin()
    undo, redo = table.window.actions_["undo"], table.window.actions_["redo"]
    assert not undo.isEnabled()
    table.click(0)
    table.click(8)
    assert undo.text() == "&Undo Click"
    undo.trigger()
    table.rest()
    assert table.rows() == (0,)
    table.bar.back.click()
    table.rest()
    assert (table.rows(), update(table.window)) == ((), 0)
    assert not undo.isEnabled()
    redo.trigger()
    redo.trigger()
    table.rest()
    assert (table.rows(), update(table.window)) == ((0, 8), 2)
    table.bar.again.click()
    table.rest()
    assert table.rows() == ()
    undo.trigger()
    table.rest()
    assert table.rows() == (0, 8)


def test_a_click_counts_from_the_vector_that_is_shown(table: Table) -> None:
    table.begin()
    for row in (0, 8, 1):
        table.click(row)
    table.window.actions_["home"].trigger()
    table.window.actions_["step_forward"].trigger()
    assert update(table.window) == 1
    table.click(2)
    assert table.rows() == (0, 2)
    table.window.actions_["undo"].trigger()
    table.rest()
    assert table.rows()[:2] == (0, 8)


def test_all_of_it_by_keyboard_only(table: Table) -> None:
    table.show(FIRST.dataset())
    table.window.activateWindow()
    press(table.window, table.desk.qtbot, Qt.Key.Key_Y)
    table.rest()
    assert table.by_hand.on
    assert table.bar.isVisible()
    points = table.window.document.dataset
    table.key(Qt.Key.Key_1, Qt.Key.Key_2)
    assert "Example 12 (×): Enter clicks it." in table.shown
    table.key(Qt.Key.Key_3)
    assert table.by_hand.chosen == 2
    table.key(Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Return)
    assert table.rows() == (0,)
    table.key(Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Enter)
    assert table.rows() == (0, 2)
    table.key(Qt.Key.Key_1, Qt.Key.Key_Backspace)
    assert table.by_hand.chosen is None
    press(table.window, table.desk.qtbot, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    table.rest()
    assert table.rows() == (0,)
    assert table.window.document.dataset is points
    press(table.window, table.desk.qtbot, Qt.Key.Key_Y)
    assert not table.by_hand.on
    assert not table.bar.isVisible()


@pytest.mark.slow
def test_arrows_step_through_the_run_and_nudge_nothing_though_an_example_is_selected(table: Table) -> None:
    table.begin()
    table.window.activateWindow()
    for row in (0, 8):
        table.click(row)
    press(table.window, table.desk.qtbot, Qt.Key.Key_Left)
    assert update(table.window) == 1
    assert table.window.document.dataset.same_as(FIRST.dataset())


def test_leaving_leaves_the_run_as_clicked_and_offers_the_order_before(table: Table) -> None:
    before = RunSpec(order="shuffled", seed=5)
    table.begin(FIRST.dataset(), before)
    table.click(0)
    table.click(8)
    table.bar.quiet.click()
    assert table.window.document.spec == clicked(before, (0, 8))
    assert table.window.notice.text == "The run is as you clicked it: 2 updates."
    table.window.notice.accept()
    assert table.window.document.spec == before
    assert not table.window.actions_["by_hand"].isChecked()


@pytest.mark.slow
def test_a_run_clicked_to_its_end_needs_no_limit_and_one_of_no_click_leaves_all_as_it_was(table: Table) -> None:
    before = RunSpec()
    table.begin(FIRST.dataset(), before)
    for row in extremes(FIRST.dataset(), before).fewest:
        table.click(row)
    table.window.actions_["by_hand"].setChecked(False)
    table.desk.settled(table.window)
    after = table.window.document.spec
    assert after == replace(before, order="listed", sequence=table.rows())
    table.window.actions_["undo"].trigger()
    assert table.window.document.spec == before
    table.window.actions_["redo"].trigger()
    assert table.window.document.spec == after
    table.desk.settled(table.window)
    assert table.window.player.run is not None
    assert table.window.player.run.converged
    table.begin(FIRST.dataset(), before)
    table.window.actions_["by_hand"].setChecked(False)
    assert table.window.document.spec == before


@pytest.mark.slow
def test_a_session_keeps_what_was_clicked_and_goes_on_with_it(table: Table, tmp_path: Path) -> None:
    before = RunSpec(order="shuffled", seed=5)
    table.begin(FIRST.dataset(), before)
    table.by_hand.set_role(Role.ADVERSARY)
    table.click(0)
    table.click(8)
    told, path = table.trace(), tmp_path / "game.perceptron"
    save_as(table.desk, table.window, path)
    again = Table(table.desk, table.desk.open(LoadRequest(path)))
    again.rest()
    assert (again.by_hand.on, again.by_hand.role, again.rows()) == (True, Role.ADVERSARY, (0, 8))
    assert again.trace() == told
    again.click(2)
    assert again.rows() == (0, 8, 2)
    for _ in range(3):
        again.window.actions_["undo"].trigger()
        again.rest()
    assert again.rows() == ()
    again.window.actions_["by_hand"].setChecked(False)
    assert again.window.document.spec == before
    again.window.files.open_path(path)
    again.desk.qtbot.waitUntil(lambda: again.window.document.spec == clicked(before, (0, 8)))


def test_a_view_that_is_no_saved_one_changes_nothing(table: Table) -> None:
    odds: tuple[Any, ...] = (
        None,
        [],
        {"on": True, "role": "odd", "before": {}},
        {"on": True, "role": "free", "before": {"order": "odd", "sequence": [], "max_updates": 9}},
        {"on": True, "role": "free", "before": {"order": None, "sequence": [-1], "max_updates": 9}},
        {"on": True, "role": "free", "before": {"order": None, "sequence": [], "max_updates": 9}},
    )
    for odd in odds:
        with pytest.raises((TypeError, ValueError, LookupError)):
            table.by_hand.restore(odd)
        assert not table.by_hand.on


@pytest.mark.slow
def test_other_points_or_options_begin_anew_and_another_order_ends_it(table: Table) -> None:
    table.begin()
    table.click(0)
    editing.place(table.window.document, (5.0, 6.0), 1)
    table.rest()
    assert (table.rows(), update(table.window)) == ((), 0)
    table.click(12)
    assert table.rows() == (12,)
    table.window.document.set_spec(replace(table.window.document.spec, bias=2.0))
    table.rest()
    assert table.window.document.spec == clicked(RunSpec(bias=2.0), ())
    table.click(0)
    table.window.document.set_spec(RunSpec(order="furthest"))
    table.desk.settled(table.window)
    assert not table.by_hand.on
    assert table.window.document.spec == RunSpec(order="furthest")


def test_the_run_in_another_order_does_not_end_with_the_clicks(table: Table) -> None:
    table.begin()
    table.click(0)
    table.window.document.choose_spec(replace(table.window.document.spec, order="shuffled"))
    table.desk.settled(table.window)
    assert not table.by_hand.on
    assert table.window.document.spec == RunSpec(order="shuffled")


def test_another_file_takes_its_own_options_and_the_mode_begins_anew_on_points_alone(
    table: Table, points: Path
) -> None:
    table.begin()
    table.click(0)
    table.window.files.open_path(points)
    table.desk.qtbot.waitUntil(lambda: table.window.document.dataset.n == 2)
    table.rest()
    assert table.window.document.spec == clicked(RunSpec(), ())
    table.show(FIRST.dataset(), RunSpec("voted"))
    assert not table.by_hand.on
    assert table.window.document.spec == RunSpec("voted")


def test_where_no_mistake_is_corrected_the_bar_says_so_and_the_run_is_as_before(table: Table) -> None:
    asked = RunSpec("online-svm", max_epochs=5)
    table.begin(FIRST.dataset(), asked)
    assert "there is no mistake to click" in table.shown
    assert table.window.document.spec == asked
    table.window.actions_["end"].trigger()
    place = table.place(0)
    QTest.mouseClick(table.window.canvas.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert table.rows() == ()
    table.window.document.set_spec(RunSpec("margin"))
    table.rest()
    assert table.by_hand.active
    table.click(0)
    assert table.rows() == (0,)


def test_with_no_point_there_is_nothing_to_click_and_with_one_there_is_one_update(table: Table) -> None:
    table.show(Dataset.empty())
    table.window.actions_["by_hand"].setChecked(True)
    assert table.shown == "There is no example to click."
    table.window.activateWindow()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_7, Qt.Key.Key_Return):
        press(table.window, table.desk.qtbot, key)
    editing.place(table.window.document, (1.0, 2.0), 1)
    table.rest()
    table.click(0)
    assert "Nothing is left to correct." in table.shown
    assert table.bar.score.text().startswith("1 update.")


@pytest.mark.slow
def test_where_nothing_separates_a_mistake_is_always_left(table: Table) -> None:
    table.begin(XOR)
    table.by_hand.set_role(Role.FRIEND)
    table.desk.qtbot.waitUntil(lambda: "Nothing separates" in table.bar.score.text())
    for _ in range(6):
        for row in range(4):
            table.click(row)
    assert not table.by_hand.done
    assert len(table.rows()) >= 6


@pytest.mark.slow
def test_while_the_future_is_hidden_nothing_of_other_runs_is_told(table: Table) -> None:
    table.window.workspace.visible.set_hidden(True)
    table.begin()
    table.by_hand.set_role(Role.FRIEND)
    table.desk.qtbot.wait(300)
    assert table.bar.score.text() == "0 updates."
    table.click(0)
    assert (update(table.window), table.bar.score.text()) == (1, "1 update.")
    table.window.workspace.visible.set_hidden(False)
    table.desk.qtbot.waitUntil(lambda: "most: 17" in table.bar.score.text())


def test_it_and_the_guess_of_the_next_boundary_take_turns(table: Table) -> None:
    table.begin()
    table.window.actions_["predict"].setChecked(True)
    assert not table.by_hand.on
    table.window.actions_["by_hand"].setChecked(True)
    assert not table.window.workspace.quiz.on
    assert table.window.canvas.view.tool == "select"
