"""What is compared, in one row: a chip for each entry, with its letter in its colour; a click takes it away."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from core.analysis.compared_entries import Entry
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.text.small_widgets import tool_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.panels.compare.marks import EntryMark, Marks

_CROSS = "×"
_PERCEPTRON = " perceptron"
"""Nearly all are one: the word would take the room of those that tell them apart."""
_BESIDE = 14
"""Pixels of a chip left and right of its words."""


class Chips(QWidget):
    """Over `marks`; `chosen` tells that they are others."""

    chosen = Signal()

    def __init__(self, marks: Marks, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._marks = marks
        self._theme = theme
        self._shown: tuple[tuple[Entry, EntryMark], ...] = ()
        self.chips: list[QToolButton] = []
        self.row = in_row(margins=(0, 0, 0, 0), spacing=4)
        self.setLayout(self.row)
        self.setAccessibleName("Compared")
        theme.changed.connect(self._restyle)

    @Slot()
    def refresh(self) -> None:
        shown = tuple((entry, self._marks.of(entry)) for entry in self._marks.entries)
        if shown == self._shown:
            return
        self._shown = shown
        while (item := self.row.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.chips = [self._made(entry) for entry, _ in shown]
        for chip in self.chips:
            self.row.addWidget(chip)
        self.setVisible(bool(shown))
        self._restyle()
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(0, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()

    def _made(self, entry: Entry) -> QToolButton:
        made = tool_button("", f"Compare {entry.title} no longer")
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        made.setAccessibleName(f"{entry.title}: compare no longer")
        made.clicked.connect(partial(self._take_away, entry))
        return made

    def _take_away(self, entry: Entry) -> None:
        self._marks.remove(entry)
        self.refresh()
        self.chosen.emit()

    def _fit(self) -> None:
        """The names in as much as the row has for each."""
        count = max(len(self.chips), 1)
        room = (self.width() - (count - 1) * self.row.spacing()) // count - _BESIDE
        for chip, (entry, mark) in zip(self.chips, self._shown, strict=True):
            metrics = chip.fontMetrics()
            name = f"{mark.letter} {entry.name.replace(_PERCEPTRON, '')}"
            left = room - metrics.horizontalAdvance(f" {_CROSS}")
            chip.setText(f"{metrics.elidedText(name, Qt.TextElideMode.ElideRight, max(left, 0))} {_CROSS}")

    @Slot()
    def _restyle(self) -> None:
        theme = self._theme.current
        for chip, (_, mark) in zip(self.chips, self._shown, strict=True):
            color = theme.color(mark.role).name()
            chip.setStyleSheet(
                f"QToolButton {{ color: {color}; border: 1px solid {color}; border-radius: 8px; padding: 1px 2px; }}"
                f"QToolButton:focus {{ border-width: 2px; }}"
            )
