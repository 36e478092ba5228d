"""By what an entry is known as long as it is compared, a colour and a letter; and a chip for each, to take it away."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from core.analysis.compared_entries import Entry, entry_from_json
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.text.small_widgets import tool_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.saved_setting import of_kind

_CROSS = "×"


class Chips(QWidget):
    """A button over `marks` for each of them, which takes it away."""

    def __init__(self, marks: Marks, theme: ThemeModel) -> None:
        super().__init__()
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
        self._marks.changed.emit()

    def _fit(self) -> None:
        """Write the names in as much as the row has for each.

        Nearly all are perceptrons: the word would take the room of those that tell them apart.
        """
        count = max(len(self.chips), 1)
        room = (self.width() - (count - 1) * self.row.spacing()) // count - 14
        for chip, (entry, mark) in zip(self.chips, self._shown, strict=True):
            metrics = chip.fontMetrics()
            name = f"{mark.letter} {entry.name.replace(' perceptron', '')}"
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


_LETTERS = "ABCDEFGH"
MOST = len(_LETTERS)
"""So many can be told apart."""


@dataclass(frozen=True)
class EntryMark:
    """A letter, and the role of a colour in a theme."""

    letter: str
    role: str


MARKS = tuple(EntryMark(letter, f"compared_{place}") for place, letter in enumerate(_LETTERS, 1))


class Marks(QObject):
    """The entries that are compared, each with a mark that it keeps until it goes; in the order of their letters.

    Who lets a person choose among them tells it by `changed`.
    """

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.taken: dict[EntryMark, Entry] = {}
        """which mark each has"""

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(self.taken[mark] for mark in MARKS if mark in self.taken)

    @property
    def full(self) -> bool:
        return len(self.taken) == MOST

    def saved(self) -> dict[str, Any]:
        """Letter → entry, in plain JSON values."""
        return {mark.letter: entry.to_json() for mark, entry in self.taken.items()}

    @staticmethod
    def read(value: Any) -> dict[EntryMark, Entry]:
        """Those that `saved` told of. Raises as `SavedSetting.restore`."""
        marks = {mark.letter: mark for mark in MARKS}
        taken = {marks[letter]: entry_from_json(entry) for letter, entry in of_kind(value, dict).items()}
        if len(set(taken.values())) != len(taken):
            raise ValueError
        return taken

    def of(self, entry: Entry) -> EntryMark:
        return next(mark for mark, taken in self.taken.items() if taken == entry)

    def add(self, entry: Entry) -> None:
        """Give it the first mark that is free, if there is one and it has none."""
        free = next((mark for mark in MARKS if mark not in self.taken), None)
        if entry not in self.entries and free is not None:
            self.taken[free] = entry

    def remove(self, entry: Entry) -> None:
        self.taken = {mark: taken for mark, taken in self.taken.items() if taken != entry}

    def begin_with(self, entries: Iterable[Entry]) -> None:
        self.taken = {}
        for entry in entries:
            self.add(entry)
