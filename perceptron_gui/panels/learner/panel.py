"""The learner panel: the purpose of the learner, and the views of its run beside the theory."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from core.explain.code import FormulaPart, formulas_of, ideas_of
from core.learners import title_of
from core.record.history import State
from core.run import Run
from core.spec import RunSpec
from perceptron_gui.look.size import SMALL
from perceptron_gui.look.text.rich_text import NO_BREAK, Paragraph, RichText, Words
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.following import FollowingPanel
from perceptron_gui.panels.learner.curves import AccuracyView, ErrorsView, PathView, PocketView
from perceptron_gui.panels.learner.sums import CostView, LedgerView, SupportView, SurvivorsView
from perceptron_gui.panels.learner.view import LearnerView


def idea_of(spec: RunSpec) -> Iterator[Paragraph]:
    """Yield the idea of the learner and its purpose, and its formulas, in which its own part is lit."""
    ideas = ideas_of(spec)
    yield Paragraph((Words(title_of(spec), bold=True),))
    for place, idea in enumerate(ideas):
        yield Paragraph((Words(f"{idea.does} {idea.why}"),), SMALL, 4.0 if place else 6.0)
    for place, formula in enumerate(formulas_of(spec)):
        yield Paragraph(tuple(map(_drawn, formula)), above=0.0 if place else 6.0)
    if remarks := " ".join(idea.mind for idea in ideas if idea.mind):
        yield Paragraph((Words(remarks),), SMALL, 6.0)


def _drawn(piece: FormulaPart) -> Words:
    """Return a part of a formula that is broken into lines only at two spaces, bold if it is lit."""
    text = f"{NO_BREAK} ".join(part.replace(" ", NO_BREAK) for part in piece.text.split("  "))
    return Words(text, "ink" if piece.lit else "secondary", bold=piece.lit, lit=piece.lit)


def is_a_sum(run: Run) -> bool:
    """Return whether the classifier of a run is a sum over examples, or nothing else can be shown of it."""
    plain = not (run.predictor.own or run.rule.threshold)
    return not run.predictor.votes and (plain or not run.space.has_coordinates)


VIEWS: dict[type[LearnerView], Callable[[Run], object]] = {
    CostView: lambda run: run.rule.cost,
    SupportView: lambda run: run.rule.threshold,
    PathView: lambda run: run.predictor.blends and run.dataset.d == 2 and run.space.has_coordinates,
    ErrorsView: lambda run: run.predictor.own,
    AccuracyView: lambda run: True,
    PocketView: lambda run: run.predictor.counts_errors,
    LedgerView: is_a_sum,
    # A vector may survive more than one example, so that the number matters.
    SurvivorsView: lambda run: run.predictor.survival and (run.predictor.votes or not run.rule.every_example),
}
"""View → whether it has something to show for a run over data; from the top down, below the words on the learner."""


class LearnerPanel(FollowingPanel):
    """The idea of the learner, and below it the views that its run has; they follow the playhead and the pointer."""

    secret = "curves"
    pause_ms = 60
    growth_ms = 200

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__("Learner", workspace, 10)
        self.idea = RichText(theme, "The idea of the learner", workspace.margin)
        self.views = [make(workspace, theme) for make in VIEWS]
        self.workers = [worker for view in self.views for worker in view.workers]
        self._pointing = False
        self.column.addWidget(self.idea)
        for view in self.views:
            view.hide()
            self.column.addWidget(view, view.stretch)
            view.changed.connect(self.refresh)
            view.pointed.connect(self._point)
        self.column.addStretch()
        workspace.pointed.changed.connect(self.refresh)
        workspace.document.spec_changed.connect(self.wake_again)

    def wake(self) -> None:
        self.idea.write(tuple(idea_of(self.workspace.document.spec)))

    @property
    def fitting(self) -> list[LearnerView]:
        """The views that have something to show for the run."""
        return [view for view in self.views if view.isVisibleTo(self)]

    def ready(self) -> bool:
        for _ in range(2):
            self.refresh_now()
            super().ready()
        self.refresh_now()
        return True

    def take_run(self, run: Run) -> None:
        self._point(None)
        for view in self.views:
            fits = run.dataset.n > 0 and bool(VIEWS[type(view)](run))
            view.setVisible(fits)
            if fits:
                view.take_run(run)
            else:
                view.rest()

    def show_state(self, run: Run, state: State) -> None:
        for view in self.fitting:
            view.show_state(run, state)

    def grow(self, run: Run) -> None:
        for view in self.fitting:
            view.grow(run)
        self.refresh()

    def rest(self) -> None:
        for view in self.views:
            view.rest()
        self._point(None)

    def _point(self, update: int | None) -> None:
        """Light the vector under the mouse wherever it is drawn, and end the light of an earlier one."""
        if update is not None:
            self.workspace.highlight.show("vector", update=update)
        elif self._pointing:
            self.workspace.highlight.clear()
        self._pointing = update is not None
