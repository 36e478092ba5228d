"""Hands on the keyboard: letters to go to with Alt, the field that a dialog begins in, and commands found by name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLabel, QMenu, QPushButton, QWidget

from perceptron_gui.look.fields.question_dialog import QuestionDialog
from perceptron_gui.model.workspace import TheoryPage
from perceptron_gui.panels import PANELS
from perceptron_gui.panels.runs import RunsPanel
from perceptron_gui.window.commands.command import actions_by_menu
from perceptron_gui.window.dialogs.help import ENTRY, CommandPalette
from perceptron_gui.window.lesson_window import LessonWindow
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.gui.window.lesson_student import FILES
from tests.gui.window.test_first_steps import first_start

_DIALOGS = (
    "notes", "export_picture", "features", "start", "gallery", "generate", "scale", "move_origin",
)  # fmt: skip


def _letters(texts: Iterator[str]) -> Counter[str]:
    found = (re.search("&([^&])", text.replace("&&", "")) for text in texts)
    return Counter(match[1].lower() for match in found if match)


def _seen(window: MainWindow) -> Iterator[str]:
    """Texts that Alt and a letter may speak of: menus, and what is seen of buttons and of labels with a field."""
    yield from (action.text() for action in window.parts.menu_bar.actions())
    for widget in window.findChildren(QWidget):
        if (widget.isVisible() and isinstance(widget, QAbstractButton)) or (
            widget.isVisible() and isinstance(widget, QLabel) and widget.buddy() is not None
        ):
            yield widget.text()


def _twice(letters: Counter[str]) -> list[str]:
    return [letter for letter, times in letters.items() if times > 1]


def test_a_letter_leads_to_one_thing_in_menus_toolbar_and_every_panel(window: MainWindow) -> None:
    window.files.lesson_asked.emit(FILES["watch_it_learn"])
    (lesson,) = (each for each in QApplication.topLevelWidgets() if isinstance(each, LessonWindow))
    for shown in (window, lesson):
        shown.show()
        for title in PANELS:
            shown.panel.turn_to(title)
            assert not _twice(_letters(_seen(shown))), (title, shown.windowTitle())
    runs = window.panel
    runs.turn_to("Runs")
    assert isinstance(runs.panel, RunsPanel)
    for place in range(runs.panel.switch.count()):
        runs.panel.switch.setCurrentIndex(place)
        assert not _twice(_letters(_seen(window))), runs.panel.switch.tabText(place)
    lesson.close()


def test_in_the_first_steps_too_a_letter_leads_to_one_thing(desk: Desk) -> None:
    newcomer = first_start(desk)
    for moment in (newcomer.player.home, newcomer.player.end):
        moment()
        for tab in ("Theory", "Step", "Data"):
            newcomer.panel.turn_to(tab)
            QApplication.processEvents()
            assert not _twice(_letters(_seen(newcomer))), tab


def test_within_a_menu_a_letter_leads_to_one_entry(window: MainWindow) -> None:
    menus = [menu for menu in window.parts.menu_bar.findChildren(QMenu) if menu.actions()]
    assert len(menus) > 6
    for menu in menus:
        assert not _twice(_letters(action.text() for action in menu.actions())), menu.title()


@pytest.mark.parametrize("name", _DIALOGS)
def test_a_dialog_begins_in_its_first_field(name: str, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    window, begun = desk.open(), []

    def shown(dialog: QDialog) -> int:
        dialog.show()
        focus = dialog.focusWidget()
        assert focus is not None
        assert not isinstance(focus, QPushButton)
        fields = [each for each in dialog.findChildren(QWidget) if each.isVisible() and each.focusPolicy()]
        fields = [each for each in fields if each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.isEnabled()]
        above = [each for each in fields if _top(each, dialog) < _top(focus, dialog)]
        assert not above, [type(each) for each in above]
        begun.append(dialog)
        dialog.reject()
        return 0

    monkeypatch.setattr(QDialog, "exec", shown)
    window.parts.exports.ask = QuestionDialog.ask
    window.actions_[name].trigger()
    assert len(begun) == 1


def _top(widget: QWidget, dialog: QDialog) -> int:
    return widget.mapTo(dialog, QPoint(0, widget.height() // 2)).y() // 8


def test_insert_places_the_class_in_hand(window: MainWindow) -> None:
    for key, label in ((Qt.Key.Key_N, -1), (Qt.Key.Key_S, -1), (Qt.Key.Key_P, 1)):
        QTest.keyClick(window.canvas.view, key)
        QTest.keyClick(window.canvas.view, Qt.Key.Key_Insert)
        assert window.document.dataset.y[window.selection.rows[0]] == label


def test_after_new_the_canvas_has_the_focus(window: MainWindow) -> None:
    window.activateWindow()
    window.panel.tabBar().setFocus()
    window.actions_["new"].trigger()
    assert window.focusWidget() is window.canvas.view


def test_a_page_of_the_theorem_is_turned_to_from_any_panel(window: MainWindow) -> None:
    window.panel.turn_to("Data")
    window.actions_["side_panel"].setChecked(False)
    window.actions_["theory_proof"].trigger()
    assert window.panel.isVisible()
    assert window.panel.title == "Theory"
    assert window.workspace.theorem_view.page is TheoryPage.PROOF


@pytest.fixture
def palette(window: MainWindow) -> Iterator[CommandPalette]:
    made = CommandPalette(actions_by_menu(window.parts.menu_bar), window)
    made.show()
    yield made
    made.close()


def _texts(palette: CommandPalette) -> list[str]:
    return [palette.found.index(row, 0).data() for row in range(palette.found.rowCount())]


def test_a_command_is_found_by_words_in_any_order_and_done(palette: CommandPalette) -> None:
    assert palette.focusWidget() is palette.field
    QTest.keyClicks(palette.field, "report exp")
    assert _texts(palette) == ["File ▸ Export Report…"]
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.chosen is not None
    assert palette.chosen.text() == "Export R&eport…"


def test_a_command_is_found_by_its_search_words_too(window: MainWindow) -> None:
    window.actions_["fit"].setData("centre whole")
    palette = CommandPalette(actions_by_menu(window.parts.menu_bar), window)
    palette.field.setText("centre view")
    assert _texts(palette) == ["View ▸ Fit to Data"]


PEOPLE_SAY = {
    "numbers": "tie, learning rate, bias, hyperparameters, kernel, options",
    "start": "bias, threshold, initial weights",
    "limits": "iterations, epochs, max, maximum, stop",
    "home": "reset, restart, rewind",
    "standardise": "normalize, normalise, scale, standardize",
    "export_picture": "save image, screenshot, png, svg, pdf, slides",
    "export_solution": "gaps, homework, hand-out",
    "export_worksheet": "gaps, homework, hand-out",
    "generate_exam": "exam, test",
    "present": "projector",
    "handbook": "handbook, manual",
    "copy_picture": "screenshot, clipboard",
    "larger": "font size, zoom, bigger",
    "zoom_in": "zoom, magnify",
    "new_seed": "shuffle order, random",
    "appearance_dark": "dark mode, theme",
    "panel_Learner": "error, accuracy, confusion, learning rate, tie, algorithm",
    "panel_Compare": "error, accuracy, confusion, test",
    "panel_Theory": "proof, bound, convergence",
    "play": "train, run, learn, start",
    "step_forward": "next, iteration",
    "cancel": "stop, abort",
    "run_on": "continue, resume",
    "gallery": "dataset, iris",
    "generate": "random, synthetic",
    "open": "load, import, excel, csv",
    "export_film": "video, gif",
    "export_trace": "log, history",
    "shortcuts": "keys, hotkeys",
    "flip": "labels",
    "by_hand": "exercise",
    "hide_future": "exam, quiz",
    "classify": "predict",
}
"""Name of a command → the words with which people look for it."""


def test_commands_are_found_by_the_words_that_people_use(window: MainWindow, palette: CommandPalette) -> None:
    assert sum(len(words.split(", ")) for words in PEOPLE_SAY.values()) >= 60
    for name, words in PEOPLE_SAY.items():
        for word in words.split(", "):
            palette.field.setText(word)
            found = [palette.found.index(row, 0).data(ENTRY) for row in range(palette.found.rowCount())]
            assert window.actions_[name] in found, (name, word)


def test_whole_words_come_before_parts_of_words(palette: CommandPalette) -> None:
    palette.field.setText("exam")
    assert _texts(palette)[0] == "Data ▸ Generate an Exam…"
    assert "Run ▸ List of Examples…" in _texts(palette)


def test_recent_commands_come_first_with_icon_and_key(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("save", "fit"):
        action = window.actions_[name]
        monkeypatch.setattr(CommandPalette, "exec", lambda palette, action=action: setattr(palette, "chosen", action))
        monkeypatch.setattr(action, "trigger", lambda: None)
        window.actions_["find_command"].trigger()
    assert window.settings.recent_commands == ("fit", "save")
    palette = CommandPalette(actions_by_menu(window.parts.menu_bar), window, window.settings.recent_commands)
    assert _texts(palette)[:2] == ["View ▸ Fit to Data", "File ▸ Save"]
    assert [palette.found.index(row, 1).data() for row in range(3)] == ["recent", "recent", ""]
    assert palette.found.index(1, 2).data() == "Ctrl+S"
    assert not palette.found.index(1, 0).data(Qt.ItemDataRole.DecorationRole).isNull()


def test_what_is_off_is_listed_and_says_why(palette: CommandPalette) -> None:
    QTest.keyClicks(palette.field, "worksheet")
    assert palette.says.text() == "No lesson is open"
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.chosen is None
    assert palette.isVisible()


def test_arrows_move_in_the_list_and_what_nothing_is_called_is_said(palette: CommandPalette) -> None:
    first = palette.entry
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    assert palette.entry is not first
    QTest.keyClicks(palette.field, "no such thing")
    assert palette.entry is None
    assert palette.says.text() == "No command matches"


def test_every_command_of_the_menus_is_listed_with_its_key(window: MainWindow, palette: CommandPalette) -> None:
    rows = dict(zip(_texts(palette), range(palette.found.rowCount()), strict=True))
    assert len(rows) == sum(map(len, actions_by_menu(window.parts.menu_bar).values()))
    assert palette.found.index(rows["View ▸ Present"], 2).data() == "F5"


def test_a_key_opens_the_palette(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(palette: CommandPalette) -> int:
        palette.field.setText("to the end")
        QTest.keyClick(palette.field, Qt.Key.Key_Return)
        return 1

    monkeypatch.setattr(CommandPalette, "exec", choose)
    window.actions_["find_command"].trigger()
    assert window.player.position == 13
