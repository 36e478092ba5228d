"""The theory panel: why the run must stop, in numbers, plots and inequalities at the playhead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from core.cycles import Cycle, CycleDetector, can_cycle
from core.numerals import at_most, column, in_full, number
from core.record.history import State
from core.run import Run
from core.theory.diagnosis import diagnose
from core.theory.margin import Margin
from core.theory.theorem import Curves, Inequality, inequalities
from perceptron_gui.look.lettering import readable
from perceptron_gui.look.sentences import counted
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.document import Document
from perceptron_gui.model.player import Player
from perceptron_gui.panels.theory.chart import Chart
from perceptron_gui.panels.theory.diagnosis_note import DiagnosisNote
from perceptron_gui.panels.theory.headline import Headline
from perceptron_gui.panels.theory.inequality_table import InequalityTable
from perceptron_gui.panels.theory.pictures import PICTURES

_GROWING_MS = 40
_SMALL = 0.9
_NARROWEST = 380
_COMPONENTS = 4


class TheoryPanel(QScrollArea):
    """Listens to the player while it is seen; `document` is there because every panel is made from the same three.

    A plot that does not apply takes no room: where a certificate shows that there is no ŵ*, one that needs it; where
    the theorem does not speak of the learner, one that shows the theorem.
    """

    def __init__(self, player: Player, document: Document, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self._theme = theme
        self._curves: Curves | None = None
        self._cycles: CycleDetector | None = None
        self.headline = Headline(theme)
        self.note = DiagnosisNote(theme)
        self.charts = {name: Chart(theme) for name in PICTURES}
        self.table = InequalityTable(theme)
        self.facts = QLabel()
        self._lay_out()
        self._growing = QTimer(self)
        self._growing.setSingleShot(True)
        self._growing.setInterval(_GROWING_MS)
        self._growing.timeout.connect(self._redraw)
        for chart in self.charts.values():
            chart.jumped.connect(partial(self._go, chart))
        player.run_changed.connect(self._take_run)
        player.record_grew.connect(self._grow)
        player.shown.connect(self._show_state)
        theme.changed.connect(self._restyle)
        self._restyle()
        if player.run is not None:
            self._take_run(player.run)

    def _lay_out(self) -> None:
        self.facts.setWordWrap(True)
        self.facts.setFont(readable(self.font(), _SMALL))
        self.facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.facts.setAccessibleName("Margin, radius and best separator")
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(6)
        for widget in (self.headline, self.note, *self.charts.values(), self.table, self.facts):
            layout.addWidget(widget, 1 if isinstance(widget, Chart) else 0)
        layout.addStretch()
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(_NARROWEST)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Theory")

    @Slot(object)
    def _take_run(self, run: Run) -> None:
        self._curves = Curves(run.margin)
        self._cycles = CycleDetector(run.dataset.n) if can_cycle(run) else None
        self._say(run, None)
        self.facts.setText(facts(run.margin, 4))
        self.facts.setToolTip(facts(run.margin, 10))
        self._redraw()

    @Slot()
    def _grow(self) -> None:
        if not self._growing.isActive():
            self._growing.start()

    @Slot()
    def _redraw(self) -> None:
        run = self._player.run
        if run is None or self._curves is None or not self.isVisible():
            return
        self._curves.extend(run.history)
        if self._cycles is not None and (cycle := self._cycles.extend(run.history)) is not None:
            self._say(run, cycle)
            self._cycles = None
        for name, draw in PICTURES.items():
            self.charts[name].set_picture(draw(self._curves, run))
        if self._player.state is not None:
            self._show_state(self._player.state)

    def _go(self, chart: Chart, place: int) -> None:
        if chart.picture is not None:
            chart.picture.axis.go(self._player, place)

    def _say(self, run: Run, cycle: Cycle | None) -> None:
        """What is special about the data; and that the run repeats itself, once it is known to."""
        proven = run.margin.theorem and run.margin.separable is True
        special = not proven or run.dataset.positives in {0, run.dataset.n}
        diagnosis = diagnose(run.dataset, run.margin, first=1)
        if cycle is not None:
            diagnosis = replace(diagnosis, detail=f"{diagnosis.detail} {cycle.sentence}".strip())
        self.note.show_diagnosis(diagnosis, special=special)

    @Slot(object)
    def _show_state(self, state: State) -> None:
        run = self._player.run
        if run is None or not self.isVisible():
            return
        rows = inequalities(state, run.margin)
        self.table.set_rows(rows)
        if (cost := run.objective(state.update)) is not None:
            self.facts.setText(f"{run.rule.cost} = {number(cost)} at this step")
        bound = run.margin.bound
        promise = run.margin.bound_formula
        self.headline.setToolTip("" if bound is None else f"k ≤ {promise} = {in_full(bound)}, and k is a whole number")
        most = "" if bound is None else f"k ≤ {at_most(bound)}"
        self.headline.set_texts(f"{state.update:,}", f"of {counted(run.updates, 'update')}", most)
        self._move_playheads(state, rows)

    def _move_playheads(self, state: State, rows: tuple[Inequality, ...]) -> None:
        lefts = {row.key: row.left for row in rows}
        for chart in self.charts.values():
            if (picture := chart.picture) is not None:
                place = picture.axis.place(state)
                numbers = self.table.numbers_of(picture.row) or picture.numbers(place)
                chart.set_playhead(place, picture.dots(place, lefts), numbers)

    @Slot()
    def _restyle(self) -> None:
        theme = self._theme.current
        palette = self.facts.palette()
        palette.setColor(self.facts.foregroundRole(), theme.color("secondary"))
        self.facts.setPalette(palette)

    def hideEvent(self, event: QHideEvent) -> None:
        self._growing.stop()

    def showEvent(self, event: QShowEvent) -> None:
        self._redraw()


def facts(margin: Margin, digits: int) -> str:
    """γ, R and ŵ* in one line, as far as they exist; the components of ŵ* have a digit less, to leave room."""
    radius = f"R = {number(margin.radius, digits)}"
    if margin.gamma is None:
        return radius
    if margin.w_star is None or margin.b_star is None:
        return f"γ = {number(margin.gamma, digits)}, {radius}"
    star = f"ŵ* = {_vector(margin.w_star.tolist(), digits - 1)}, b* = {number(margin.b_star, digits - 1)}"
    return f"γ = {number(margin.gamma, digits)}, {radius}, {star}"


def _vector(components: Sequence[float], digits: int) -> str:
    shown = column(components[:_COMPONENTS], digits)
    return f"({', '.join([*shown, '…'] if len(components) > _COMPONENTS else shown)})"
