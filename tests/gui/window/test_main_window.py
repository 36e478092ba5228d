"""The window as a whole: its first start, its panels and layers, what it remembers, and what nobody foresaw."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from PySide6.QtCore import QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from core import compiled
from core.built_in import BUILT_IN
from core.learners import resolved
from core.run import train
from core.spec import RunSpec
from perceptron_gui.files.settings import Setting, Settings
from perceptron_gui.look.text.small_widgets import ActionButton
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.document import editing
from perceptron_gui.model.player import Granularity
from perceptron_gui.model.workspace import TheoryPage, Workspace
from perceptron_gui.panels import PANELS
from perceptron_gui.panels.step import StepPanel
from perceptron_gui.panels.theory import TheoryPanel
from perceptron_gui.program.application import UnexpectedErrors
from perceptron_gui.window.dialogs.help import about_text, made_of, show_about
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.gui.hands import press, update


def test_a_start_without_a_file_shows_twelve_points_solved_and_ready_to_play(window: MainWindow) -> None:
    run = window.player.run
    assert run is not None
    assert run.converged
    assert (run.dataset.n, run.updates, run.history.epochs) == (12, 13, 6)
    assert run.spec == resolved(RunSpec())
    assert update(window) == 0
    assert window.windowTitle() == "Twelve points[*] — Perceptron"
    assert not window.notice.isVisible()


def test_opening_takes_the_first_tool_in_hand(desk: Desk, window: MainWindow) -> None:
    window.canvas.view.set_tool("negative")
    window.files.open_built_in(BUILT_IN[0])
    desk.settled(window)
    assert window.canvas.view.tool == "select"


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


def test_actions_without_meaning_are_disabled(desk: Desk, window: MainWindow) -> None:
    window.actions_["new"].trigger()
    desk.settled(window)
    disabled = {name for name, action in window.actions_.by_name.items() if not action.isEnabled()}
    assert disabled >= {"undo", "redo", "delete", "flip", "deselect", "select_all", "step_forward", "step_back", "home"}
    assert disabled >= {"end", "next_epoch", "previous_epoch", "play", "new_seed", "cancel"}
    assert not disabled & {"new", "open", "save", "save_as", "quit", "fit", "limits", "about", "shortcuts"}


def test_without_epochs_the_jumps_by_them_say_why(desk: Desk, window: MainWindow) -> None:
    forward = window.actions_["next_epoch"]
    told = forward.toolTip()
    window.document.set_spec(RunSpec(order="random", max_updates=9))
    desk.settled(window)
    assert not forward.isEnabled()
    assert forward.toolTip() == forward.statusTip() == "This order has no epochs."
    window.document.set_spec(RunSpec())
    desk.settled(window)
    assert forward.isEnabled()
    assert forward.toolTip() == told


def test_selected_points_can_be_deleted_and_come_back(desk: Desk, window: MainWindow) -> None:
    window.actions_["select_all"].trigger()
    assert len(window.selection.indices) == 12
    window.actions_["delete"].trigger()
    assert window.document.dataset.n == 0
    assert window.selection.indices == ()
    window.actions_["undo"].trigger()
    assert window.document.dataset.n == 12
    window.actions_["deselect"].trigger()
    assert window.selection.indices == ()


def test_step_by_example_and_by_update(window: MainWindow) -> None:
    window.actions_["by_example"].trigger()
    assert window.player.granularity is Granularity.EXAMPLE
    window.player.set_granularity(Granularity.UPDATE)
    assert window.actions_["by_update"].isChecked()


def test_the_menu_shows_which_layers_are_off(window: MainWindow) -> None:
    window.canvas.set_layer_visible("arrow", False)
    switches = dict(zip(window.canvas.layers, window.actions_.menu("layers").actions(), strict=True))
    assert [name for name, action in switches.items() if not action.isChecked()] == ["arrow"]
    switches["arrow"].trigger()
    assert window.canvas.layers["arrow"].visible


def test_layers_can_be_hidden(window: MainWindow) -> None:
    for name, action in zip(window.canvas.layers, window.actions_.menu("layers").actions(), strict=True):
        before = window.canvas.layers[name].visible
        action.trigger()
        assert window.canvas.layers[name].visible != before
        action.trigger()
        assert window.canvas.layers[name].visible == before


def test_dark_and_light_are_chosen_in_the_menu_and_remembered(desk: Desk, window: MainWindow) -> None:
    window.actions_["appearance_dark"].trigger()
    assert Settings(desk.settings_file).appearance is Appearance.DARK
    assert window.settings.appearance is Appearance.DARK


def test_speed_switches_and_splitter_are_remembered(desk: Desk, window: MainWindow) -> None:
    window.player.set_speed(16)
    window.actions_["motion_off"].trigger()
    window.resize(960, 700)
    window.splitter.setSizes([440, 520])
    window.splitter.splitterMoved.emit(440, 1)
    window.close()
    again = desk.open()
    assert again.panel.width() == 520
    assert again.player.speed == 16
    assert again.actions_["motion_off"].isChecked()
    assert not again.canvas.tweened
    assert again.height() == 700


def test_each_setting_has_a_key_of_its_own() -> None:
    keys = [setting.key for setting in vars(Settings).values() if isinstance(setting, Setting)]
    assert len(set(keys)) == len(keys) > 10


class Notes(QLabel):
    """A second panel, which says where the playhead is."""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__("start")
        workspace.player.shown.connect(lambda state: self.setText(f"update {state.update}"))


def test_one_side_panel_needs_no_tab(desk: Desk) -> None:
    theory = PANELS["Theory"]
    with patch.dict(PANELS, Theory=theory, clear=True):  # it puts back their order too
        window = desk.open()
        assert isinstance(window.panel.panel, TheoryPanel)
        assert not window.panel.tabBar().isVisible()


def test_the_tabs_of_all_panels_are_seen_at_once(desk: Desk) -> None:
    """Where they do not fit arrows scroll them: one more wants a shorter word elsewhere."""
    tabs = desk.open().panel.tabBar()
    assert tabs.count() == len(PANELS)
    assert tabs.sizeHint().width() <= tabs.width()


def test_each_registered_panel_is_a_tab_and_the_last_chosen_one_is_remembered(
    desk: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PANELS, "Notes", Notes)
    window = desk.open()
    tabs = window.panel.tabBar()
    assert {tabs.tabText(place) for place in range(tabs.count())} == set(PANELS)
    assert tabs.isVisible()
    menu = window.panel.more.menu()
    assert menu is not None
    menu.actions()[-1].trigger()
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
    window = desk.open()
    first = next(iter(PANELS))
    seen: list[QWidget] = []
    for title in PANELS:
        before = window.findChildren(QWidget)
        window.panel.turn_to(title)
        panel = window.panel.panel
        assert panel.isVisible()
        assert (panel in before) == (title == first)
        assert type(panel) not in map(type, seen)
        seen.append(panel)


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
    window.workspace.theorem_view.turn_to(TheoryPage.NUMBERS)
    (theory,) = window.findChildren(TheoryPanel)
    window.panel.turn_to("Notes")
    window.player.go_to_update(5)
    window.panel.turn_to("Theory")
    assert theory.head.headline.text.startswith("5 of 13")
    assert theory.numbers.charts["length"].numbers


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
    assert rows["update"] == "7 of 13"
    assert rows["example (counted from 1; a trace's index from 0)"] == str(state.index + 1)
    assert [float(value) for value in rows["w"].split("\t")] == state.w.tolist()
    assert float(rows["b"]) == state.b
    assert float(rows["R²/γ²"]) == run.margin.bound
    assert text.count("holds") == 5


def test_nothing_is_clipped_in_the_smallest_window(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(960, 600)
    qtbot.wait(20)
    assert all(button.isVisible() for button in window.rail.findChildren(QToolButton))
    for part in (window.canvas, window.panel, window.transport, window.status, window.options):
        place = QRect(part.mapTo(window, QPoint()), part.size())
        assert window.rect().contains(place)
        assert part.width() >= part.minimumSizeHint().width()


def test_nobody_more_listens_to_an_action_after_an_hour_of_changes(window: MainWindow) -> None:
    of_actions = [button for button in window.findChildren(QToolButton) if button.defaultAction()]
    assert len(of_actions) > 10
    assert all(isinstance(button, ActionButton) for button in of_actions)


def test_about_names_what_the_program_is_made_of() -> None:
    assert [part.split()[0] for part in made_of()] == [
        "Python",
        "Qt",
        "pyqtgraph",
        "numpy",
        "daqp",
        "Pillow",
    ]


def test_about_says_whether_the_loops_in_c_are_used(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def close() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        seen.append(box.text())
        box.reject()

    for library, said in (("there", "The loops in C are used."), (None, "The loops in C are missing")):
        monkeypatch.setattr(compiled, "loops", lambda library=library: library)
        monkeypatch.delenv("PERCEPTRON_PURE", raising=False)
        QTimer.singleShot(0, close)
        show_about(window)
        assert said in seen[-1]


def test_about_says_where_releases_and_faults_are_if_the_project_has_an_address() -> None:
    told = about_text("https://example.org/p")
    assert 'href="https://example.org/p/releases"' in told
    assert 'href="https://example.org/p/issues"' in told
    assert not [word for word in ("href", "eleases", "fault") if word in about_text("")]


@pytest.fixture
def unexpected(window: MainWindow, tmp_path: Path) -> Iterator[UnexpectedErrors]:
    errors = UnexpectedErrors(tmp_path / "data" / "errors.log", window.complain)
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
