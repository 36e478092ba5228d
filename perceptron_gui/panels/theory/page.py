"""The page of the theorem: corridor, inequalities and the last update, each on a card."""

from __future__ import annotations

from functools import partial
from itertools import cycle

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from core.datasets.dataset import Dataset
from core.explain.steps import change_in_numbers
from core.plots.corridor import (
    BEYOND,
    GAPS,
    MEETING,
    MISSING,
    PLACE,
    WAITING,
    corridor_plot,
    kept_axes,
    so_far,
    thing_words,
)
from core.plots.spec import PlotSpec
from core.plots.theorem import RunSnapshot
from core.plots.triangles import last_update, update_picture
from core.record.history import State
from core.run import Run
from core.theory.bounds import NAME as OWN
from core.theory.corridor_words import corridor_words
from core.theory.margin.margin import Margin
from core.theory.proof import Proof
from core.theory.theorem import ALONG, CEILING, COST, FLOOR, LENGTH, LOST, MISSED, Curves, TheoremFacts
from perceptron_gui.look.layouts import in_card, in_column, in_row
from perceptron_gui.look.plots.chart import visit
from perceptron_gui.look.text.small_widgets import quiet_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.model.pointing.highlight import Highlight, Kind
from perceptron_gui.model.theorem_view import TheoryPage
from perceptron_gui.model.threads.single_shot import single_shot
from perceptron_gui.model.visible_run import VisibleRun
from perceptron_gui.panels.theory.corridor import CorridorPlot
from perceptron_gui.panels.theory.facts import Headline
from perceptron_gui.panels.theory.inequality_table import InequalityTable
from perceptron_gui.panels.theory.lettered import deciding, leading_examples
from perceptron_gui.panels.theory.proof import ProofPage
from perceptron_gui.panels.theory.triangles import TrianglePlot

_KINDS: dict[str, Kind] = {FLOOR: "gamma", CEILING: "radius", ALONG: "star"}
"""Line → the quantity that it comes from."""


def source_of(key: str, facts: TheoremFacts, run: Run) -> tuple[Kind, tuple[int, ...]] | None:
    """Return the quantity and its examples that are lit on the canvas for a thing of the picture; None for nothing."""
    margin, state = facts.margin, facts.state
    support = () if margin.support is None else tuple(margin.support.tolist())
    kind, gap = _KINDS.get(key), next((gap for gap in GAPS if gap.name == key), None)
    if kind is not None and (kind == "radius" or margin.notation.separator != OWN):
        return kind, deciding(kind, run)
    if key == LENGTH:
        return ("example", (state.index,)) if state.moved else None
    if key == MISSING:
        certificate = run.margin.certificate
        return None if certificate is None else ("part", tuple(certificate.indices.tolist()))
    if gap is not None:
        return "part", leading_examples(run, state, gap.parts[0])
    if key in (FLOOR, ALONG):
        return "part", support
    return ("part", (*support, *deciding("radius", run))) if key in (MEETING, BEYOND) else None


def plot_of(seen: RunSnapshot, own: Curves | None) -> PlotSpec | None:
    """Return the picture of a run; the curves of one's `own` separator replace those of ŵ*."""
    counts, samples = {}, seen.samples
    if not seen.margin.theorem:
        counts[PLACE] = samples.column(lambda row: row.update)
        counts[MISSED] = samples.column(lambda row: row.missed)
        counts[LOST] = samples.column(lambda row: row.lost)
        counts[COST] = samples.column(lambda row: row.cost)
    return corridor_plot(seen.run, own or seen.curves, counts, samples.least_cost, seen.run.updates)


class TheoremPage(QWidget):
    """Corridor, inequalities and the last update; `highlight` gets what is pointed at in them.

    The sentences stand below everything if they are `open`, and below the corridor where there is no bound to see.
    """

    def __init__(
        self, player: Player, highlight: Highlight, visible: VisibleRun, theme: ThemeModel, headline: Headline
    ) -> None:
        super().__init__()
        self._player, self._highlight, self._visible = player, highlight, visible
        self._whole: PlotSpec | None = None
        self._seen: RunSnapshot | None = None
        self._own: Margin | None = None
        self._own_curves: Curves | None = None
        self._drawn: tuple[object, ...] = ()
        self._dataset: Dataset | None = None
        self._seized: PlotSpec | None = None
        """The plot when a point was seized that is being dragged; None while none is."""
        self._letting_go = single_shot(self, 120, self._let_go)
        self._settling = single_shot(self, 200, self._show_headline)
        self._facts: TheoremFacts | None = None
        """those of the plot"""
        self._told: TheoremFacts | None = None
        """those of the words"""
        self._turns = cycle((self._show_plot, self._show_words, self._show_update))
        self.headline = headline
        self.plot = CorridorPlot(theme)
        self.words = ProofPage(theme, highlight, "What the picture says")
        self.table = InequalityTable(theme, highlight)
        self.triangles = TrianglePlot(theme)
        self.more = quiet_button("More numbers", TheoryPage.NUMBERS.meaning)
        self.proof = quiet_button("Read the proof", TheoryPage.PROOF.meaning)
        self._above, self._below = in_column(margins=(0, 0, 0, 0)), in_column(margins=(0, 0, 0, 0))
        self._rows = in_card(self.table)
        self._below.addWidget(self.words)
        self._update = in_card((self.triangles, 1))
        cards = (in_card((self.plot, 1), self._above), 1), self._rows, (self._update, 1)
        buttons = in_row(self.more, self.proof, 0, margins=(0, 0, 0, 0), spacing=8)
        self.setLayout(in_column(*cards, buttons, self._below, margins=(0, 0, 0, 0), spacing=8))
        self._unfolded = self._alone = False
        self.plot.jumped.connect(self._go)
        self.plot.pointed.connect(self._light)
        highlight.changed.connect(self._follow)

    def unfold(self, unfolded: bool, *, alone: bool) -> None:
        """Show the sentences, or fold them away; a page that is shown `alone` has no way to another."""
        self._unfolded = unfolded
        self.more.setText("Fewer numbers" if unfolded else "More numbers")
        for button in (self.more, self.proof):
            button.setHidden(alone)
        self._place_words()

    def _place_words(self) -> None:
        unbounded = self._told is not None and self._told.bound is None
        if unbounded != self._alone:
            self._alone = unbounded
            (self._above if unbounded else self._below).addWidget(self.words)
        self.words.setVisible(self._unfolded or unbounded)

    def begin(self) -> None:
        """Show the progress of another run in the headline once it is over, or takes its time."""
        self._settling.start()

    def rest(self) -> None:
        self._settling.stop()

    def draw(self, seen: RunSnapshot, own: Margin | None) -> None:
        """Draw the lines, as far as the run is known; `own` is the theorem for a separator of one's own, raw."""
        if own is not self._own or self._seen is None or seen.known is not self._seen.known:
            self._own, self._own_curves = own, None if own is None else Curves(seen.told_by(own))
        if self._own_curves is not None:
            self._own_curves.extend(seen.run.history)
        self._seen = seen
        plot, shown, history = plot_of(seen, self._own_curves), self._whole, seen.run.history
        # The counts of the thread are in the picture only if there is no corridor.
        counted = None if seen.margin.theorem else seen.samples
        recorded = len(history), history.examples, seen.run.stopped, seen.known.covered
        known = seen.run, recorded, own, seen.margin, counted
        if shown is not None and known == self._drawn and self.plot.spec is shown:
            return
        self._drawn = known
        plot = self._keep_axes(plot, seen.run)
        if plot is None or shown is None or plot.remark != WAITING or plot.title != shown.title:
            self._whole = plot  # Otherwise the counts stay as they were, until there are more.
            if plot is None or not self._visible.hidden:
                self.plot.set_spec(plot)

    def _keep_axes(self, plot: PlotSpec | None, run: Run) -> PlotSpec | None:
        """Return the plot on the axes that it had when a point was seized, until the mouse button is up."""
        before, self._dataset = self._dataset, run.dataset
        if not QGuiApplication.mouseButtons():
            self._seized = None
        elif self._seized is None and before is not run.dataset:
            self._seized = self._whole
            self._letting_go.start()
        if plot is None or self._seized is None or self._whole is None or plot.title != self._seized.title:
            return plot
        return kept_axes(plot, self._seized, self._whole)

    def _let_go(self) -> None:
        """Return to the plot's usual axes once the mouse button is up."""
        if QGuiApplication.mouseButtons():
            self._letting_go.start()
        elif self._seized is not None and self._seen is not None:
            self._drawn = ()
            self.draw(self._seen, self._own)

    def show_state(self, seen: RunSnapshot, state: State, own: Margin | None) -> None:
        facts = self._visible.describe(seen.facts(state, own))
        words = corridor_words(facts, brief=True)
        self._show_plot(seen, facts, words, own)
        self._show_words(seen, facts, words, own)
        self._show_update(seen, facts, words, own)

    def show_part(self, seen: RunSnapshot, state: State, own: Margin | None) -> None:
        """Show plot, words or triangles of a run that another follows soon: the next one each time."""
        facts = self._visible.describe(seen.facts(state, own))
        next(self._turns)(seen, facts, corridor_words(facts, brief=True), own)

    def _show_words(self, seen: RunSnapshot, facts: TheoremFacts, words: Proof, own: Margin | None) -> None:
        self._told = facts
        self.words.show_proof(words, own or seen.run.margin)
        self._place_words()
        rows = self._visible.rows(facts)
        self.table.set_rows(rows, own or seen.run.margin)
        self._rows.setVisible(bool(rows))
        if seen.run.stopped is not None:
            self.rest()
        self._show_headline()

    def _show_headline(self) -> None:
        """Show the headline; for runs in a drag only once they are over, or take their time."""
        facts = self._told
        if facts is None or self._settling.isActive():
            return
        self.headline.show_state(facts.state, self._visible.totals, facts.bound)
        margin = facts.margin
        root = f", {margin.notation.bound_meaning}" if margin.notation.bound_meaning else ""
        told = f"k ≤ {margin.notation.bound} {margin.bound_written}{root}, and k is a whole number"
        self.headline.setToolTip("" if facts.bound is None else told)

    def _show_update(self, seen: RunSnapshot, facts: TheoremFacts, words: Proof, own: Margin | None) -> None:
        """Show the last update up to this moment as triangles."""
        before, after = last_update(seen.run.history, facts.state) or (None, facts.state)
        if after.example != facts.state.example:
            facts = self._visible.describe(seen.facts(after, own))
        told = "" if before is None else change_in_numbers(seen.run, after)
        self.triangles.show_picture(update_picture(facts, before), told)
        self._update.setVisible(facts.learns and not facts.margin.rule.silence)

    def _show_plot(self, seen: RunSnapshot, facts: TheoremFacts, words: Proof, own: Margin | None) -> None:
        if own is not self._own or self._seen is None or seen.run is not self._seen.run:
            self.draw(seen, own)
        plot = self._whole
        if plot is None:
            return
        place = plot.axis.place(facts.state)
        if self._visible.hidden:
            plot = so_far(plot, facts, place, ahead=self._visible.shows("curves"))
        if self.plot.spec is not plot:
            self.plot.set_spec(plot)
        self._facts = facts
        told = " ".join(line.in_words.replace("`", "") for line in words.lines)
        read = partial(thing_words, plot=plot, facts=facts)
        self.plot.set_playhead(place, facts.lines, read, f"{plot.title}. {told}")

    def _light(self, key: str | None) -> None:
        """Light on the canvas the source of a thing in the picture."""
        seen, facts = self._seen, self._facts
        source = None if key is None or seen is None or facts is None else source_of(key, facts, seen.run)
        if source is None:
            self._highlight.clear()
        else:
            self._highlight.show(*source)

    def _follow(self) -> None:
        """Light in the picture the line of a quantity that is pointed at elsewhere."""
        self.plot.light(next((key for key, kind in _KINDS.items() if kind == self._highlight.kind), None))

    def _go(self, place: int) -> None:
        if self.plot.spec is not None:
            visit(self._player, self.plot.spec.axis, place)
