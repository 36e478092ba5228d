"""The choice of the two classes among all those of a file: each goes to ○, to ×, or is left out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton, QWidget

from core.files.table.labels import Choice, is_class_number
from core.names import brief
from perceptron_gui.look.fields.entry_list import Entries, PickList
from perceptron_gui.look.layouts import in_column, in_row, scrolled
from perceptron_gui.look.plain import plain
from perceptron_gui.look.size import BODY
from perceptron_gui.look.text.small_widgets import choice_of, tool_button
from perceptron_gui.look.theme import Theme, icon

_MOST_CHIPS = 10
_SIDES = {1: ("positive", "○ +1"), -1: ("negative", "× −1"), 0: ("", "left out")}
"""Sign → the icon of a class on that side, and the name of the side."""
_NONE = (0, 0, 0, 0)


class ClassChoice(QWidget):
    """The side of each class in `signs`: 1, −1, or 0 if it is left out. A few classes are chips, many are a list."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.signs: Mapping[str, int] = {}
        self.counts: Mapping[str, int] = {}
        self.chips: dict[str, QPushButton] = {}
        self.sides: dict[tuple[str, int], QToolButton] = {}
        self.list = PickList("○ +1 is the &class")
        self.against = choice_of("Class × −1", "Leave out the examples of all but two classes", rung=BODY)
        self.bound = choice_of("○ +1 is at least", "Put the classes from a number on to ○, all others to ×", rung=BODY)
        self._few = scrolled(QWidget())
        self.list.column.insertWidget(1, self._few, 1)
        self.setLayout(in_column((self.list, 1), self.bound, self.against, margins=_NONE))
        for chosen in (self.list.changed, self.against.currentIndexChanged):
            chosen.connect(lambda: self.choose(self.list.chosen))
        self.bound.currentIndexChanged.connect(self._on_bound)

    @property
    def chosen(self) -> tuple[Choice | None, Choice | None]:
        """The choices of class +1 and of class −1, as for loading; the latter is None if no class is left out."""
        plus, minus = (tuple(name for name, sign in self.signs.items() if sign == side) for side in (1, -1))
        if len(plus) > 1 and self.bound.currentIndex() > 0:
            return f">={plus[0]}", None
        sides = (plus, minus if 0 in self.signs.values() else ())
        positive, negative = (side[0] if len(side) == 1 else side or None for side in sides)
        return positive, negative

    def show_classes(self, counts: Mapping[str, int], signs: Mapping[str, int]) -> None:
        """Show these classes, with the number of examples of each, on these sides."""
        self.counts = counts
        names, few = [*counts], len(counts) <= _MOST_CHIPS
        minus = [place for place, name in enumerate(names, 1) if signs[name] < 0]
        with QSignalBlocker(self.list), QSignalBlocker(self.against), QSignalBlocker(self.bound):
            self.list.show_entries(Entries(names, tuple(f"{count:,}" for count in counts.values())), None)
            self.against.clear()
            self.against.addItems([f"× −1: {name}" for name in ("all others", *names)])
            self.against.setCurrentIndex(minus[0] if not few and minus and 0 in signs.values() else 0)
            self.bound.clear()
            self.bound.addItems([f"○ +1: at least {name}" for name in ("…", *names[1:])])
        self._few.setVisible(few)
        for part in (self.list.view, self.list.search, self.against):
            part.setVisible(not few)
        self.bound.setVisible(len(names) > 2 and all(map(is_class_number, names)))
        self.chips, self.sides, rows = {}, {}, QWidget()
        chips = [self._row(place, *told, sides=len(names) > 2) for place, told in enumerate(counts.items()) if few]
        rows.setLayout(in_column(*chips, 0, margins=_NONE, spacing=2))
        self._few.setWidget(rows)
        self._put(signs)

    def _row(self, place: int, name: str, count: int, *, sides: bool) -> QHBoxLayout:
        """Return the chip of a class, and the buttons of its sides where a click on the chip does not say it all."""
        chip = self.chips[name] = QPushButton(f"{brief(name)}  {count:,}".replace("&", "&&"))
        chip.setToolTip(plain(f"Make {name} the class ○ +1, and all others × −1"))
        chip.clicked.connect(partial(self.choose, place))
        frame = QFrame()
        frame.setProperty("segments", True)
        for sign, (mark, words) in _SIDES.items():
            side = self.sides[name, sign] = tool_button("" if mark else "out", rung=BODY, toggles=True)
            side.setAccessibleName(f"{brief(name)}: {words}")
            side.setToolTip(plain(f"{name}: {words}"))
            side.setAutoExclusive(True)
            side.setIcon(icon(mark, self._theme, pale_off=True) if mark else QIcon())
            side.clicked.connect(partial(self._put_one, name, sign))
        frame.setLayout(in_row(*(self.sides[name, sign] for sign in _SIDES), margins=_NONE, spacing=0))
        frame.setVisible(sides)
        return in_row((chip, 1), frame, margins=_NONE, spacing=4)

    def choose(self, place: int | None) -> None:
        """Put this class alone to ○, all others to ×, or only the one that is chosen there."""
        names, other = [*self.signs], self.against.currentIndex() - 1
        signs = {name: -1 if other in {-1, j} else 0 for j, name in enumerate(names)}
        self._put(signs if place is None else {**signs, names[place]: 1})

    def _put_one(self, name: str, side: int) -> None:
        self._put({**self.signs, name: side})

    def _on_bound(self, place: int) -> None:
        if place > 0:
            with QSignalBlocker(self.against):
                self.against.setCurrentIndex(0)
            self._put({name: 1 if j >= place else -1 for j, name in enumerate(self.signs)})

    def _put(self, signs: Mapping[str, int]) -> None:
        """Put the classes on these sides, and show it."""
        self.signs = signs
        sides = [*signs.values()]
        first = sides.index(1) if 1 in sides else 0
        from_first = sides == [-1] * first + [1] * (len(sides) - first)
        with QSignalBlocker(self.list), QSignalBlocker(self.bound):
            self.list.choose(first if sides.count(1) == 1 else None)
            self.bound.setCurrentIndex(first if from_first and not self.bound.isHidden() else 0)
        for name, chip in self.chips.items():
            mark, _ = _SIDES[signs[name]]
            chip.setIcon(icon(mark, self._theme) if mark else QIcon())
            self.sides[name, signs[name]].setChecked(True)
        self.changed.emit()
