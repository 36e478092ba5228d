"""What the theorem says besides: diagnosis, plots, the gap under the bound, and the other inequalities."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, cycle, pairwise

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.analysis.held_out_errors import Samples, wrong_at
from core.numbers.numerals import number, plural
from core.plots.spec import PlotSpec
from core.plots.theorem import HALVES, HERO, PICTURES, RunSnapshot, in_updates
from core.record.history import State
from core.run import Run
from core.theory.bound_gap import DEPTH, PARTS, SHORT, SIDEWAYS, SURPLUS, BoundGap, Part, leading, missing
from core.theory.margin.margin import Margin
from core.theory.theorem import TheoremFacts
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.plots.chart import Chart, visit
from perceptron_gui.look.plots.painting import Band
from perceptron_gui.look.plots.sheet import PlotSheet
from perceptron_gui.look.text.diagnosis_note import DiagnosisNote
from perceptron_gui.look.text.small_widgets import label_of
from perceptron_gui.look.theme import PALEST, Theme, ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.model.pointing.highlight import Highlight
from perceptron_gui.panels.theory.facts import Facts
from perceptron_gui.panels.theory.inequality_table import BESIDE, InequalityTable, row_numbers
from perceptron_gui.panels.theory.lettered import contributions_to, leading_examples

_NAMED = 4


def contributors_words(run: Run, state: State, gap: BoundGap | None, part: Part) -> str:
    """Return the words of a tooltip on them, or on the angle if they are unknown."""
    angle = ""
    if part is SIDEWAYS and gap is not None:
        angle = f"The angle between w and ŵ* is {'' if gap.known else 'at most '}{number(gap.angle, 3)}°. "
    contributions = contributions_to(run, state, part)
    rows = leading(contributions)
    if not len(rows):
        return angle
    half = contributions[rows].sum() >= contributions[contributions > 0].sum() / 2
    share = "At least half of it comes" if half else "The largest parts of it come"
    named = ", ".join(f"{row + 1:,}" for row in rows[:_NAMED].tolist())
    more = f" and {len(rows) - _NAMED} more" if len(rows) > _NAMED else ""
    return f"{angle}{share} from {plural('example', len(rows))} {named}{more}."


_BAR = 16.0
_GAP = 4.0
_SWATCH = 14.0
_ALPHAS = {SURPLUS: 0.85, SIDEWAYS: 0.6, DEPTH: 0.36, SHORT: 0.16}
"""The opacity of each part in the plot above, from the end of k on, as its lines lie from the bottom up."""


def _shades(theme: Theme) -> list[QColor]:
    """Return the shades of the bar, from the end of k on."""
    return theme.shades("promise", len(_ALPHAS))


@dataclass(frozen=True)
class _Cell:
    part: Part
    bar: QRectF
    label: QRectF


class GapBar(PlotSheet[Part]):
    """The bar from 0 to R²/γ²: k, surplus, sideways, depth and short. `pointed` carries a Part, or None."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme)
        self.bound_gap: BoundGap | None = None
        """The visible parts; None before the first update."""
        self.span: tuple[float, float] | None = None
        """the left and right of the bar in pixels, if it lies under an axis of the same scale"""
        self._margin: Margin | None = None
        self._numbers: dict[Part, str] = dict.fromkeys(PARTS, "–")
        self._told: Callable[[Part], str] = lambda part: ""
        self._missing = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def sum(self) -> str:
        """The equation in numbers; "=" only if it is true as written."""
        if self._margin is None or self.bound_gap is None:
            return ""
        room, name = self.bound_gap.written(), self._margin.notation.bound
        most = self.bound_gap.relation(self._margin)
        return f"{name} − {self.bound_gap.update:,} {most} {room.total} {room.relation} {' + '.join(room.terms)}"

    def set_bound_gap(
        self, bound_gap: BoundGap | None, margin: Margin, told: Callable[[Part], str], missing: str
    ) -> None:
        """Show the gap at the playhead, or why it is `missing`; `told` returns the examples that contribute most."""
        self.bound_gap, self._margin, self._told, self._missing = bound_gap, margin, told, missing
        texts = ("–",) * len(PARTS) if bound_gap is None else bound_gap.written().terms
        self._numbers = dict(zip(PARTS, texts, strict=True))
        self.setVisible(margin.bound is not None)
        words = ", ".join(f"{part.name} {number}" for part, number in self._numbers.items()) if bound_gap else missing
        self.setAccessibleName(f"Gap under the bound: {words}")
        self.update()

    def bands(self) -> tuple[Band, ...]:
        """Return the parts as they lie over k in a plot whose upright scale is in updates."""
        alphas = _ALPHAS.values()
        return tuple(Band(low, high, alpha) for (low, high), alpha in zip(self._ends(), alphas, strict=False))

    def sizeHint(self) -> QSize:
        line = QFontMetricsF(self.font()).height()
        return QSize(340, round(line + _GAP + _BAR + _GAP + line))

    def in_order(self) -> Sequence[Part]:
        return () if self.bound_gap is None else PARTS

    def describe(self, thing: Part) -> str:
        return f"{thing.name}: {self._numbers[thing]} updates"

    def thing_at(self, place: QPointF) -> Part | None:
        if self.bound_gap is None:
            return None
        cells = self._cells(self.font())
        return next((cell.part for cell in cells if cell.bar.contains(place) or cell.label.contains(place)), None)

    def tip_at(self, place: QPointF) -> str:
        part = self.thing_at(place)
        return self.tip(part) if part else self.sum

    def tip(self, part: Part) -> str:
        """Return the meaning of a part, its size and the examples that contribute most to it."""
        if self._margin is None or self.bound_gap is None:
            return ""
        meaning = f"{part.name}: {part.meant(self._margin)}"
        divided = f"{part.written(self._margin)}, divided by {self._margin.notation.part_divisor}"
        formula = f"{part.name} = {divided}: {self._numbers[part]} updates"
        return "\n".join(filter(None, [meaning, self._told(part), formula, self.sum]))

    def draw(self, painter: QPainter, theme: Theme) -> None:
        if self._margin is None or self._margin.bound is None:
            return
        line = QFontMetricsF(self.font()).height()
        heading = QRectF(0, 0, self.width(), line)
        painter.setPen(theme.color("secondary"))
        painter.drawText(heading, Qt.AlignmentFlag.AlignLeft, f"where {self._margin.notation.bound} − k goes")
        left, right = self._sides
        whole = QRectF(left, line + _GAP, right - left, _BAR)
        font = self.font()
        cells = self._cells(font)
        if self.bound_gap is not None:
            painter.setPen(theme.color("ink"))
            painter.drawText(heading, Qt.AlignmentFlag.AlignRight, f"{self.bound_gap.written().total} updates")
            self._paint_bars(painter, theme, whole, cells)
        elif self._margin.start:
            painter.drawText(heading, Qt.AlignmentFlag.AlignRight, self._missing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(theme.pen("secondary", 1, share=PALEST))
        painter.drawRect(whole)
        for cell, shade in zip(cells, _shades(theme), strict=True):
            self._paint_label(painter, theme, cell, shade, font)

    @property
    def _sides(self) -> tuple[float, float]:
        return self.span or (0.0, float(self.width()))

    def _ends(self) -> list[tuple[float, float]]:
        """Return the ends of each part, in updates; nothing before the first update."""
        if self.bound_gap is None:
            return []
        return list(pairwise(accumulate([self.bound_gap.update, *map(self.bound_gap.of, _ALPHAS)])))

    def _cells(self, font: QFont) -> list[_Cell]:
        line, metrics = QFontMetricsF(self.font()).height(), QFontMetricsF(font)
        bars = [QRectF()] * len(_ALPHAS)
        if self._margin is not None and self._margin.bound:
            left, right = self._sides
            scale = (right - left) / self._margin.bound
            top = line + _GAP
            bars = [QRectF(left + a * scale, top, (z - a) * scale, _BAR) for a, z in self._ends()] or bars
        widths = [_SWATCH + metrics.horizontalAdvance(self._label(part)) for part in _ALPHAS]
        between = max(self.width() - sum(widths), 0.0) / (len(widths) - 1)
        lefts = accumulate((width + between for width in widths[:-1]), initial=0.0)
        labels = (QRectF(at, line + _BAR + 2 * _GAP, width, line) for at, width in zip(lefts, widths, strict=True))
        return list(map(_Cell, _ALPHAS, bars, labels))

    def _label(self, part: Part) -> str:
        return f"{part.name} {self._numbers[part]}"

    def _paint_bars(self, painter: QPainter, theme: Theme, whole: QRectF, cells: list[_Cell]) -> None:
        so_far = QRectF(whole.left(), whole.top(), cells[0].bar.left() - whole.left(), _BAR)
        painter.fillRect(so_far, theme.color("now"))
        for cell, shade in zip(cells, _shades(theme), strict=True):
            painter.fillRect(cell.bar, shade)
            painter.setPen(theme.pen("page", 1))
            painter.drawLine(cell.bar.topLeft(), cell.bar.bottomLeft())
            if cell.part is self.thing:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(theme.pen("ink", 2))
                painter.drawRect(cell.bar.adjusted(0.5, 0.5, -0.5, -0.5))

    def _paint_label(self, painter: QPainter, theme: Theme, cell: _Cell, shade: QColor, font: QFont) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shade)
        painter.drawRect(QRectF(cell.label.left(), cell.label.center().y() - 5, 10, 10))
        font.setUnderline(cell.part is self.thing)
        painter.setFont(font)
        painter.setPen(theme.color("ink"))
        painter.drawText(cell.label.adjusted(_SWATCH, 0, 2, 0), Qt.AlignmentFlag.AlignVCenter, self._label(cell.part))


class MoreNumbers(QWidget):
    """The numbers below the page of the theorem; a plot that does not apply is hidden.

    That is a plot that needs ŵ* if a certificate shows that there is none, and a plot of the theorem if the theorem
    does not speak of the learner. `highlight` gets what is pointed at in the bar.
    """

    def __init__(self, player: Player, highlight: Highlight, theme: ThemeModel) -> None:
        super().__init__()
        self._player, self._highlight = player, highlight
        self._counted: tuple[State | None, int | None] = (None, None)
        self.note = DiagnosisNote(theme)
        self.charts = {name: Chart(theme, 170 if name == HERO else 140) for name in PICTURES}
        self.bound_gap = GapBar(theme)
        self.table = InequalityTable(theme, highlight)
        self.own_name = label_of("The same with your line u:", wraps=False)
        self.own_table = InequalityTable(theme, highlight)
        self.facts = Facts(theme, highlight)
        self._halves = QWidget()
        parts: list[Callable[[RunSnapshot, TheoremFacts, Margin | None], None]] = [
            self._show_rows,
            *(partial(self._show_chart, name) for name in PICTURES),
        ]
        self._turns = cycle(parts)
        self._lay_out()
        for chart in self.charts.values():
            chart.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            chart.jumped.connect(partial(self._go, chart))
        self.charts[HERO].resized.connect(self._align)
        self.bound_gap.pointed.connect(self._point_at_part)

    def draw(self, seen: RunSnapshot) -> None:
        """Draw all plots, as far as the run is known."""
        for name, draw in PICTURES.items():
            self._draw(name, draw(seen))
        self.facts.show_run(seen.run, seen.margin, seen.samples.slack)

    def show_state(self, seen: RunSnapshot, state: State, own: Margin | None) -> None:
        """Show all numbers at a state; `own` is the theorem for a separator of one's own, raw."""
        facts = seen.facts(state, with_gap=True)
        self._show_rows(seen, facts, own)
        self._show_gap(seen, facts)
        lefts = self._lefts(seen, facts)
        for chart in self.charts.values():
            self._move_playhead(chart, facts, lefts)

    def show_part(self, seen: RunSnapshot, state: State, own: Margin | None) -> None:
        """Show the numbers, or one plot, of a run that another follows soon: the next one each time."""
        next(self._turns)(seen, seen.facts(state, with_gap=True), own)

    def _lay_out(self) -> None:
        head = self.note, self.charts[HERO]
        rows = self.bound_gap, self.table, self.own_name, self.own_table, self.facts
        others = [chart for name, chart in self.charts.items() if name not in {HERO, *HALVES}]
        self._halves.setLayout(in_row(*((self.charts[name], 1) for name in HALVES), margins=(0, 0, 0, 0)))
        column = in_column(*head, *rows, *others, self._halves, margins=(0, 0, 0, 0), spacing=6)
        self.setLayout(column)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _draw(self, name: str, picture: PlotSpec | None) -> None:
        self.charts[name].set_spec(picture)
        self._halves.setVisible(any(self.charts[half].spec is not None for half in HALVES))

    def _align(self) -> None:
        """Put the bar of the gap under the axis of the plot that it explains."""
        bound = self._player.visible.run and self._player.visible.run.margin.bound
        self.bound_gap.span = self.charts[HERO].span_of(bound) if bound else None
        self.bound_gap.update()

    def _go(self, chart: Chart, place: int) -> None:
        if chart.spec is not None:
            visit(self._player, chart.spec.axis, place)

    def _show_rows(self, seen: RunSnapshot, facts: TheoremFacts, own: Margin | None) -> None:
        run = seen.run
        # With a separator of one's own the page has its rows, so that those of ŵ* are all here.
        rows = tuple(row for row in facts.rows if own is not None or row.key in BESIDE)
        self.table.set_rows(rows, run.margin)
        self.table.setVisible(bool(rows))
        self.facts.show_epoch(facts.state.epoch)
        self.own_name.setVisible(own is not None)
        self.own_table.setVisible(own is not None)
        if own is not None:
            self.own_table.set_rows(run.inequalities(facts.state, None, seen.told_by(own)), own)

    def _show_gap(self, seen: RunSnapshot, facts: TheoremFacts) -> None:
        self._align()
        told = partial(contributors_words, seen.run, facts.state, facts.bound_gap)
        lacking = missing(seen.run.margin, facts.state.update)
        self.bound_gap.set_bound_gap(facts.bound_gap, seen.margin, told, lacking)

    def _show_chart(self, name: str, seen: RunSnapshot, facts: TheoremFacts, own: Margin | None) -> None:
        """Draw one plot. Counts of the thread stay until another run settles."""
        picture = PICTURES[name](replace(seen, samples=Samples()))
        if picture is None or picture.curves:
            self._draw(name, picture)
            if name == HERO:
                self._show_gap(seen, facts)
            self._move_playhead(self.charts[name], facts, self._lefts(seen, facts))

    def _lefts(self, seen: RunSnapshot, facts: TheoremFacts) -> dict[str, float]:
        """Return the values of the curves at the playhead; mistakes, if they are drawn, are counted once a state."""
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

    def _point_at_part(self, part: Part | None) -> None:
        if part is None:
            self._highlight.clear()
        else:
            self._highlight.show("part", leading_examples(self._player.visible.run, self._player.state, part))
