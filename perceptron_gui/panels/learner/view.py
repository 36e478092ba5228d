"""What a part of the learner panel is: it shows one thing that some runs have."""

from __future__ import annotations

from abc import abstractmethod
from functools import lru_cache
from typing import ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLayout, QWidget

from core.datasets.dataset import FloatArray
from core.numbers.numerals import number, superscript
from core.record.history import State
from core.run import Run
from perceptron_gui.look.layouts import in_column
from perceptron_gui.look.plots.chart import Chart
from perceptron_gui.look.size import pixels
from perceptron_gui.look.text.painted_text import CopiedWords
from perceptron_gui.look.text.small_widgets import Dye, label_of
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.model.pointing.highlight import HoverPlace
from perceptron_gui.panels.learner.listing import ListTable


class LearnerView(QWidget):
    """A heading, and what a subclass puts below it.

    `jumped` asks to go to an update, `selected` to select an example; `pointed` tells the update whose vector is under
    the mouse, or None; `changed` tells that something was worked out.
    The panel calls the rest only while it is seen.
    """

    jumped = Signal(int)
    selected = Signal(int)
    pointed = Signal(object)
    changed = Signal()

    title: ClassVar[str] = ""
    grows: ClassVar[bool] = False
    """Whether it can use more height than it needs."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__()
        self.theme = theme
        self._of_updates: ListTable | None = None
        self.player: Player | None = None
        """the one that the panel follows"""
        self.heading = label_of(scale=1.0, bold=True)
        self.entitle(self.title)
        self.column = in_column(self.heading, margins=(0, 0, 0, 4), spacing=4)
        if self.grows:  # but no more than what is in it: no gaps around a chart that is high enough
            self.column.setSizeConstraint(QLayout.SizeConstraint.SetMinAndMaxSize)
        self.setLayout(self.column)

    @staticmethod
    @abstractmethod
    def fits(run: Run) -> bool:
        """Whether there is something to show of this run."""

    def take_run(self, run: Run) -> None:
        """From now on show this one."""

    def grow(self, run: Run) -> None:
        """Its record may be longer now."""

    def show_state(self, run: Run, state: State, place: HoverPlace | None) -> None:
        """The playhead is here, and this is pointed at in the picture."""

    def light(self, update: int | None) -> None:
        """Set off the vector that this update made; None: none."""
        if self._of_updates is not None:
            self._of_updates.light(update)

    def finish(self) -> None:
        """Until what is worked out beside is there."""

    def rest(self) -> None:
        """Nobody looks: end what is worked out beside."""

    def entitle(self, title: str) -> None:
        self.heading.setText(title)
        self.setAccessibleName(title)

    def add_sentence(self) -> CopiedWords:
        """A line of words that may be read aloud and copied."""
        words = CopiedWords()
        Dye(words, self.theme, "secondary")
        self.column.addWidget(words)
        return words

    def add_table(self, table: ListTable, *, of_updates: bool) -> ListTable:
        """One whose lines stand for updates, which a click goes to, or for examples, which it selects."""
        table.chosen.connect(self.jumped if of_updates else self.selected)
        if of_updates:
            table.pointed.connect(self.pointed)
            self._of_updates = table
        self.column.addWidget(table)
        return table


class ChartView(LearnerView):
    """A plot that is high enough for a curve that swings."""

    grows: ClassVar[bool] = True

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme)
        self.chart = Chart(theme, 168)
        self.chart.setMaximumHeight(pixels(300))
        self.heading.hide()
        self.column.addWidget(self.chart)


@lru_cache(1 << 12)  # a table writes the same two hundred names again with each frame
def vector_name(update: int) -> str:
    """The vector that update k made, e.g. w⁽¹²⁾."""
    return f"w⁽{superscript(update)}⁾"


def place_name(run: Run, place: HoverPlace | None, state: State) -> str:
    """What is asked about: an example, a point of the plane; or where nothing is pointed at the example just seen."""
    row = state.index if place is None else place.row
    if row is not None and 0 <= row < run.dataset.n:
        return f"example {row + 1:,} ({'○' if run.dataset.y[row] > 0 else '×'})"
    if place is None:
        return ""
    numbers = [number(value) for value in place.x[:3]]
    hidden = ", …" if len(place.x) > len(numbers) else ""
    return f"x = ({', '.join(numbers)}{hidden})" if len(place.x) > 1 else f"x = {numbers[0]}"


def question_at(run: Run, place: HoverPlace | None, state: State) -> FloatArray | None:
    """Its numbers (d,); None at the start, where no example was seen, unless something is pointed at."""
    if place is not None:
        return place.question(run.dataset)
    if state.index < 0:
        return None
    example: FloatArray = run.dataset.X[state.index]
    return example
