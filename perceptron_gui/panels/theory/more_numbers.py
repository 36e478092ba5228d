"""What the theorem says besides: diagnosis, plots, the gap under the bound, other inequalities, and γ, R and ŵ*."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from html import escape
from itertools import accumulate, pairwise

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from core.analysis.cycles import CycleDetector, can_cycle
from core.numbers.numerals import number
from core.plots.theorem import HALVES, HERO, PICTURES, RunSnapshot, values_at
from core.record.history import History, State
from core.run import Run
from core.theory import bound_gap
from core.theory.bounds import SlackBound
from core.theory.corridor_words import told_in_brief
from core.theory.margin.margin import Margin
from core.theory.quantities import explained_prose
from core.theory.theorem import TheoremFacts
from perceptron_gui.look.card import DiagnosisNote
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.plots.chart import Chart, PlotSheet, visit
from perceptron_gui.look.plots.painting import Band
from perceptron_gui.look.size import SMALL, dress
from perceptron_gui.look.text.sentences import unbroken
from perceptron_gui.look.text.small_widgets import label_of
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.model.workspace import Highlight, Workspace
from perceptron_gui.panels.theory.proof import InequalityTable


class MoreNumbers(QWidget):
    """The numbers below the page; a plot that has nothing to say of the learner, or of data without ŵ*, is hidden."""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__()
        self._player, self._highlight = workspace.player, workspace.highlight
        self._seen: RunSnapshot | None = None
        self._record: History | None = None
        self._cycles = CycleDetector(0)
        self.note = DiagnosisNote(theme)
        self.charts = {name: Chart(theme, 170 if name == HERO else 140) for name in PICTURES}
        self.bound_gap = GapBar(theme)
        self.table = InequalityTable(workspace, theme)
        self.own_name = label_of("The same with your line u:", wraps=False)
        self.own_table = InequalityTable(workspace, theme)
        self.facts = Facts(theme, workspace.highlight)
        halves = in_row(*((self.charts[name], 1) for name in HALVES), margins=(0, 0, 0, 0))
        rows = self.bound_gap, self.table, self.own_name, self.own_table, self.facts
        others = [chart for name, chart in self.charts.items() if name not in {HERO, *HALVES}]
        self.setLayout(in_column(self.note, self.charts[HERO], *rows, *others, halves, margins=(0, 0, 0, 0), spacing=6))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        for chart in self.charts.values():
            chart.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            chart.jumped.connect(partial(visit, workspace.player, chart))
        self.bound_gap.pointed.connect(self._point_at_part)

    def show_moment(self, seen: RunSnapshot, state: State, own: Margin | None) -> None:
        """Show all numbers at a state; `own` is the theorem for a separator of one's own, raw."""
        if seen is not self._seen:
            self._seen = seen
            self.look_for_cycle(seen.run)
            found = self._cycles.extend(seen.run.history, 0)
            self.note.show_run(seen.run, "" if found is None else found.sentence)
            for name, draw in PICTURES.items():
                self.charts[name].set_spec(draw(seen))
        facts = seen.facts(state, with_gap=True)
        self._show_rows(seen, facts, own)
        self.bound_gap.show_facts(seen.run, facts)
        lefts = values_at(seen, facts, mistakes=self.charts["mistakes"].spec is not None)
        for chart in self.charts.values():
            if (picture := chart.spec) is not None:
                place = picture.axis.place(state)
                row = facts.row(picture.row)
                numbers = f" {row.relation} ".join(row.written) if row else picture.numbers(place, lefts)
                bands = self.bound_gap.bands() if picture.gap else ()
                chart.set_playhead(place, picture.dots(place, lefts), numbers, bands)

    def look_for_cycle(self, run: Run) -> bool:
        """Search a part of the record for a cycle, which the diagnosis then names; return whether there is more."""
        if run.history is not self._record:
            self._record, self._cycles = run.history, CycleDetector(run.dataset.n if can_cycle(run) else 0)
        if self._cycles.is_behind(run.history) and (found := self._cycles.extend(run.history, 1)) is not None:
            self.note.show_run(run, found.sentence)  # One block takes a millisecond.
        return self._cycles.is_behind(run.history)

    def _show_rows(self, seen: RunSnapshot, facts: TheoremFacts, own: Margin | None) -> None:
        # These say the same as the rows of the page in another way. With a separator of one's own the page has its
        # rows, so that those of ŵ* are all here.
        rows = tuple(row for row in facts.rows if own is not None or row.key in ("angle", "potential"))
        self.table.set_rows(rows, seen.run.margin)
        self.table.setVisible(bool(rows))
        self.own_name.setVisible(own is not None)
        self.own_table.setVisible(own is not None)
        if own is not None:
            self.own_table.set_rows(seen.run.inequalities(facts.state, None, seen.told_by(own)), own)
        slack = seen.samples.slack  # The bound for any data is shown where it says something.
        speaks = slack is not None and not slack.over(max(facts.state.epoch, 1)).silent
        self.facts.show_run(seen.run, seen.margin, slack if speaks else None)

    def _point_at_part(self, part: bound_gap.Part | None) -> None:
        run, state = self._player.visible.run, self._player.told
        if part is None or run is None or state is None:
            self._highlight.clear()
        else:
            self._highlight.show("part", bound_gap.leading(run.contributions(state, part)))


_BAR, _GAP, _SWATCH = 16.0, 4.0, 14.0
_ALPHAS = {bound_gap.SURPLUS: 0.85, bound_gap.SIDEWAYS: 0.6, bound_gap.DEPTH: 0.36, bound_gap.SHORT: 0.16}
"""The opacity of each part in the plot above, from the end of k on, as its lines lie from the bottom up."""


class GapBar(PlotSheet[bound_gap.Part]):
    """The bar from 0 to R²/γ²: k, surplus, sideways, depth and short. `pointed` carries a Part, or None."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme)
        self.bound_gap: bound_gap.BoundGap | None = None
        """The visible parts; None before the first update."""
        self._run: Run | None = None
        self._facts: TheoremFacts | None = None
        self._missing = ""
        self._numbers: dict[bound_gap.Part, str] = dict.fromkeys(bound_gap.PARTS, "–")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def sum(self) -> str:
        """The equation in numbers; "=" only if it is true as written."""
        if self._facts is None or (gap := self.bound_gap) is None:
            return ""
        room, name, most = gap.written(), self._facts.margin.notation.bound, gap.relation(self._facts.margin)
        return f"{name} − {gap.update:,} {most} {room.total} {room.relation} {' + '.join(room.terms)}"

    def show_facts(self, run: Run, facts: TheoremFacts) -> None:
        self._run, self._facts, self.bound_gap = run, facts, facts.bound_gap
        self._missing = bound_gap.missing(run.margin, facts.state.update)
        texts = ("–",) * len(bound_gap.PARTS) if self.bound_gap is None else self.bound_gap.written().terms
        self._numbers = dict(zip(bound_gap.PARTS, texts, strict=True))
        self.setVisible(facts.margin.bound is not None)
        words = ", ".join(f"{part.name} {number}" for part, number in self._numbers.items())
        self.setAccessibleName(f"Gap under the bound: {words if self.bound_gap else self._missing}")
        self.update()

    def bands(self) -> tuple[Band, ...]:
        """Return the parts as they lie over k, in updates, with their shades; nothing before the first update."""
        if self.bound_gap is None:
            return ()
        ends = pairwise(accumulate([self.bound_gap.update, *map(self.bound_gap.of, _ALPHAS)]))
        return tuple(Band(low, high, alpha) for (low, high), alpha in zip(ends, _ALPHAS.values(), strict=True))

    def sizeHint(self) -> QSize:
        return QSize(340, round(2 * (self.fontMetrics().height() + _GAP) + _BAR))

    def in_order(self) -> Sequence[bound_gap.Part]:
        return () if self.bound_gap is None else bound_gap.PARTS

    def describe(self, thing: bound_gap.Part) -> str:
        return f"{thing.name}: {self._numbers[thing]} updates"

    def thing_at(self, place: QPointF) -> bound_gap.Part | None:
        if self.bound_gap is None:
            return None
        return next((part for part, *boxes in self._cells() if any(box.contains(place) for box in boxes)), None)

    def tip_at(self, place: QPointF) -> str:
        part = self.thing_at(place)
        return self.tip(part) if part else self.sum

    def tip(self, part: bound_gap.Part) -> str:
        if self._run is None or self._facts is None or self.bound_gap is None:
            return ""
        margin, contributions = self._facts.margin, self._run.contributions(self._facts.state, part)
        contributors = bound_gap.contributors_words(contributions, self.bound_gap, part)
        divided = f"{part.written(margin)}, divided by {margin.notation.part_divisor}"
        formula = f"{part.name} = {divided}: {self._numbers[part]} updates"
        return "\n".join(filter(None, [f"{part.name}: {part.meant(margin)}", contributors, formula, self.sum]))

    def draw(self, painter: QPainter, theme: Theme) -> None:
        if self._facts is None or not self._facts.margin.bound:
            return
        line, cells, gap = self.fontMetrics().height(), self._cells(), self.bound_gap
        heading, told = QRectF(0, 0, self.width(), line), f"where {self._facts.margin.notation.bound} − k goes"
        painter.setPen(theme.color("secondary"))
        painter.drawText(heading, Qt.AlignmentFlag.AlignLeft, told)
        total = self._missing if gap is None else f"{gap.written().total} updates"
        painter.drawText(heading, Qt.AlignmentFlag.AlignRight, total)
        painter.fillRect(QRectF(0, line + _GAP, self.width(), _BAR), theme.color("hairline"))
        if gap is not None:
            painter.fillRect(QRectF(0, line + _GAP, cells[0][1].left(), _BAR), theme.color("now"))
        for (part, share, label), shade in zip(cells, theme.shades("promise", len(cells)), strict=True):
            for box in (share, QRectF(label.left(), label.center().y() - 5, 10, 10)):
                painter.fillRect(box, shade)
            if gap is not None:  # A line of the page parts it from the one before.
                painter.fillRect(QRectF(share.left(), share.top(), 1, _BAR), theme.color("page"))
            if part is self.thing:
                painter.setPen(theme.pen("ink", 2))
                painter.drawRect(share.adjusted(0.5, 0.5, -0.5, -0.5))
            painter.setPen(theme.color("ink"))
            words = f"{part.name} {self._numbers[part]}"
            painter.drawText(label.adjusted(_SWATCH, 0, 2, 0), Qt.AlignmentFlag.AlignVCenter, words)

    def _cells(self) -> list[tuple[bound_gap.Part, QRectF, QRectF]]:
        """Return each part with its share of the bar, empty before the first update, and the place of its label."""
        metrics = QFontMetricsF(self.font())
        top, width = metrics.height() + _GAP, self.width()
        bound = self._facts.margin.bound if self._facts is not None else None
        scale = width / bound if bound else 0.0
        shares = [QRectF(low * scale, top, (high - low) * scale, _BAR) for low, high, _ in self.bands()]
        wide = [_SWATCH + metrics.horizontalAdvance(f"{part.name} {self._numbers[part]}") for part in _ALPHAS]
        between = max(width - sum(wide), 0.0) / (len(wide) - 1)
        lefts = accumulate((each + between for each in wide[:-1]), initial=0.0)
        labels = (QRectF(at, top + _BAR + _GAP, each, metrics.height()) for at, each in zip(lefts, wide, strict=True))
        return list(zip(_ALPHAS, shares or [QRectF()] * len(wide), labels, strict=True))


class Facts(QLabel):
    """The facts of the theorem on the data, as links that highlight what they name, and a sentence on w."""

    def __init__(self, theme: ThemeModel, highlight: Highlight) -> None:
        flags = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.LinksAccessibleByMouse
        super().__init__(wordWrap=True, textFormat=Qt.TextFormat.RichText, textInteractionFlags=flags)
        self._theme, self._highlight = theme, highlight
        self._known: tuple[object, ...] = (None, None, None)
        self._run: Run | None = None
        self._told: list[tuple[str, str]] = []
        self._meaning = ""
        dress(self, SMALL)
        self.setAccessibleName("Margin, radius and best separator")
        self.linkHovered.connect(lambda link: highlight.show_quantity(link or None, self._run))
        highlight.changed.connect(self._write)
        theme.changed.connect(self._write)

    @property
    def plain(self) -> str:
        return ", ".join(text for _, text in self._told) + self._meaning

    def show_run(self, run: Run, margin: Margin, slack: SlackBound | None = None) -> None:
        """Show a run's margin in some units; `slack` is the bound for data that are not separable, if it is shown."""
        known = run, margin, slack
        if known == self._known:
            return
        self._known, self._run = known, run
        self._told, b = told_in_brief(margin, 4, slack), run.margin.bias.value
        counts = f". Lengths count the bias input B = {number(b)} as one more coordinate."
        self._meaning = counts if b and run.dataset.n else ""
        more_digits = ", ".join(text for _, text in told_in_brief(margin, 10, slack))
        meant = explained_prose(*(text for _, text in self._told), self._meaning)
        self.setToolTip("\n".join(filter(None, [meant, more_digits])))
        self.setAccessibleDescription(self.plain)
        self._write()

    def _write(self) -> None:
        theme, lit = self._theme.current, self._highlight.kind
        marked = []
        for kind, text in self._told:
            ink, ground = (theme.page, theme.promise_text) if kind == lit else (theme.secondary, "transparent")
            style = f"text-decoration:none; background-color:{ground}; color:{ink}"
            words = escape(text, quote=False)
            marked.append(f'<a href="{kind}" style="{style}">{words}</a>' if kind else words)
        told = unbroken(f"{', '.join(marked)}{escape(self._meaning)}")
        self.setText(f'<span style="color:{theme.secondary}">{told}</span>')
