"""The headline of the theory panel: how many updates so far, and how many there can be at most."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.numbers.numerals import at_most, counted, plural
from core.record.history import State
from core.run import Run
from perceptron_gui.look.text.lettering import readable
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.look.voice import Role, Voice


class Headline(QWidget):
    """Big: k; smaller: of how many; in the colour of promises: the bound. One line, whatever the numbers are."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__()
        self._theme = theme
        self.letter()
        self._updates, self._bound = "", ""
        self._forms: tuple[str, ...] = ("",)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.voice = Voice(self, Role.StaticText)
        theme.changed.connect(self.update)

    def letter(self) -> None:
        """In letters of the present size."""
        self._big, self._small = readable(self.font(), 2.0, bold=True), readable(self.font(), bold=True)
        self.updateGeometry()

    @property
    def text(self) -> str:
        """All of it, as it is read aloud."""
        return " ".join((self._updates, self._forms[0], self._bound)).strip()

    def set_texts(self, updates: str, of_all: tuple[str, ...], bound: str) -> None:
        """Show e.g. "967", "of 1,562 updates", "k ≤ 22,133"; of the second the longest form that there is room for."""
        self._updates, self._forms, self._bound = updates, of_all, bound
        self.setAccessibleName(self.text)
        self.update()

    def show_run(self, run: Run, state: State, bound: float | None, *, totals: bool) -> None:
        """k of so many updates, of how many only where the `totals` are told, and the `bound` if there is one."""
        forms = (f"of {counted(run.updates, 'update')}", f"of {run.updates:,}")
        most = "" if bound is None else f"k ≤ {at_most(bound)}"
        self.set_texts(f"{state.update:,}", forms if totals else (plural("update", state.update), ""), most)

    def sizeHint(self) -> QSize:
        return QSize(340, round(QFontMetricsF(self._big).height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme.current
        with QPainter(self) as painter:
            big, small = QFontMetricsF(self._big), QFontMetricsF(self._small)
            painter.setFont(self._big)
            painter.setPen(theme.color("ink"))
            painter.drawText(QRectF(0, 0, self.width(), big.height()), Qt.AlignmentFlag.AlignLeft, self._updates)
            after = big.horizontalAdvance(self._updates) + small.horizontalAdvance(" ")
            line = QRectF(after, big.ascent() - small.ascent(), self.width() - after, small.height())
            room = line.width() - small.horizontalAdvance(f"  {self._bound}")
            fitting = (form for form in self._forms if small.horizontalAdvance(form) <= room)
            painter.setFont(self._small)
            painter.setPen(theme.color("secondary"))
            painter.drawText(line, Qt.AlignmentFlag.AlignLeft, next(fitting, ""))
            painter.setPen(theme.color("promise_text"))
            painter.drawText(line, Qt.AlignmentFlag.AlignRight, self._bound)
