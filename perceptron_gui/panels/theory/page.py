"""The page of the theorem: corridor, inequalities and the last update, each on a card."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QWidget

from core.explain.wording import change, text_of
from core.plots.corridor import SOURCES, WAITING, in_powers_of_ten, kept_axes, so_far, source_of, thing_words
from core.plots.spec import PlotSpec
from core.plots.theorem import RunSnapshot, corridor_of
from core.plots.triangles import last_update, update_picture
from core.record.history import State
from core.theory.corridor_words import corridor_words
from core.theory.margin.margin import Margin
from core.theory.theorem import Curves, TheoremFacts
from perceptron_gui.look.layouts import in_card, in_column, in_row
from perceptron_gui.look.plots.chart import visit
from perceptron_gui.look.text.small_widgets import quiet_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.theorem_view import TheoryPage
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.theory.pictures import CorridorPlot, TrianglePlot
from perceptron_gui.panels.theory.proof import InequalityTable, ProofPage


class TheoremPage(QWidget):
    """Corridor, inequalities and the last update; the workspace's highlight gets what is pointed at in them.

    The sentences stand below everything if they are unfolded, and below the corridor where there is no bound to see.
    """

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__()
        self._workspace, self._visible = workspace, workspace.visible
        self._highlight = workspace.highlight
        self._seen: RunSnapshot | None = None
        self._facts: TheoremFacts | None = None
        self._own: Margin | None = None
        self._own_curves: Curves | None = None
        self._corridor: PlotSpec | None = None
        """all of the corridor, whatever is hidden"""
        self._edit = 0
        self._before: PlotSpec | None = None
        """the corridor before the drag of a point, until the next edit"""
        self._unfolded = self._above_rows = False
        self.plot = CorridorPlot(theme, self._spoken)
        self.words = ProofPage(theme, workspace, "What the picture says")
        self.table = InequalityTable(theme, self._highlight)
        self.triangles = TrianglePlot(theme)
        self.more = quiet_button("More numbers", TheoryPage.NUMBERS.meaning)
        self.proof = quiet_button("Read the proof", TheoryPage.PROOF.meaning)
        self.whole = quiet_button("Whole corridor", "All of it, up to where floor and ceiling meet, in powers of ten")
        self.whole.setCheckable(True)
        self._above, self._below = in_column(margins=(0, 0, 0, 0)), in_column(self.words, margins=(0, 0, 0, 0))
        self._rows, self._update = in_card(self.table), in_card((self.triangles, 1))
        cards = (in_card((self.plot, 1), self._above), 1), self._rows, (self._update, 1)
        buttons = in_row(self.more, self.proof, self.whole, 0, margins=(0, 0, 0, 0), spacing=8)
        self.setLayout(in_column(*cards, buttons, self._below, margins=(0, 0, 0, 0), spacing=8))
        self.whole.toggled.connect(self._show_whole)
        self.plot.jumped.connect(partial(visit, workspace.player, self.plot))
        self.plot.pointed.connect(self._light)
        self._highlight.changed.connect(self._follow)

    def unfold(self, unfolded: bool, *, alone: bool) -> None:
        """Show the sentences, or fold them away; a page that is shown `alone` has no way to another."""
        self._unfolded = unfolded
        self.more.setText("Fewer numbers" if unfolded else "More numbers")
        for button in (self.more, self.proof):
            button.setHidden(alone)

    def show_moment(self, seen: RunSnapshot, state: State, own: Margin | None) -> TheoremFacts:
        """Show a moment of a run, and return its numbers; `own` is the theorem for one's own separator, raw."""
        margin = own or seen.run.margin
        self._facts = facts = self._visible.describe(seen.facts(state, own))
        if seen is not self._seen or own is not self._own:
            self._draw(seen, own)
        self._show_corridor()
        rows = self._visible.rows(facts)
        self.table.set_rows(rows, margin)
        self._rows.setVisible(bool(rows))
        self._show_update(seen, facts, own)
        self._show_words(facts, margin)
        return facts

    def _draw(self, seen: RunSnapshot, own: Margin | None) -> None:
        if own is not self._own or self._seen is None or seen.curves is not self._seen.curves:
            self._own_curves = None if own is None else Curves(seen.told_by(own))
        if self._own_curves is not None:
            self._own_curves.extend(seen.run.history)
        self._seen, self._own = seen, own
        plot, shown = self._with_kept_axes(corridor_of(seen, self._own_curves)), self._corridor
        if plot is None or shown is None or plot.remark != WAITING or plot.title != shown.title:
            self._corridor = plot  # Otherwise the counts stay as they were, until there are more.

    def _with_kept_axes(self, plot: PlotSpec | None) -> PlotSpec | None:
        """Return the plot on the axes that it had before a drag, if the last edit is one."""
        stack = self._workspace.document.undo_stack
        if stack.index() != self._edit:
            last = stack.command(stack.index() - 1) if stack.index() == self._edit + 1 else None
            self._edit = stack.index()
            self._before = None if last is None or last.id() < 0 else self._corridor  # Only a gesture has an id.
        before, last_plot = self._before, self._corridor
        if plot is None or before is None or last_plot is None or plot.title != before.title:
            return plot
        return kept_axes(plot, before, last_plot)

    def _show_corridor(self) -> None:
        plot, facts = self._corridor, self._facts
        if facts is None or plot is None:
            self.plot.set_spec(None)
            return
        place = plot.axis.place(facts.state)
        if self._visible.view.hidden:
            plot = so_far(plot, facts, place, ahead=self._visible.shows("curves"))
        self.whole.setVisible(plot.meeting is not None and plot.limit > plot.x.high and not self.more.isHidden())
        if self.whole.isChecked() and not self.whole.isHidden():
            plot = in_powers_of_ten(plot)
        if plot is not self.plot.spec:
            self.plot.set_spec(plot)
        self.plot.set_playhead(place, facts.lines, partial(thing_words, plot=plot, facts=facts))

    def _show_whole(self, on: bool) -> None:
        self.whole.setText("Near the run" if on else "Whole corridor")
        self._show_corridor()

    def _spoken(self) -> str:
        if self._facts is None or self._corridor is None:
            return ""
        lines = corridor_words(self._facts, brief=True).lines
        title = self._corridor.title if self.plot.spec is None else self.plot.spec.title
        return f"{title}. {' '.join(line.in_words.replace('`', '') for line in lines)}"

    def _show_update(self, seen: RunSnapshot, facts: TheoremFacts, own: Margin | None) -> None:
        self._update.setVisible(facts.learns and not facts.margin.rule.silence)
        if self._update.isHidden():
            return
        before, after = last_update(seen.run.history, facts.state) or (None, facts.state)
        if after.example != facts.state.example:
            facts = self._visible.describe(seen.facts(after, own))
        told = "" if before is None else text_of([*change(seen.run, after)])
        self.triangles.show_picture(update_picture(facts, before), told)

    def _show_words(self, facts: TheoremFacts, margin: Margin) -> None:
        unbounded = facts.bound is None
        if unbounded != self._above_rows:
            self._above_rows = unbounded
            (self._above if unbounded else self._below).addWidget(self.words)
        self.words.setVisible(self._unfolded or unbounded)
        if not self.words.isHidden():
            self.words.show_proof(corridor_words(facts, brief=True), margin)

    def _light(self, key: str | None) -> None:
        seen, facts = self._seen, self._facts
        source = None if key is None or seen is None or facts is None else source_of(key, facts, seen.run)
        if source is None:
            self._highlight.clear()
        else:
            self._highlight.show(*source)

    def _follow(self) -> None:
        self.plot.light(next((key for key, kind in SOURCES.items() if kind == self._highlight.kind), None))
