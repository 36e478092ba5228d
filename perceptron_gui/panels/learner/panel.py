"""The learner panel: what the learner is for, its numbers, and what there is to see of its run beside the theory."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Slot
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from core.explain.ideas import Formula, formula_text, formulas_of, ideas_of
from core.learners import title_of
from core.spec import RunSpec
from perceptron_gui.look.layouts import ScrollPanel, in_column
from perceptron_gui.look.text.small_widgets import SMALL, label_of
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.threads.single_shot import single_shot
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.learner.cost import CostView
from perceptron_gui.panels.learner.curves import ErrorsView, PathView, PocketView
from perceptron_gui.panels.learner.listing import ListTable
from perceptron_gui.panels.learner.numbers import NumbersBox
from perceptron_gui.panels.learner.sums import LedgerView, SupportView
from perceptron_gui.panels.learner.survivors import SurvivorsView
from perceptron_gui.panels.learner.view import LearnerView

_NO_BREAK = "\u00a0"
_LIT = 0.25


class IdeaBox(QWidget):
    """What the learner does and why one wants it, and its formulas, in which what is its own is lit.

    Follows the options of the document.
    """

    def __init__(self, document: Document, theme: ThemeModel) -> None:
        super().__init__()
        self._document, self._theme = document, theme
        self.heading = label_of(scale=1.0, bold=True)
        self.words, self.formulas, self.mind = (
            label_of(scale=scale, copied=True, rich=True) for scale in (SMALL, 1.0, SMALL)
        )
        parts = self.heading, self.words, self.formulas, self.mind
        self.setLayout(in_column(*parts, margins=(0, 0, 0, 0), spacing=6))
        document.spec_changed.connect(self._show)
        theme.changed.connect(self._show)
        self._show()

    @Slot()
    def _show(self) -> None:
        spec, theme = self._document.spec, self._theme.current
        ideas, formulas = ideas_of(spec), formulas_of(spec)
        self.heading.setText(title_of(spec))
        told = (f"{escape(idea.does)} {_grey(idea.why, theme)}" for idea in ideas)
        self.words.setText(
            "".join(f'<p style="margin: {4 * bool(place)}px 0 0 0">{p}</p>' for place, p in enumerate(told))
        )
        self.formulas.setText("<br>".join(_drawn(formula, theme) for formula in formulas))
        self.formulas.setAccessibleName("\n".join(map(formula_text, formulas)))
        remarks = " ".join(idea.mind for idea in ideas if idea.mind)
        self.mind.setText(_grey(remarks, theme))
        self.mind.setVisible(bool(remarks))
        self.setAccessibleName(_told(spec, remarks))


def _told(spec: RunSpec, remarks: str) -> str:
    sentences = [sentence for idea in ideas_of(spec) for sentence in (idea.does, idea.why)]
    return " ".join([f"{title_of(spec)}:", *sentences, remarks]).strip()


def _grey(words: str, theme: Theme) -> str:
    return f'<span style="color: {theme.secondary}">{escape(words)}</span>'


def _drawn(formula: Formula, theme: Theme) -> str:
    """Broken into lines only where two spaces are; bold on a ground of its own where it is lit."""
    lit = theme.mixed("now", "panel", _LIT).name()
    pieces = []
    for piece in formula:
        first, *others = (escape(part).replace(" ", _NO_BREAK) for part in piece.text.split("  "))
        text = f"{_NO_BREAK} ".join([first, *others])
        style = f"color: {theme.ink}; background-color: {lit}; font-weight: bold" if piece.lit else ""
        pieces.append(f'<span style="{style or f"color: {theme.secondary}"}">{text}</span>')
    return "".join(pieces)


VIEWS: tuple[type[LearnerView], ...] = (
    CostView,
    SupportView,
    PathView,
    ErrorsView,
    PocketView,
    LedgerView,
    SurvivorsView,
)
"""From the top down, below the words of the learner and its numbers."""


class LearnerPanel(ScrollPanel):
    """Listens to the player and to what is pointed at in the picture, while it is seen.

    The playhead is followed at once, but while it runs at most so often that a frame of the canvas need not wait.
    """

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__("Learner", 10)
        self._player, self._pointed = workspace.player, workspace.pointed
        self._highlight = workspace.highlight
        self.idea, self.numbers = IdeaBox(workspace.document, theme), NumbersBox(workspace.document, theme)
        self.views = [make(theme) for make in VIEWS]
        self._stale = self._pointing = False
        self._pause = single_shot(self, 60, self._catch_up)  # ms between two states shown
        self._growing = single_shot(self, 200, self._grow)  # ms between two looks at a record that grows
        self.column.addWidget(self.idea)
        self.column.addWidget(self.numbers)
        for view in self.views:
            self.column.addWidget(view, 1 if view.grows else 0)
            view.player = self._player
            view.jumped.connect(self._player.visit_update)
            view.selected.connect(lambda row: workspace.selection.set([row]))
            view.changed.connect(self._refresh)
            view.pointed.connect(self._point)
        self.column.addStretch()
        self._player.run_changed.connect(self._take_run)
        self._player.record_grew.connect(self._growing.soon)
        self._player.shown.connect(self._refresh)
        self._pointed.changed.connect(self._refresh)
        self._highlight.changed.connect(self._light)
        workspace.visible.changed.connect(self._refresh)

    @property
    def fitting(self) -> list[LearnerView]:
        """The views that have something to show of the run."""
        run = self._player.visible.run_for("curves")
        return [] if run is None else [view for view in self.views if view.fits(run)]

    def ready(self) -> bool:
        """Wait for what the views compute beside; return True."""
        for _ in range(2):
            self._show_now()
            for view in self.fitting:
                view.finish()
        self._show_now()
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._part_room()

    def hideEvent(self, event: QHideEvent) -> None:
        self._pause.stop()
        self._growing.stop()
        for view in self.views:
            view.rest()
        self._point(None)

    def showEvent(self, event: QShowEvent) -> None:
        self._take_run()

    @Slot()
    def _take_run(self) -> None:
        run = self._player.visible.run_for("curves")
        if run is None or not self.isVisible():
            return
        self._point(None)
        fitting = self.fitting
        for view in self.views:
            view.setVisible(view in fitting)
            if view in fitting:
                view.take_run(run)
            else:
                view.rest()
        self._refresh()

    @Slot()
    def _grow(self) -> None:
        run = self._player.visible.run_for("curves")
        if run is not None and self.isVisible():
            for view in self.fitting:
                view.grow(run)
            self._refresh()

    @Slot()
    def _refresh(self) -> None:
        """Show the present state at once, or as soon as the pause after the last one is over."""
        if not self.isVisible():
            return
        if self._pause.isActive():
            self._stale = True
        else:
            self._show_now()
            self._pause.start()

    @Slot()
    def _catch_up(self) -> None:
        if self._stale:
            self._refresh()

    def _show_now(self) -> None:
        self._stale = False
        run, state = self._player.visible.run_for("curves"), self._player.state
        if run is not None and state is not None:
            for view in self.fitting:
                view.show_state(run, state, self._pointed.place)
            self._part_room()

    def _part_room(self) -> None:
        """What is left below goes to the tables that have more lines than they show, the uppermost first.

        Charts come before them, as high as they are worth; and tables below keep the room of their usual lines, so
        that nothing moves because one of them gets longer.
        """
        fitting = self.fitting
        for view in fitting:
            view.column.activate()  # what was just written may be higher
        tables = [table for view in fitting for table in view.findChildren(ListTable) if table.isVisible()]
        needed = self.column.totalHeightForWidth(self.viewport().width()) - sum(table.taken for table in tables)
        worth = sum(view.maximumHeight() - view.sizeHint().height() for view in fitting if view.grows)
        free = self.viewport().height() - needed - worth
        for place, table in enumerate(tables, 1):
            free -= table.take_room(free - sum(below.lacking for below in tables[place:]))

    @Slot(object)
    def _point(self, update: int | None) -> None:
        """Light the vector under the mouse wherever it is seen, and put out what a view here lit."""
        if update is not None:
            self._highlight.show("vector", update=update)
        elif self._pointing:
            self._highlight.clear()
        self._pointing = update is not None

    @Slot()
    def _light(self) -> None:
        for view in self.views:
            view.light(self._highlight.update)
