"""The window as a whole: its first start, its keys, its options, and what it remembers."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from core.dataset import Dataset
from core.learners import LEARNERS, resolved
from core.rules import RULES
from core.run import train
from core.spec import RunSpec
from perceptron_gui.canvas import LAYERS
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.notice_bar import Severity
from perceptron_gui.look.number_field import WholeNumberField
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model import editing
from perceptron_gui.model.player import Granularity
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels import PANELS
from perceptron_gui.panels.compare import ComparePanel
from perceptron_gui.panels.data import DataPanel
from perceptron_gui.panels.learner import LearnerPanel
from perceptron_gui.panels.runs import RunsPanel
from perceptron_gui.panels.step import StepPanel
from perceptron_gui.panels.theory import TheoryPanel
from perceptron_gui.panels.weights import WeightsPanel
from perceptron_gui.unexpected import UnexpectedErrors
from perceptron_gui.window.about import made_of, shortcuts_as_html
from perceptron_gui.window.actions import all_items
from perceptron_gui.window.main_window import MainWindow
from perceptron_gui.window.run_options import LimitsDialog
from perceptron_gui.window.toolbar import ToolBar
from tests.gui.conftest import Desk

XOR = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])


def press(window: MainWindow, qtbot: QtBot, key: Qt.Key, modifier: Qt.KeyboardModifier | None = None) -> None:
    """A key, wherever the focus is."""
    focus = QGuiApplication.focusObject()
    target = focus if isinstance(focus, QWidget) else window
    qtbot.keyClick(target, key, modifier or Qt.KeyboardModifier.NoModifier)


def spec(window: MainWindow) -> RunSpec:
    return window.document.spec


def update(window: MainWindow) -> int:
    state = window.player.state
    assert state is not None
    return state.update


def test_first_start_shows_iris_solved_and_ready_to_play(window: MainWindow) -> None:
    run = window.player.run
    assert run is not None
    assert run.converged
    assert (run.updates, run.history.epochs) == (8, 5)
    assert run.spec == resolved(RunSpec())
    assert update(window) == 0
    assert window.windowTitle() == "Iris setosa/versicolor, from the mean[*] — Perceptron"
    assert not window.notice.isVisible()


def test_space_plays_and_pauses_wherever_the_focus_is(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    for widget in (window.canvas.view, window.options.findChildren(QComboBox)[1], window.transport):
        widget.setFocus()
        press(window, qtbot, Qt.Key.Key_Space)
        assert window.player.playing
        assert window.actions_["play"].text() == "&Pause"
        press(window, qtbot, Qt.Key.Key_Space)
        assert not window.player.playing


def test_arrows_step_and_jump(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    shift = Qt.KeyboardModifier.ShiftModifier
    for key, modifier, expected in (
        (Qt.Key.Key_Right, None, 1),
        (Qt.Key.Key_Right, None, 2),
        (Qt.Key.Key_Left, None, 1),
        (Qt.Key.Key_End, None, 8),
        (Qt.Key.Key_Home, None, 0),
    ):
        press(window, qtbot, key, modifier)
        assert update(window) == expected
    press(window, qtbot, Qt.Key.Key_Right, shift)
    assert window.player.state is not None
    assert window.player.state.example == 100
    press(window, qtbot, Qt.Key.Key_Left, shift)
    assert update(window) == 0


def test_arrows_nudge_when_points_are_selected_and_the_canvas_has_the_focus(
    desk: Desk, window: MainWindow, qtbot: QtBot
) -> None:
    window.activateWindow()
    window.canvas.setFocus()
    before = window.document.dataset.X[0].copy()
    window.selection.set([0])
    press(window, qtbot, Qt.Key.Key_Right)
    after = window.document.dataset.X[0]
    assert after[0] > before[0]
    assert after[1] == before[1]
    assert update(window) == 0


def test_plus_and_minus_double_and_halve_the_speed(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    press(window, qtbot, Qt.Key.Key_Plus)
    assert window.player.speed == 8
    press(window, qtbot, Qt.Key.Key_Minus)
    press(window, qtbot, Qt.Key.Key_Minus)
    assert window.player.speed == 2


def bias_field(window: MainWindow) -> QLineEdit:
    box = next(box for box in window.options.findChildren(QComboBox) if box.accessibleName() == "Bias")
    field = box.lineEdit()
    assert field is not None
    return field


def seed_field(window: MainWindow) -> WholeNumberField:
    return window.options.findChildren(WholeNumberField)[0]


def test_a_number_is_typed_into_the_bias_not_taken_as_a_shortcut(desk: Desk, window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    field = bias_field(window)
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "2.5")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert spec(window).bias == 2.5
    assert not window.player.playing


def test_after_a_number_was_typed_the_keys_belong_to_the_canvas_again(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    field = bias_field(window)
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert window.focusWidget() is window.canvas.view
    press(window, qtbot, Qt.Key.Key_Space)
    assert window.player.playing


def test_a_bias_that_is_not_possible_is_one_sentence(window: MainWindow, qtbot: QtBot) -> None:
    field = bias_field(window)
    field.selectAll()
    qtbot.keyClicks(field, "-3")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert window.notice.severity is Severity.ERROR
    assert "from 0 up" in window.notice.text
    assert spec(window).bias == 1
    assert field.text() == "1"


def choose(window: MainWindow, name: str, text: str) -> None:
    box = next(box for box in window.options.findChildren(QComboBox) if box.accessibleName() == name)
    box.setCurrentIndex(box.findText(text))
    box.activated.emit(box.currentIndex())


@pytest.mark.parametrize(("text", "bias"), [("0", 0.0), ("radius", "radius"), ("1", 1.0)])
def test_the_bias_is_chosen_in_the_toolbar(desk: Desk, window: MainWindow, text: str, bias: float | str) -> None:
    choose(window, "Bias", text)
    desk.settled(window)
    assert spec(window).bias == bias
    assert window.player.run is not None
    assert window.player.run.spec.bias == bias


def type_in(field: QLineEdit, text: str, qtbot: QtBot) -> None:
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def test_a_seed_is_typed_or_another_is_drawn(desk: Desk, window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    seed = seed_field(window)
    assert not window.actions_["new_seed"].isEnabled()
    assert not seed.isEnabled()
    assert seed.isVisible()
    choose(window, "Order", "shuffled")
    type_in(seed, "41", qtbot)
    assert spec(window).seed == 41
    window.actions_["new_seed"].trigger()
    assert seed.text() == "42"
    desk.settled(window)
    run = window.player.run
    assert run is not None
    expected = train(window.document.dataset, RunSpec(order="shuffled", seed=42)).history
    assert np.array_equal(run.history.index(), expected.index())
    choose(window, "Order", "cyclic")
    assert not seed.isEnabled()


def test_a_seed_that_is_not_possible_is_one_sentence(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    choose(window, "Order", "shuffled")
    type_in(seed_field(window), "-1", qtbot)
    assert window.notice.severity is Severity.ERROR
    assert "whole number from 0" in window.notice.text
    assert (spec(window).seed, seed_field(window).text()) == (0, "0")


@pytest.mark.parametrize("text", ["2.5", "1"])
def test_an_error_goes_when_what_it_was_about_is_put_right(window: MainWindow, qtbot: QtBot, text: str) -> None:
    window.activateWindow()
    type_in(bias_field(window), "abc", qtbot)
    window.transport.timeline.setFocus()  # leaving the field mends nothing
    assert "'abc' is not possible" in window.notice.text
    type_in(bias_field(window), text, qtbot)
    assert not window.notice.isVisible()


def test_the_error_of_a_run_goes_with_the_next_run(desk: Desk, window: MainWindow) -> None:
    fine = spec(window)
    window.document.set_spec(replace(fine, kernel="poly", gamma=1e90))
    desk.settled(window)
    assert window.notice.severity is Severity.ERROR
    window.document.set_spec(fine)
    desk.settled(window)
    assert not window.notice.isVisible()


def test_what_was_chosen_stays_when_the_learner_changes(desk: Desk, window: MainWindow) -> None:
    chosen = replace(spec(window), order="shuffled", seed=7, bias=0.0, kernel="rbf", gamma=0.5, max_epochs=77)
    window.document.set_spec(chosen)
    for name, learner in LEARNERS.items():
        choose(window, "Learner", learner.title)
        kept = spec(window)
        assert (kept.learner, kept.order, kept.seed, kept.bias, kept.max_epochs) == (name, "shuffled", 7, 0.0, 77)
        if RULES[learner.rule].every_example:
            assert kept.kernel is None
            assert window.notice.text == f"{learner.title} has no kernels: rbf was left out."
        desk.settled(window)
        assert window.player.run is not None
        assert window.player.run.predictor.name == learner.predictor
        assert window.player.run.rule.name == learner.rule


def test_a_kernel_that_came_with_its_learner_stays_and_can_be_left(desk: Desk, window: MainWindow) -> None:
    choose(window, "Learner", "Kernel perceptron")
    assert not window.notice.isVisible()
    choose(window, "Learner", "Voted perceptron")
    assert spec(window).kernel == "rbf"
    assert window.notice.text == "The kernel rbf stays."
    window.notice.accept()
    assert spec(window).kernel is None
    assert spec(window).learner == "voted"
    assert not window.notice.isVisible()


@pytest.mark.parametrize("width", [960, 1280])
def test_nothing_in_the_toolbar_moves_when_the_learner_changes(desk: Desk, window: MainWindow, width: int) -> None:
    window.resize(width, 700)
    controls = window.options.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)

    def places() -> list[QRect]:
        return [QRect(control.mapTo(window, QPoint(0, 0)), control.size()) for control in controls]

    before = places()
    for learner in LEARNERS.values():
        choose(window, "Learner", learner.title)
        window.document.set_spec(replace(spec(window), gamma=0.123456789, seed=123))
        assert places() == before
        assert all(place.right() < width for place in places())


def test_a_run_that_pauses_is_run_on_from_the_menu(desk: Desk, window: MainWindow) -> None:
    window.document.set_spec(RunSpec(max_epochs=7))
    desk.settled(window)
    assert not window.actions_["run_on"].isEnabled()
    window.document.open(XOR, None)
    desk.settled(window)
    assert window.actions_["run_on"].isEnabled()
    assert window.status.run_on.isVisible()
    window.player.play()
    window.player.advance(1e6)
    assert not window.player.playing
    window.actions_["run_on"].trigger()
    assert not window.status.run_on.isVisible()
    desk.settled(window)
    run = window.player.run
    assert run is not None
    assert run.history.epochs == 7
    assert not window.actions_["run_on"].isEnabled()


@pytest.mark.parametrize("update", [3, 20])
def test_a_start_at_an_update_beyond_the_pause_runs_on_to_it(desk: Desk, window: MainWindow, update: int) -> None:
    window.document.set_spec(RunSpec(max_epochs=7))
    window.document.open(XOR, None)
    window.start_at(update)
    desk.settled(window)
    assert window.player.position == update
    assert window.runner.is_paused == (update == 3)


def test_f9_hides_the_side_panel_and_that_is_remembered(desk: Desk, window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    press(window, qtbot, Qt.Key.Key_F9)
    assert not window.panel.isVisible()
    window.close()
    second = desk.open()
    assert not second.panel.isVisible()
    second.activateWindow()
    press(second, qtbot, Qt.Key.Key_F9)
    assert second.panel.isVisible()


def test_editing_runs_again_at_once(desk: Desk, window: MainWindow) -> None:
    window.selection.set([0])
    window.actions_["flip"].trigger()
    desk.settled(window)
    assert window.player.run is not None
    assert window.player.run.margin.separable is False
    assert window.actions_["undo"].text() == "&Undo flip example"
    window.actions_["undo"].trigger()
    desk.settled(window)
    assert window.player.run.updates == 8
    assert window.actions_["redo"].isEnabled()


def test_a_run_at_its_limit_says_which(desk: Desk, window: MainWindow) -> None:
    window.document.open(XOR, None)
    window.document.set_spec(RunSpec(max_epochs=7))
    desk.settled(window)
    window.runner.run_on()
    desk.settled(window)
    window.player.end()
    assert "7 epochs" in window.status.outcome.text()


def test_a_run_can_be_cancelled_from_the_menu(desk: Desk, window: MainWindow, qtbot: QtBot) -> None:
    # Separable, but by so little that it takes far longer than anybody waits.
    window.document.open(Dataset([[1.0, 0.0], [1.0, 1e-6]], [-1, 1]), None)
    window.document.set_spec(RunSpec(max_epochs=10**9, max_updates=10**9))
    assert window.actions_["cancel"].isEnabled()
    window.actions_["cancel"].trigger()
    desk.settled(window)
    qtbot.waitUntil(lambda: not window.actions_["cancel"].isEnabled())
    assert "cancelled" in window.status.outcome.text()


def test_a_run_that_fails_says_so_in_the_window(desk: Desk, window: MainWindow) -> None:
    before = window.document.dataset
    window.document.set_spec(replace(spec(window), kernel="poly", gamma=1e90))
    desk.settled(window)
    assert "the poly kernel of these data reaches" in window.notice.text
    assert window.document.dataset is before


@pytest.mark.parametrize(
    "dataset",
    [
        Dataset.empty(),
        Dataset([[1.0, 2.0]], [1]),
        Dataset([[1.0, 2.0], [2.0, 1.0]], [-1, -1]),
        Dataset([[1.0, 2.0], [1.0, 2.0]], [1, -1]),
        Dataset([[0.0, 0.0], [1.0, 1.0]], [1, -1]),
    ],
    ids=["empty", "one point", "one class", "equal points", "a point at the origin"],
)
def test_special_data_break_nothing(desk: Desk, window: MainWindow, dataset: Dataset) -> None:
    window.document.open(dataset, None)
    for bias in (0.0, 1.0):
        window.document.set_spec(RunSpec(bias=bias, max_epochs=20))
        desk.settled(window)
        window.player.end()
        window.player.home()
        window.grab()
        assert not window.notice.isVisible()


def test_actions_without_meaning_are_disabled(desk: Desk, window: MainWindow) -> None:
    window.actions_["new"].trigger()
    desk.settled(window)
    disabled = {item.name for item in all_items() if not window.actions_[item.name].isEnabled()}
    assert disabled >= {"undo", "redo", "delete", "flip", "deselect", "select_all", "step_forward", "step_back", "home"}
    assert disabled >= {"end", "next_epoch", "previous_epoch", "play", "new_seed", "cancel"}
    assert not disabled & {"new", "open", "save", "save_as", "quit", "fit", "limits", "about", "shortcuts"}


def test_selected_points_can_be_deleted_and_come_back(desk: Desk, window: MainWindow) -> None:
    window.actions_["select_all"].trigger()
    assert len(window.selection.indices) == 100
    window.actions_["delete"].trigger()
    assert window.document.dataset.n == 0
    assert window.selection.indices == ()
    window.actions_["undo"].trigger()
    assert window.document.dataset.n == 100
    window.actions_["deselect"].trigger()
    assert window.selection.indices == ()


def test_step_by_example_and_by_update(window: MainWindow) -> None:
    window.actions_["by_example"].trigger()
    assert window.player.granularity is Granularity.EXAMPLE
    window.player.set_granularity(Granularity.UPDATE)
    assert window.actions_["by_update"].isChecked()


def test_tools_are_chosen_by_key_and_in_the_toolbar(window: MainWindow) -> None:
    toolbar = window.findChildren(ToolBar)[0]
    for action in window.actions_.menu("tools").actions():
        button = toolbar.widgetForAction(action)
        assert isinstance(button, QToolButton)
        button.click()
        assert action.isChecked()
    window.canvas.set_tool("select")
    assert [action.isChecked() for action in window.actions_.menu("tools").actions()].count(True) == 1


def test_the_menu_shows_which_layers_are_off_by_default(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LAYERS, "arrow", replace(LAYERS["arrow"], shown=False))
    window = desk.open()
    switches = dict(zip(window.canvas.layers, window.actions_.menu("layers").actions(), strict=True))
    assert [name for name, action in switches.items() if not action.isChecked()] == ["arrow"]
    switches["arrow"].trigger()
    assert window.canvas.layer_visible("arrow")


def test_layers_can_be_hidden(window: MainWindow) -> None:
    for name, action in zip(window.canvas.layers, window.actions_.menu("layers").actions(), strict=True):
        action.trigger()
        assert not window.canvas.layer_visible(name)
        action.trigger()
        assert window.canvas.layer_visible(name)


def test_dark_and_light_are_chosen_in_the_menu_and_remembered(desk: Desk, window: MainWindow) -> None:
    window.actions_["appearance_dark"].trigger()
    assert Settings(desk.settings_file).appearance is Appearance.DARK
    assert window.settings.appearance is Appearance.DARK


def test_speed_switches_and_splitter_are_remembered(desk: Desk, window: MainWindow) -> None:
    window.player.set_speed(16)
    window.actions_["tween"].setChecked(False)
    window.resize(960, 700)
    window.close()
    again = desk.open()
    assert again.player.speed == 16
    assert not again.actions_["tween"].isChecked()
    assert again.height() == 700


class Notes(QLabel):
    """A second panel, which says where the playhead is."""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__("start")
        workspace.player.shown.connect(lambda state: self.setText(f"update {state.update}"))


def test_one_side_panel_needs_no_tab(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    for title in [title for title in PANELS if title != "Theory"]:
        monkeypatch.delitem(PANELS, title)
    window = desk.open()
    assert isinstance(window.panel.panel, TheoryPanel)
    assert not window.panel.tabBar().isVisible()


def test_each_registered_panel_is_a_tab_and_the_last_chosen_one_is_remembered(
    desk: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PANELS, "Notes", Notes)
    window = desk.open()
    tabs = window.panel.tabBar()
    assert [tabs.tabText(place) for place in range(tabs.count())] == list(PANELS)
    assert tabs.isVisible()
    qtbot.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(tabs.count() - 1).center())
    notes = window.panel.panel
    window.player.go_to_update(3)
    assert isinstance(notes, Notes)
    assert notes.text() == "update 3"
    window.close()
    second = desk.open()
    assert isinstance(second.panel.panel, Notes)
    second.panel.turn_to("Theory")
    assert isinstance(second.panel.panel, TheoryPanel)
    assert second.panel.width() <= 520


def test_each_tab_holds_its_panel_which_is_made_when_it_is_first_seen(desk: Desk) -> None:
    kinds = {
        "Theory": TheoryPanel,
        "Learner": LearnerPanel,
        "Step": StepPanel,
        "Weights": WeightsPanel,
        "Compare": ComparePanel,
        "Runs": RunsPanel,
        "Data": DataPanel,
    }
    assert kinds.keys() == PANELS.keys()
    window = desk.open()
    for title, kind in kinds.items():
        made = any(type(widget) is kind for widget in window.findChildren(QWidget))
        assert made == (title == "Theory")
        window.panel.turn_to(title)
        assert isinstance(window.panel.panel, kind)
        assert window.panel.panel.isVisible()


def test_a_panel_that_is_made_late_shows_the_present_state(desk: Desk) -> None:
    window = desk.open()
    window.player.go_to_update(5)
    window.panel.turn_to("Step")
    panel = window.panel.panel
    assert isinstance(panel, StepPanel)
    assert panel.title.text().startswith("Update\u00a05,")


def test_a_panel_that_was_hidden_shows_the_present_state(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PANELS, "Notes", Notes)
    window = desk.open()
    (theory,) = window.findChildren(TheoryPanel)
    window.panel.turn_to("Notes")
    window.player.go_to_update(5)
    window.panel.turn_to("Theory")
    assert theory.headline.text.startswith("5 of 8")
    assert theory.charts["length"].numbers


def test_a_panel_that_is_no_more_is_not_missed(desk: Desk) -> None:
    Settings(desk.settings_file).panel = "Gone"
    assert isinstance(desk.open().panel.panel, TheoryPanel)


def test_settings_that_cannot_be_read_are_the_defaults(tmp_path: Path) -> None:
    path = tmp_path / "settings.ini"
    path.write_text('[General]\nspeed="[]"\nappearance="\\"pink\\""\nrecent_files=nonsense\ngeometry="\\"%%\\""\n')
    settings = Settings(path)
    assert settings.speed == 4.0
    assert settings.appearance is Appearance.SYSTEM
    assert settings.recent_files == ()
    assert settings.geometry == b""


def test_numbers_are_copied_as_text(desk: Desk, window: MainWindow) -> None:
    window.player.go_to_update(7)
    window.actions_["copy_numbers"].trigger()
    text = QGuiApplication.clipboard().text()
    rows = dict(line.split("\t", 1) for line in text.splitlines())
    run = train(window.document.dataset)
    state = run.history.seek(7)
    assert rows["update"] == "7 of 8"
    assert rows["example (counted from 1; a trace's index from 0)"] == str(state.index + 1)
    assert [float(value) for value in rows["w"].split("\t")] == state.w.tolist()
    assert float(rows["b"]) == state.b
    assert float(rows["R²/γ²"]) == run.margin.bound
    assert text.count("holds") == 5


def test_nothing_is_clipped_in_the_smallest_window(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(window.minimumSize())
    qtbot.wait(20)
    assert (window.width(), window.height()) == (960, 600)
    toolbar = window.findChildren(ToolBar)[0]
    assert all(button.isVisible() for button in toolbar.findChildren(QToolButton) if button.defaultAction())
    for part in (window.canvas, window.panel, window.transport, window.status, window.options):
        place = QRect(part.mapTo(window, QPoint()), part.size())
        assert window.rect().contains(place)
        assert part.width() >= part.minimumSizeHint().width()


def test_every_action_has_a_tooltip_and_no_key_is_taken_twice(window: MainWindow) -> None:
    shortcuts = [keys.toString() for action in window.actions() for keys in action.shortcuts()]
    assert len(shortcuts) == len(set(shortcuts))
    assert all(action.toolTip() for action in window.actions())


def test_every_item_of_the_table_does_something(window: MainWindow) -> None:
    dead = [item.name for item in all_items() if not is_heard(window.actions_[item.name])]
    assert dead == []


def is_heard(action: QAction) -> bool:
    heard = action.receivers("2triggered(bool)") + action.receivers("2toggled(bool)")
    # A menu and a toolbar button listen too, but to `changed`.
    return heard > 0


def test_the_list_of_keys_has_every_shortcut(window: MainWindow) -> None:
    html = shortcuts_as_html([window.actions_[item.name] for item in all_items()])
    for words in ("Space", "Step", "Ctrl+S", "Double click"):
        assert words.lower() in html.lower()


def test_about_names_what_the_program_is_made_of() -> None:
    assert [part.split()[0] for part in made_of()] == ["Python", "Qt", "pyqtgraph", "numpy", "daqp", "Pillow"]


def test_limits_are_asked_for_as_they_are(qtbot: QtBot) -> None:
    dialog = LimitsDialog(RunSpec(max_epochs=12, max_updates=345))
    qtbot.addWidget(dialog)
    assert (dialog.epochs.value(), dialog.updates.value()) == (12, 345)


def test_enter_presses_the_button_in_focus(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.activateWindow()
    window.files.open_path(tmp_path / "missing.csv")
    button = window.notice.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)[-1]
    button.setFocus()
    press(window, qtbot, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not window.notice.isVisible())


@pytest.fixture
def unexpected(window: MainWindow, tmp_path: Path) -> Iterator[UnexpectedErrors]:
    errors = UnexpectedErrors(tmp_path / "data" / "errors.log", window.complain)
    errors.install()
    yield errors
    errors.uninstall()


def test_an_unforeseen_error_is_told_and_logged(
    window: MainWindow, unexpected: UnexpectedErrors, qtbot: QtBot, tmp_path: Path
) -> None:
    before = window.document.dataset
    try:
        raise KeyError("surprise")
    except KeyError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    qtbot.waitUntil(window.notice.isVisible)
    assert "Something unexpected went wrong" in window.notice.text
    assert "surprise" in (tmp_path / "data" / "errors.log").read_text("utf-8")
    assert window.document.dataset is before


def test_an_unforeseen_error_in_a_thread_is_told_too(
    window: MainWindow, unexpected: UnexpectedErrors, qtbot: QtBot
) -> None:
    thread = threading.Thread(target=lambda: int("surprise"))
    thread.start()
    thread.join()
    qtbot.waitUntil(window.notice.isVisible)
    assert "ValueError" in window.notice.text


def test_placing_in_the_window_marks_it_modified(window: MainWindow) -> None:
    editing.place(window.document, (1.0, 2.0), 1)
    assert window.isWindowModified()
    window.document.undo_stack.undo()
    assert not window.isWindowModified()


def test_full_screen_and_back(window: MainWindow) -> None:
    window.actions_["full_screen"].trigger()
    assert window.isFullScreen()
    window.showNormal()
    assert not window.actions_["full_screen"].isChecked()


def test_a_start_at_an_update_shows_it_while_a_long_run_goes_on(desk: Desk, window: MainWindow, qtbot: QtBot) -> None:
    window.document.set_spec(RunSpec(max_epochs=1_000_000_000, max_updates=1_000_000_000))
    window.document.open(XOR, None)
    window.start_at(20)
    qtbot.waitUntil(lambda: update(window) == 20)
    assert window.runner.running
    window.runner.cancel()
    desk.settled(window)
    assert update(window) == 20


def test_a_start_at_an_update_beyond_the_run_shows_its_end(desk: Desk, window: MainWindow) -> None:
    window.document.open(XOR, None)
    window.start_at(1_000_000)
    desk.settled(window)
    assert window.player.run is not None
    assert update(window) == window.player.run.updates > 0


def test_a_start_at_an_update_waits_for_a_file_that_takes_long_to_read(
    desk: Desk, window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    points = tmp_path / "points.csv"
    points.write_text("a,b,label\n" + "1,2,1\n-1,-2,-1\n-2,0.5,-1\n0.1,-0.2,1\n" * 60_000)
    window.files.open_path(points)
    assert window.reader.awaited is not None
    window.start_at(2)
    qtbot.waitUntil(lambda: window.document.path == points)
    desk.settled(window)
    assert update(window) == 2
    window.player.home()
    window.files.open_path(points)  # only what the window begins with is shown there
    qtbot.waitUntil(lambda: window.reader.awaited is None)
    desk.settled(window)
    assert update(window) == 0
