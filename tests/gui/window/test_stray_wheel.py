"""A wheel that passes over a control on its way to something else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QScrollBar,
    QWidget,
)

from core.spec import RunSpec
from perceptron_gui.look.fields.question_dialog import QuestionDialog
from perceptron_gui.panels import PANELS
from perceptron_gui.panels.bottom.track import TrackSlider
from perceptron_gui.panels.runs import RunsPanel
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk

_NOTCH = 120


def test_over_a_control_without_focus_the_wheel_does_nothing_in_any_panel(desk: Desk, window: MainWindow) -> None:
    window.activateWindow()
    window.document.set_spec(RunSpec("margin", kernel="rbf", order="shuffled"))
    desk.settled(window)
    window.selection.set([0])
    window.options.button.click()
    tried = set[str]()
    for _ in _panels(window):
        before = window.document.spec, window.player.speed, window.player.granularity
        for control in _controls(window):
            assert {_value(control)} == _after_notches(control), control.accessibleName()
            tried.add(control.accessibleName())
        assert (window.document.spec, window.player.speed, window.player.granularity) == before
        assert window.focusWidget() is window.canvas.view
    bias = window.options.form.bias.slider.accessibleName()
    assert {"Learner", "Order", bias, "What one step is", "What y·a = 0 is", "Kernel"} <= tried


@pytest.mark.parametrize("name", ["export_picture", "export_film"])
def test_over_a_control_without_focus_the_wheel_does_nothing_in_a_dialog(
    name: str, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def shown(dialog: QDialog) -> int:
        dialog.show()
        for control in _controls(dialog):
            if not control.hasFocus():
                assert {_value(control)} == _after_notches(control)
                assert not control.hasFocus()
                tried.append(control)
        dialog.reject()
        return 0

    monkeypatch.setattr(QDialog, "exec", shown)
    window.parts.exports.ask = QuestionDialog.ask
    window.actions_[name].trigger()
    assert tried


@pytest.mark.qt_log_ignore("does not support grabbing the keyboard")  # what drops down wants the keys
def test_the_wheel_turns_the_control_that_has_the_focus(window: MainWindow) -> None:
    window.activateWindow()
    window.transport.granularity.setFocus()
    assert len(_after_notches(window.transport.granularity)) == 2
    slider = window.transport.speed.slider
    window.transport.speed.label.click()
    assert slider.hasFocus()
    assert len(_after_notches(slider)) == 2
    slider.window().hide()


def _panels(window: MainWindow) -> Iterator[None]:
    """Turn to each panel, and in Runs to each experiment."""
    for title in PANELS:
        window.panel.turn_to(title)
        panel = window.panel.panel
        for place in range(panel.switch.count() if isinstance(panel, RunsPanel) else 1):
            if isinstance(panel, RunsPanel):
                panel.switch.setCurrentIndex(place)
            yield


def _controls(within: QWidget) -> list[QWidget]:
    """Visible controls that hold a value; a scroll bar and the track hold a place."""
    kinds, places = (QComboBox, QAbstractSlider, QAbstractSpinBox), (QScrollBar, TrackSlider)
    found = [each for each in within.findChildren(QWidget) if each.isVisible() and isinstance(each, kinds)]
    return [each for each in found if not isinstance(each, places)]


def _after_notches(control: QWidget) -> set[object]:
    """Return the values that a control takes while the wheel over it turns one notch down, then one up."""
    values = set[object]()
    middle, none = QPointF(control.rect().center()), Qt.MouseButton.NoButton
    rest = none, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False
    for turn in (-_NOTCH, _NOTCH):
        event = QWheelEvent(middle, control.mapToGlobal(middle), QPoint(), QPoint(0, turn), *rest)
        QApplication.sendEvent(control, event)
        values.add(_value(control))
    return values


def _value(control: QWidget) -> object:
    if isinstance(control, QComboBox):
        return control.currentText()
    assert isinstance(control, (QAbstractSlider, QAbstractSpinBox))
    return control.text() if isinstance(control, QAbstractSpinBox) else control.value()
