"""A button looks as its action tells, however often that is; Qt's own is connected once more with each change."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QAction, QIcon, QPixmap
from pytestqt.qtbot import QtBot

from perceptron_gui.look.text.small_widgets import ActionButton


def test_it_looks_as_its_action_tells(qtbot: QtBot) -> None:
    action = QAction("&Play")
    button = ActionButton(action)
    qtbot.addWidget(button)
    icon = QPixmap(16, 16)
    icon.fill("red")
    action.setText("&Pause")
    action.setIcon(QIcon(icon))
    action.setToolTip("Wait")
    action.setStatusTip("Waits")
    action.setWhatsThis("To wait")
    action.setCheckable(True)
    action.setChecked(True)
    action.setEnabled(False)
    assert button.text() == "Pause"
    assert button.icon().pixmap(QSize(16, 16)).toImage().pixelColor(8, 8).name() == "#ff0000"
    assert (button.toolTip(), button.statusTip(), button.whatsThis()) == ("Wait", "Waits", "To wait")
    assert button.isCheckable()
    assert button.isChecked()
    assert not button.isEnabled()


def test_an_and_in_its_words_is_no_key(qtbot: QtBot) -> None:
    action = QAction("Play")
    button = ActionButton(action)
    qtbot.addWidget(button)
    action.setIconText("Play & Wait")
    assert button.text() == "Play && Wait"


def test_a_click_does_what_the_action_does(qtbot: QtBot) -> None:
    done: list[bool] = []
    action = QAction("Play")
    action.setCheckable(True)
    action.triggered.connect(lambda: done.append(action.isChecked()))
    button = ActionButton(action)
    qtbot.addWidget(button)
    button.click()
    button.click()
    assert done == [True, False]
    assert not button.isChecked()


def test_nobody_more_listens_after_a_thousand_changes(qtbot: QtBot) -> None:
    action = QAction("Play")
    button = ActionButton(action)
    qtbot.addWidget(button)
    listeners = action.receivers("2changed()")
    for step in range(1_000):
        action.setIconText(f"Update w on example {step}")
    assert action.receivers("2changed()") == listeners
    assert button.text() == "Update w on example 999"
