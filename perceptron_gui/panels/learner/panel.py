"""The learner panel: the purpose of the learner, and the views of its run beside the theory."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent

from core.datasets.dataset import Dataset
from core.explain.ideas import FormulaPart, formulas_of, ideas_of
from core.learners import title_of
from core.spec import RunSpec
from perceptron_gui.look.layouts import ScrollPanel
from perceptron_gui.look.size import SMALL
from perceptron_gui.look.text.rich_text import NO_BREAK, Paragraph, RichText, Words
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.threads.single_shot import single_shot
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.learner.accuracy import AccuracyView
from perceptron_gui.panels.learner.curves import ErrorsView, PathView, PocketView
from perceptron_gui.panels.learner.sums import CostView, LedgerView, SupportView
from perceptron_gui.panels.learner.survivors import SurvivorsView
from perceptron_gui.panels.learner.view import LearnerView, ListTable


def idea_of(spec: RunSpec) -> Iterator[Paragraph]:
    """Yield the idea of the learner and its purpose, and its formulas, in which its own part is lit."""
    ideas = ideas_of(spec)
    yield Paragraph((Words(title_of(spec), bold=True),))
    for place, idea in enumerate(ideas):
        yield Paragraph((Words(f"{idea.does} "), Words(idea.why, "secondary")), SMALL, 4.0 if place else 6.0)
    for place, formula in enumerate(formulas_of(spec)):
        yield Paragraph(tuple(map(_drawn, formula)), above=0.0 if place else 6.0)
    if remarks := " ".join(idea.mind for idea in ideas if idea.mind):
        yield Paragraph((Words(remarks, "secondary"),), SMALL, 6.0)


def _drawn(piece: FormulaPart) -> Words:
    """Return a part of a formula that is broken into lines only at two spaces, bold if it is lit."""
    text = f"{NO_BREAK} ".join(part.replace(" ", NO_BREAK) for part in piece.text.split("  "))
    return Words(text, "ink" if piece.lit else "secondary", bold=piece.lit, lit=piece.lit)


VIEWS: tuple[type[LearnerView], ...] = (
    CostView,
    SupportView,
    PathView,
    ErrorsView,
    AccuracyView,
    PocketView,
    LedgerView,
    SurvivorsView,
)
"""The views from the top down, below the words on the learner."""


def _held_out_of(workspace: Workspace) -> Dataset | None:
    file = workspace.held_out_file.file
    return None if file is None else file.dataset


class LearnerPanel(ScrollPanel):
    """Listens to the player and to what is pointed at in the picture, while it is seen.

    The playhead is followed at once, but while it runs at most so often that a frame of the canvas need not wait.
    """

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__("Learner", 10)
        self._player, self._pointed = workspace.player, workspace.pointed
        self._highlight = workspace.highlight
        self._document = workspace.document
        self.idea = RichText(theme, "The idea of the learner", workspace.margin)
        self.views = [make(theme) for make in VIEWS]
        for view in self.views:
            if isinstance(view, AccuracyView):
                view.held_out = partial(_held_out_of, workspace)
        self._stale = self._pointing = False
        self._pause = single_shot(self, 60, self._catch_up)  # Milliseconds between two states shown.
        self._growing = single_shot(self, 200, self._grow)  # Milliseconds between two looks at a record that grows.
        self.column.addWidget(self.idea)
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
        self._document.spec_changed.connect(self._show_idea)
        self._show_idea()

    def _show_idea(self) -> None:
        self.idea.write(tuple(idea_of(self._document.spec)))

    @property
    def fitting(self) -> list[LearnerView]:
        """The views that have something to show for the run."""
        run = self._player.visible.run_for("curves")
        return [] if run is None else [view for view in self.views if view.fits(run)]

    def ready(self) -> bool:
        """Wait for the threads of the views; return True."""
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

    def _grow(self) -> None:
        run = self._player.visible.run_for("curves")
        if run is not None and self.isVisible():
            for view in self.fitting:
                view.grow(run)
            self._refresh()

    def _refresh(self) -> None:
        """Show the present state at once, or as soon as the pause after the last one is over."""
        if not self.isVisible():
            return
        if self._pause.isActive():
            self._stale = True
        else:
            self._show_now()
            self._pause.start()

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
        """Give the space below to the tables that have more lines than they show, the uppermost first.

        Charts come before them, as high as is useful; tables below keep the space of their usual lines, so that nothing
        moves if one of them gets longer.
        """
        fitting = self.fitting
        for view in fitting:
            view.column.activate()  # New text may be higher.
        tables = [table for view in fitting for table in view.findChildren(ListTable) if table.isVisible()]
        needed = self.column.totalHeightForWidth(self.viewport().width()) - sum(table.taken for table in tables)
        worth = sum(view.maximumHeight() - view.sizeHint().height() for view in fitting if view.grows)
        free = self.viewport().height() - needed - worth
        for place, table in enumerate(tables, 1):
            free -= table.take_room(free - sum(below.lacking for below in tables[place:]))

    def _point(self, update: int | None) -> None:
        """Light the vector under the mouse wherever it is drawn, and end the light of an earlier one."""
        if update is not None:
            self._highlight.show("vector", update=update)
        elif self._pointing:
            self._highlight.clear()
        self._pointing = update is not None

    def _light(self) -> None:
        for view in self.views:
            view.light(self._highlight.update)
