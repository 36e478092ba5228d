"""The learner panel: the purpose of the learner, and the views of its run beside the theory."""

from __future__ import annotations

from core.explain.code import FormulaPart, formulas_of, ideas_of
from core.learners import title_of
from core.record.history import State
from core.run import Run
from perceptron_gui.look.size import SMALL
from perceptron_gui.look.text.rich_text import NO_BREAK, Paragraph, RichText, Words
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.following import FollowingPanel
from perceptron_gui.panels.learner.view import LearnerView
from perceptron_gui.panels.learner.views import VIEWS


def _drawn(piece: FormulaPart) -> Words:
    """Return a part of a formula that is broken into lines only at two spaces, bold if it is lit."""
    text = f"{NO_BREAK} ".join(part.replace(" ", NO_BREAK) for part in piece.text.split("  "))
    return Words(text, "ink" if piece.lit else "secondary", bold=piece.lit, lit=piece.lit)


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
        self.column.addWidget(self.idea)
        for view in self.views:
            view.hide()
            self.column.addWidget(view, view.stretch)
            view.changed.connect(self.refresh)
        self.column.addStretch()
        workspace.pointed.changed.connect(self.refresh)
        workspace.document.spec_changed.connect(self.wake_again)

    def wake(self) -> None:
        """Show the idea of the learner and its purpose, and its formulas, in which its own part is lit."""
        spec = self.workspace.document.spec
        told, ideas = [Paragraph((Words(title_of(spec), bold=True),))], ideas_of(spec)
        for place, idea in enumerate(ideas):
            told.append(Paragraph((Words(f"{idea.does} {idea.why}"),), SMALL, 4.0 if place else 6.0))
        for place, formula in enumerate(formulas_of(spec)):
            told.append(Paragraph(tuple(map(_drawn, formula)), above=0.0 if place else 6.0))
        if remarks := " ".join(idea.mind for idea in ideas if idea.mind):
            told.append(Paragraph((Words(remarks),), SMALL, 6.0))
        self.idea.write(told)

    @property
    def fitting(self) -> list[LearnerView]:
        return [view for view in self.views if view.isVisibleTo(self)]

    def ready(self) -> bool:
        for _ in range(3):
            super().ready()
            self.refresh()
        return True

    def take_run(self, run: Run) -> None:
        for view in self.views:
            view.point(None)
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
