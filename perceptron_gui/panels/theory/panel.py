"""The theory panel: why the run must stop, in numbers, plots and inequalities at the playhead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import cycle
from math import acos, degrees

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from core.analysis.cycles import Cycle, CycleDetector, can_cycle
from core.analysis.mistake_samples import wrong_at
from core.explain import STYLES
from core.numbers.numerals import at_most, in_full, number
from core.numbers.plurals import counted, plural
from core.record.history import History, State
from core.run import Run
from core.theory.bound_gap import SIDEWAYS, Part, leading, missing
from core.theory.diagnosis import diagnose
from core.theory.margin.margin import in_units
from core.theory.proof import Proof
from core.theory.theorem import Curves
from perceptron_gui.look.plots.chart import Chart
from perceptron_gui.look.plots.picture import Picture
from perceptron_gui.look.text.diagnosis_note import DiagnosisNote
from perceptron_gui.look.text.lettering import readable
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.pointing.highlight import Kind
from perceptron_gui.model.threads.sampler import Sampler, Samples
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.theory.facts import Facts
from perceptron_gui.panels.theory.gap_bar import GapBar
from perceptron_gui.panels.theory.head import Head
from perceptron_gui.panels.theory.headline import Headline
from perceptron_gui.panels.theory.inequality_table import InequalityTable, Rows, row_numbers
from perceptron_gui.panels.theory.lettered import point_at
from perceptron_gui.panels.theory.own_separator import OwnSeparatorBar
from perceptron_gui.panels.theory.pictures import HALVES, HERO, PICTURES
from perceptron_gui.panels.theory.pictures.squeeze import in_updates
from perceptron_gui.panels.theory.proof.page import ProofPage
from perceptron_gui.panels.theory.proof.scrub import Scrub
from perceptron_gui.panels.theory.proof.telling import proof_at
from perceptron_gui.panels.theory.run_snapshot import RunSnapshot

_GROWING_MS, _SETTLING_MS, _CALM_MS = 40, 200, 150
_MANY_RUNS = 2
"""So many runs, each soon after the one before, are a point that is dragged."""
_NARROWEST = 380
_HERO_SHARE = 2
_HEIGHT, _HALF_HEIGHT = 112, 140
"""The least of a plot, and of one in half the width, whose numbers take a line."""
_NAMED = 4
_SMALL = 0.9


class TheoryPanel(QScrollArea):
    """Listens to the player while it is seen.

    A plot that does not apply takes no room: where a certificate shows that there is no ŵ*, one that needs it; where
    the theorem does not speak of the learner, one that shows the theorem. What is pointed at goes to `highlight`.
    """

    def __init__(self, workspace: Workspace, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._player = player = workspace.player
        self._highlight = highlight = workspace.highlight
        self._theorem_view, self._own_separator = workspace.theorem_view, workspace.own_separator
        self._curves: Curves | None = None
        self._cycles: CycleDetector | None = None
        self._counted: tuple[State | None, dict[str, float]] = (None, {})
        self._sampler = Sampler(self, lambda: player.playing)
        self.headline = Headline(theme)
        self.note = DiagnosisNote(theme)
        self.charts = {name: Chart(theme, _HALF_HEIGHT if name in HALVES else _HEIGHT) for name in PICTURES}
        self.bound_gap = GapBar(theme)
        self.table = InequalityTable(theme, highlight)
        self.facts = Facts(theme, highlight)
        self.head = Head(self._theorem_view)
        self.page = ProofPage(theme, highlight)
        self.own = OwnSeparatorBar(player, self._own_separator, self._theorem_view, theme)
        self.own_name = QLabel("The same with your separator u:")
        self.own_name.setFont(readable(self.font(), _SMALL))
        self.own_table = InequalityTable(theme, highlight)
        self._numbers, self._halves = QWidget(), QWidget()
        self._scrub = Scrub(player, self._own_separator)
        self._in_a_row = 0
        self._record: History | None = None
        parts: list[Callable[[Run, State, Rows], None]] = [
            self._show_numbers,
            *(partial(self._show_chart, name) for name in PICTURES),
        ]
        self._turns = cycle(parts)
        self._lay_out()
        self._calming = self._timer(_CALM_MS, self._settle)
        self._growing = self._timer(_GROWING_MS, self._redraw)
        self._settling = self._timer(_SETTLING_MS, self._show_headline)
        for chart in self.charts.values():
            chart.jumped.connect(partial(self._go, chart))
        self.charts[HERO].resized.connect(self._align)
        for source in (self.table, self.own_table, self.page):
            source.pointed.connect(self._point)
        self.page.seized.connect(self._scrub.seize)
        self.page.dragged.connect(self._scrub.drag)
        self.head.copy_asked.connect(self._copy)
        self._theorem_view.changed.connect(self._retell)
        self._own_separator.changed.connect(self._show_own)
        self.bound_gap.pointed.connect(self._point_at_part)
        self._sampler.changed.connect(self._redraw)
        player.run_changed.connect(self._take_run)
        player.record_grew.connect(self._grow)
        player.shown.connect(self._show_state)
        if player.run is not None:
            self._take_run(player.run)

    def copied(self, style: str) -> str:
        """The proof at the playhead in one of the styles of core/explain; empty where there is no run."""
        run, state = self._player.run, self._player.state
        if run is None or state is None:
            return ""
        proof = self._proof(run, state)
        return STYLES[style].page(f"{proof.title} (k = {state.update:,})", proof.paragraphs)

    def wait(self) -> None:
        """Until what is computed beside is there, for a picture of it; the event loop then shows it."""
        if self._player.run is not None and self._curves is not None:
            self._curves.extend(self._player.run.history)
        self._sampler.wait()
        self._redraw()

    def _lay_out(self) -> None:
        content, outer, layout = QWidget(), QVBoxLayout(), QVBoxLayout(self._numbers)
        content.setLayout(outer)
        outer.setContentsMargins(12, 4, 12, 4)
        layout.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(2)
        layout.setSpacing(6)
        others = [chart for name, chart in self.charts.items() if name not in {HERO, *HALVES}]
        rows = (self.bound_gap, self.table, self.own_name, self.own_table, self.facts)
        for widget in (self.headline, self.note, self.charts[HERO], *rows, *others):
            share = _HERO_SHARE if widget is self.charts[HERO] else 1 if widget in others else 0
            layout.addWidget(widget, share)
        halves = QHBoxLayout(self._halves)
        halves.setContentsMargins(0, 0, 0, 0)
        for name in HALVES:
            halves.addWidget(self.charts[name], 1)
        layout.addWidget(self._halves, 1)
        layout.addStretch()
        for widget, share in ((self.head, 0), (self.own, 0), (self._numbers, 1), (self.page, 0)):
            outer.addWidget(widget, share)
        outer.addStretch()
        self._turn()
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(_NARROWEST)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Theory")

    def _timer(self, milliseconds: int, then: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(then)
        return timer

    @Slot(str)
    def _copy(self, style: str) -> None:
        QGuiApplication.clipboard().setText(self.copied(style))

    def _turn(self) -> None:
        """Show the numbers, or the proof."""
        self._numbers.setVisible(not self._theorem_view.proof)
        self.page.setVisible(self._theorem_view.proof)

    @Slot()
    def _retell(self) -> None:
        """All of it in the manner that was chosen."""
        self._turn()
        run = self._player.run
        if run is not None:
            self._curves = Curves(in_units(run.margin, self._theorem_view.units))
            self._redraw()

    @Slot()
    def _show_own(self) -> None:
        if self.isVisible():
            self.own.refresh()
            if self._player.state is not None:
                self._show_state(self._player.state)

    def _proof(self, run: Run, state: State) -> Proof:
        return proof_at(run, state, self._sampler.samples.slack, self._theorem_view.units, self.own.margin(run))

    @Slot(object)
    def _take_run(self, run: Run) -> None:
        if run.history is not self._record:  # else more is known of the same run
            self._in_a_row = self._in_a_row + 1 if self._calming.isActive() else 0
            self._record = run.history
        self._calming.start()
        self._settling.start()
        self._curves = Curves(in_units(run.margin, self._theorem_view.units))
        self._cycles = CycleDetector(run.dataset.n) if can_cycle(run) else None
        if self._hurried:
            self._sampler.follow(None)
        else:
            self._take_up(run)

    def _take_up(self, run: Run) -> None:
        self._say(run, None)
        self.facts.show_run(run, None, self._theorem_view.units)
        if self.isVisible():
            self._sampler.follow(run if _needs_samples(run) else None)
        self._redraw()

    @property
    def _hurried(self) -> bool:
        """Whether one run follows another, as while a point is dragged: a frame has time for one part of the panel."""
        return self._in_a_row >= _MANY_RUNS

    @Slot()
    def _settle(self) -> None:
        """The run on display stays: show all of it."""
        hurried, self._in_a_row = self._hurried, 0
        if hurried and self._player.run is not None:
            self._take_up(self._player.run)

    @Slot()
    def _grow(self) -> None:
        if not self._growing.isActive():
            self._growing.start()

    @Slot()
    def _redraw(self) -> None:
        run = self._player.run
        if run is None or self._curves is None or not self.isVisible() or self._hurried:
            return
        self._sampler.grow()
        if self._cycles is not None and (found := self._cycles.extend(run.history)) is not None:
            self._say(run, found)
            self._cycles = None
        self.own.refresh()
        seen = RunSnapshot(run, self._curves, self._sampler.samples, self._theorem_view.units)
        for name, draw in PICTURES.items():
            self._draw(name, draw(seen))
        self.facts.show_run(run, self._sampler.samples.slack, self._theorem_view.units)
        if self._player.state is not None:
            self._show_state(self._player.state)
        if 0 < self._curves.covered < run.updates:
            self._growing.start()

    def _draw(self, name: str, picture: Picture | None) -> None:
        self.charts[name].set_picture(picture)
        self._halves.setVisible(any(self.charts[half].picture is not None for half in HALVES))

    @Slot()
    def _align(self) -> None:
        """The room bar stands under the axis of the plot that it explains."""
        bound = self._player.run and self._player.run.margin.bound
        self.bound_gap.span = self.charts[HERO].span_of(bound) if bound else None
        self.bound_gap.update()

    def _go(self, chart: Chart, place: int) -> None:
        if chart.picture is not None:
            chart.picture.axis.go(self._player, place)

    def _say(self, run: Run, cycle: Cycle | None) -> None:
        """What is special about the data; and that the run repeats itself, once it is known to."""
        proven = run.margin.theorem and run.margin.gamma is not None
        special = not proven or run.dataset.positives in {0, run.dataset.n}
        diagnosis = diagnose(run.dataset, run.margin, first=1)
        if cycle is not None:
            diagnosis = replace(diagnosis, detail=f"{diagnosis.detail} {cycle.sentence}".strip())
        self.note.show_diagnosis(diagnosis, special=special)

    @Slot(object)
    def _show_state(self, state: State) -> None:
        run = self._player.run
        if run is None or self._curves is None or not self.isVisible():
            return
        if self._theorem_view.proof:
            self.page.show_proof(self._proof(run, state), self.own.margin(run) or run.margin)
            return
        rows = run.inequalities(state, self._sampler.samples.slack, in_units(run.margin, self._theorem_view.units))
        if self._hurried:
            next(self._turns)(run, state, rows)
            return
        self._show_numbers(run, state, rows)
        self._show_room(run, state)
        lefts = self._lefts(run, state, rows)
        for chart in self.charts.values():
            self._move_playhead(chart, state, rows, lefts)

    def _show_numbers(self, run: Run, state: State, rows: Rows) -> None:
        self.table.set_rows(rows, run.margin)
        self.table.setVisible(bool(rows))
        self.facts.show_epoch(state.epoch)
        own = self.own.margin(run)
        self.own_name.setVisible(own is not None)
        self.own_table.setVisible(own is not None)
        if own is not None:
            self.own_table.set_rows(run.inequalities(state, None, in_units(own, self._theorem_view.units)), own)
        if run.stopped is not None:
            self._settling.stop()
        self._show_headline()

    def _show_room(self, run: Run, state: State) -> None:
        bound_gap = None
        if run.gap_along is not None:
            run.gap_along.extend(run.history)
            bound_gap = run.gap_along.at(run.history, state)
        self._align()
        self.bound_gap.set_bound_gap(
            bound_gap,
            in_units(run.margin, self._theorem_view.units),
            self._contributors,
            missing(run.margin, state.update),
        )

    def _show_chart(self, name: str, run: Run, state: State, rows: Rows) -> None:
        """One plot of a run that another follows soon; what is counted beside it stays as it was until then."""
        units = self._theorem_view.units
        curves = self._curves or Curves(in_units(run.margin, units))
        picture = PICTURES[name](RunSnapshot(run, curves, Samples(), units))
        if picture is None or picture.curves:
            self._draw(name, picture)
            if name == HERO:
                self._show_room(run, state)
            self._move_playhead(self.charts[name], state, rows, self._lefts(run, state, rows))

    @Slot()
    def _show_headline(self) -> None:
        """While points are dragged one run follows another: none is told before it is over, or takes its time."""
        run, state = self._player.run, self._player.state
        if run is None or state is None or self._settling.isActive():
            return
        bound = run.margin.bound
        promise = in_units(run.margin, self._theorem_view.units).bound_formula
        root = f", {run.margin.bound_meaning}" if run.margin.bound_meaning else ""
        tip = "" if bound is None else f"k ≤ {promise} = {in_full(bound)}{root}, and k is a whole number"
        self.headline.setToolTip(tip)
        most = "" if bound is None else f"k ≤ {at_most(bound)}"
        forms = (f"of {counted(run.updates, 'update')}", f"of {run.updates:,}")
        self.headline.set_texts(f"{state.update:,}", forms, most)

    def _lefts(self, run: Run, state: State, rows: Rows) -> dict[str, float]:
        """The values of the curves at the playhead; what is summed over all examples only once a state."""
        if self._counted[0] is not state:
            self._counted = state, self._count(run, state)
        lefts = {row.key: row.left for row in rows}
        lefts |= in_updates(lefts, state.update, in_units(run.margin, self._theorem_view.units))
        return lefts | self._counted[1]

    def _count(self, run: Run, state: State) -> dict[str, float]:
        """The cost, and the mistakes of the last vector where they are drawn, by the rows of their curves."""
        counted = {"cost": run.objective(state.update)}
        if self.charts["mistakes"].picture is not None:
            counted["last"] = wrong_at(run, state)
        return {row: value for row, value in counted.items() if value is not None}

    def _move_playhead(self, chart: Chart, state: State, rows: Rows, lefts: dict[str, float]) -> None:
        picture = chart.picture
        if picture is None:
            return
        place = picture.axis.place(state)
        numbers = row_numbers(rows, picture.row) or picture.numbers(place, lefts)
        bands = self.bound_gap.bands() if picture.gap else ()
        chart.set_playhead(place, picture.dots(place, lefts), numbers, bands)

    @Slot(object)
    def _point(self, kind: Kind | None) -> None:
        point_at(self._highlight, kind, self._player.run)

    @Slot(object)
    def _point_at_part(self, part: Part | None) -> None:
        if part is None:
            self._highlight.clear()
        else:
            self._highlight.show("part", self._leading(part))

    def _leading(self, part: Part) -> tuple[int, ...]:
        """The examples that contribute most to a part at the playhead."""
        run, state = self._player.run, self._player.state
        if run is None or state is None or run.gap_along is None or not state.update:
            return ()
        contributions = run.gap_along.contributions(run.history, state, part)
        return () if contributions is None else tuple(leading(contributions).tolist())

    def _contributors(self, part: Part) -> str:
        """What a tooltip says of them, or of the angle where they are not known."""
        rows = self._leading(part)
        angle = ""
        if part is SIDEWAYS and self.bound_gap.bound_gap is not None:
            angle = f"The angle between w and ŵ* is {number(degrees(acos(self.bound_gap.bound_gap.cosine)), 3)}°. "
        if not rows:
            return angle
        named = ", ".join(f"{row + 1:,}" for row in rows[:_NAMED])
        more = f" and {len(rows) - _NAMED} more" if len(rows) > _NAMED else ""
        return f"{angle}Most of it comes from {plural('example', len(rows))} {named}{more}."

    def hideEvent(self, event: QHideEvent) -> None:
        self._growing.stop()
        self._settling.stop()
        self._sampler.stop()

    def showEvent(self, event: QShowEvent) -> None:
        run = self._player.run
        if run is not None:
            self._sampler.follow(run if _needs_samples(run) else None)
        self._redraw()


def _needs_samples(run: Run) -> bool:
    """Whether there is a plot of mistakes, losses or cost."""
    return bool(run.dataset.n) and not (run.margin.theorem and run.margin.separable)
