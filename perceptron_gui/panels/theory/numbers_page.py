"""The theorem in numbers: headline, diagnosis, plots and inequalities at the playhead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import cycle

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from core.analysis.mistake_samples import wrong_at
from core.plots.spec import PlotSpec
from core.record.history import State
from core.theory.bound_gap import Part, missing
from core.theory.margin.margin import Margin
from core.theory.theorem import TheoremFacts
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.plots.chart import Chart, visit
from perceptron_gui.look.text.diagnosis_note import DiagnosisNote
from perceptron_gui.look.text.small_widgets import label_of
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.model.pointing.highlight import Highlight
from perceptron_gui.model.threads.sampler import Samples
from perceptron_gui.model.threads.single_shot import single_shot
from perceptron_gui.panels.theory.facts import Facts, Headline
from perceptron_gui.panels.theory.gap_bar import GapBar, contributors_words, leading_examples
from perceptron_gui.panels.theory.inequality_table import InequalityTable, row_numbers
from perceptron_gui.panels.theory.pictures import HALVES, HERO, PICTURES, RunSnapshot, in_updates


class NumbersPage(QWidget):
    """A plot that does not apply takes no room.

    That is, where a certificate shows that there is no ŵ*, one that needs it; where the theorem does not speak of the
    learner, one that shows the theorem. What is pointed at in the bar goes to `highlight`.
    """

    def __init__(self, player: Player, highlight: Highlight, theme: ThemeModel) -> None:
        super().__init__()
        self._player, self._highlight = player, highlight
        self._counted: tuple[State | None, int | None] = (None, None)
        self._promise = ""
        self.headline = Headline(theme)
        self.note = DiagnosisNote(theme)
        # A plot in half the width is higher at least, for its numbers take a line.
        self.charts = {name: Chart(theme, 140 if name in HALVES else 112) for name in PICTURES}
        self.bound_gap = GapBar(theme)
        self.table = InequalityTable(theme, highlight)
        self.own_name = label_of("The same with your line u:", wraps=False)
        self.own_table = InequalityTable(theme, highlight)
        self.facts = Facts(theme, highlight)
        self._halves = QWidget()
        self._settling = single_shot(self, 200, self._show_headline)
        parts: list[Callable[[RunSnapshot, TheoremFacts, Margin | None], None]] = [
            self._show_rows,
            *(partial(self._show_chart, name) for name in PICTURES),
        ]
        self._turns = cycle(parts)
        self._lay_out()
        for chart in self.charts.values():
            chart.jumped.connect(partial(self._go, chart))
        self.charts[HERO].resized.connect(self._align)
        self.bound_gap.pointed.connect(self._point_at_part)

    def begin(self) -> None:
        """Another run: how far it has come is told once it is over, or takes its time."""
        self._settling.start()

    def rest(self) -> None:
        self._settling.stop()

    def draw(self, seen: RunSnapshot) -> None:
        """All plots, as far as the run is known."""
        for name, draw in PICTURES.items():
            self._draw(name, draw(seen))
        self.facts.show_run(seen.run, seen.margin, seen.samples.slack)

    def show_state(self, seen: RunSnapshot, state: State, own: Margin | None) -> None:
        """All numbers there; `own` is the theorem for a separator of one's own, raw."""
        facts = seen.facts(state, with_gap=True)
        self._show_rows(seen, facts, own)
        self._show_gap(seen, facts)
        lefts = self._lefts(seen, facts)
        for chart in self.charts.values():
            self._move_playhead(chart, facts, lefts)

    def show_part(self, seen: RunSnapshot, state: State, own: Margin | None) -> None:
        """The numbers, or one plot of a run that another follows soon: another one each time."""
        next(self._turns)(seen, seen.facts(state, with_gap=True), own)

    def _lay_out(self) -> None:
        head = self.headline, self.note, (self.charts[HERO], 2)
        rows = self.bound_gap, self.table, self.own_name, self.own_table, self.facts
        others = [(chart, 1) for name, chart in self.charts.items() if name not in {HERO, *HALVES}]
        self._halves.setLayout(in_row(*((self.charts[name], 1) for name in HALVES), margins=(0, 0, 0, 0)))
        column = in_column(*head, *rows, *others, (self._halves, 1), margins=(0, 0, 0, 0), spacing=6)
        column.addStretch()
        self.setLayout(column)

    def _draw(self, name: str, picture: PlotSpec | None) -> None:
        self.charts[name].set_spec(picture)
        self._halves.setVisible(any(self.charts[half].spec is not None for half in HALVES))

    @Slot()
    def _align(self) -> None:
        """The bar of the room under the bound stands under the axis of the plot that it explains."""
        bound = self._player.visible.run and self._player.visible.run.margin.bound
        self.bound_gap.span = self.charts[HERO].span_of(bound) if bound else None
        self.bound_gap.update()

    def _go(self, chart: Chart, place: int) -> None:
        if chart.spec is not None:
            visit(self._player, chart.spec.axis, place)

    def _show_rows(self, seen: RunSnapshot, facts: TheoremFacts, own: Margin | None) -> None:
        run = seen.run
        self.table.set_rows(facts.rows, run.margin)
        self.table.setVisible(bool(facts.rows))
        self.facts.show_epoch(facts.state.epoch)
        self.own_name.setVisible(own is not None)
        self.own_table.setVisible(own is not None)
        if own is not None:
            self.own_table.set_rows(run.inequalities(facts.state, None, seen.told_by(own)), own)
        self._promise = seen.margin.notation.bound
        if run.stopped is not None:
            self._settling.stop()
        self._show_headline()

    def _show_gap(self, seen: RunSnapshot, facts: TheoremFacts) -> None:
        self._align()
        told = partial(contributors_words, seen.run, facts.state, facts.bound_gap)
        lacking = missing(seen.run.margin, facts.state.update)
        self.bound_gap.set_bound_gap(facts.bound_gap, seen.margin, told, lacking)

    def _show_chart(self, name: str, seen: RunSnapshot, facts: TheoremFacts, own: Margin | None) -> None:
        """What is counted beside it stays as it was until another run is there to stay."""
        picture = PICTURES[name](replace(seen, samples=Samples()))
        if picture is None or picture.curves:
            self._draw(name, picture)
            if name == HERO:
                self._show_gap(seen, facts)
            self._move_playhead(self.charts[name], facts, self._lefts(seen, facts))

    @Slot()
    def _show_headline(self) -> None:
        """While points are dragged one run follows another: none is told before it is over, or takes its time."""
        run, state = self._player.visible.run, self._player.state
        if run is None or state is None or self._settling.isActive():
            return
        bound = run.margin.bound_at_most
        root = f", {run.margin.notation.bound_meaning}" if run.margin.notation.bound_meaning else ""
        tip = "" if bound is None else f"k ≤ {self._promise} {run.margin.bound_written}{root}, and k is a whole number"
        self.headline.setToolTip(tip)
        self.headline.show_state(state, self._player.visible.totals, bound)

    def _lefts(self, seen: RunSnapshot, facts: TheoremFacts) -> dict[str, float]:
        """The values of the curves at the playhead; mistakes on all examples, where they are drawn, once a state."""
        lefts = {row.key: row.left for row in facts.rows}
        lefts |= in_updates(lefts, facts.state.update, seen.margin)
        if facts.cost is not None:
            lefts["cost"] = facts.cost
        if self.charts["mistakes"].spec is not None:
            if self._counted[0] is not facts.state:
                self._counted = facts.state, wrong_at(seen.run, facts.state)
            if self._counted[1] is not None:
                lefts["last"] = self._counted[1]
        return lefts

    def _move_playhead(self, chart: Chart, facts: TheoremFacts, lefts: dict[str, float]) -> None:
        picture = chart.spec
        if picture is not None:
            place = picture.axis.place(facts.state)
            numbers = row_numbers(facts.rows, picture.row) or picture.numbers(place, lefts)
            bands = self.bound_gap.bands() if picture.gap else ()
            chart.set_playhead(place, picture.dots(place, lefts), numbers, bands)

    @Slot(object)
    def _point_at_part(self, part: Part | None) -> None:
        if part is None:
            self._highlight.clear()
        else:
            self._highlight.show("part", leading_examples(self._player.visible.run, self._player.state, part))
