"""The first page of the theory panel: the picture of the theorem, and below it what it says in this run's numbers."""

from __future__ import annotations

from math import isnan

from PySide6.QtCore import QSize, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.numbers.numerals import at_most, number
from core.numbers.plurals import counted, plural
from core.record.history import State
from core.run import Run
from core.theory.corridor import ALONG, CEILING, FLOOR, GAPS, LENGTH, MEETING, Chain, Gap, chain_of
from core.theory.corridor_words import corridor_words
from core.theory.margin.margin import Margin, in_units
from core.theory.proof import Case
from core.theory.theorem import Curves
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.future import Future
from perceptron_gui.model.player import Player
from perceptron_gui.model.pointing.highlight import Highlight, Kind
from perceptron_gui.panels.theory.gap_contributors import leading_examples
from perceptron_gui.panels.theory.headline import Headline
from perceptron_gui.panels.theory.lettered import point_at
from perceptron_gui.panels.theory.picture.captions import BEYOND, MISSING
from perceptron_gui.panels.theory.picture.plot import CorridorPlot
from perceptron_gui.panels.theory.picture.scene import COST, LOST, MISSED, Scene, scene_of
from perceptron_gui.panels.theory.picture.so_far import so_far
from perceptron_gui.panels.theory.proof.page import ProofPage
from perceptron_gui.panels.theory.run_snapshot import RunSnapshot

_ROOMY = 560
"""Pixels of height from which on there is room for the headline, and for letters of the usual size."""
_DENSE = 0.86
_BETWEEN = 6
_LINES: dict[Kind, str] = {"gamma": FLOOR, "radius": CEILING, "star": ALONG}
"""Quantity → the line that comes from it."""


class PicturePage(QWidget):
    """Plot and sentences. What is pointed at in either goes to `highlight`."""

    def __init__(self, player: Player, highlight: Highlight, future: Future, theme: ThemeModel) -> None:
        super().__init__()
        self._player, self._highlight, self._future = player, highlight, future
        self._whole: Scene | None = None
        self._seen: RunSnapshot | None = None
        self._own: Margin | None = None
        self._own_curves: Curves | None = None
        self._case: Case | None = None
        self._chain: Chain | None = None
        self._values: dict[str, float] = {}
        self.headline = Headline(theme)
        self.plot = CorridorPlot(theme)
        self.words = ProofPage(theme, highlight, "What the picture says", steady=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(_BETWEEN)
        column.addWidget(self.headline)
        column.addWidget(self.plot, 1)
        column.addWidget(self.words)
        self.plot.jumped.connect(self._go)
        self.plot.pointed.connect(self._light)
        highlight.changed.connect(self._follow)

    def minimumSizeHint(self) -> QSize:
        """Without what goes first where there is little room."""
        scale = _DENSE if self._is_roomy else 1.0
        words = round(self.words.height() * scale * scale)
        return QSize(300, self.plot.minimumHeight() + words + _BETWEEN)

    @property
    def _is_roomy(self) -> bool:
        return self.height() >= _ROOMY

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.headline.setVisible(self._is_roomy)
        self.words.set_scale(1.0 if self._is_roomy else _DENSE)

    def draw(self, seen: RunSnapshot, own: Margin | None) -> None:
        """The lines, as far as the run is known; `own` is the theorem for a separator of one's own, raw."""
        scaled = None if own is None else in_units(own, seen.units)
        if (
            own is not self._own
            or self._seen is None
            or seen.run is not self._seen.run
            or seen.units != self._seen.units
        ):
            self._own, self._own_curves = own, None if scaled is None else Curves(scaled)
        if self._own_curves is not None:
            self._own_curves.extend(seen.run.history)
        self._seen = seen
        scene, shown = scene_of(seen, scaled, self._own_curves), self._whole
        if scene is None or shown is None or not scene.waits or scene.name != shown.name:
            self._whole = scene  # else what is counted beside stays as it was, until there is more
            if scene is None or not self._future.hidden:
                self.plot.set_scene(scene)

    def show_state(self, seen: RunSnapshot, state: State, own: Margin | None) -> None:
        """All numbers there."""
        if own is not self._own or self._seen is None or seen.run is not self._seen.run:
            self.draw(seen, own)
        case = seen.case(state, own)
        self._case, self._chain = case, chain_of(case.rows)
        scene = self._whole
        words = corridor_words(case, seen.samples.least_cost, self._future.tells)
        self.words.show_proof(words, own or seen.run.margin)
        if scene is not None:
            self._values = scene.values(self._chain, _lefts(seen.run, case))
            if self._future.hidden:
                scene = so_far(scene, self._future.tells, scene.axis.place(state), self._values)
                self._values = {key: value for key, value in self._values.items() if scene.strand(key)}
            if self.plot.scene is not scene:
                self.plot.set_scene(scene)
            told = " ".join(line.told.replace("`", "") for line in words.lines)
            self.plot.set_playhead(scene.axis.place(state), self._values, self.told, f"{scene.name}. {told}")
        self._show_headline(seen.run, state, case.margin.bound_at_most)

    def told(self, key: str) -> str:
        """What is read of a thing of the picture: its meaning, and then its number at the playhead."""
        scene, case = self.plot.scene, self._case
        if scene is None or case is None:
            return ""
        if key in (MEETING, BEYOND) and scene.meeting is not None:
            return f"{scene.meeting_name}: {scene.meeting_means}"
        if key == MISSING and scene.waits:
            return "What is counted over the run is not there yet."
        if key == MISSING:
            return f"{case.diagnosis.headline} {case.diagnosis.detail}".strip()
        gap = next((gap for gap in GAPS if gap.name == key), None)
        if gap is not None:
            return self._told_of_gap(gap, case.margin)
        strand = scene.strand(key)
        if strand is None:
            return ""
        value = self._values.get(key)
        at = "" if value is None or isnan(value) else f" {self._moment(case)} it is {number(value)}."
        return f"{strand.curve.name}: {strand.meaning}{at}"

    def _told_of_gap(self, gap: Gap, margin: Margin) -> str:
        if self._chain is None:
            return ""
        away = number(self._chain.of(gap.high) - self._chain.of(gap.low))
        ends = {
            FLOOR: "the floor",
            ALONG: margin.notation.along,
            LENGTH: margin.notation.units.length,
            CEILING: "the ceiling",
        }
        said = " ".join(part.meant(margin) for part in gap.parts)
        return f"{gap.name}, from {ends[gap.low]} to {ends[gap.high]}: {said} Here it is {away}."

    def _moment(self, case: Case) -> str:
        if self.plot.scene is not None and self.plot.scene.axis.name == "t":
            return f"After {counted(case.state.example, 'example')}"
        return f"After {counted(case.state.update, 'update')}"

    @Slot(object)
    def _light(self, key: str | None) -> None:
        """On the canvas, what a thing of the picture comes from."""
        run, state, case = self._player.run, self._player.state, self._case
        if key is None or run is None or state is None or case is None:
            self._highlight.clear()
            return
        own = case.margin.notation.separator != "ŵ*"
        support = () if case.margin.support is None else tuple(case.margin.support.tolist())
        gap = next((gap for gap in GAPS if gap.name == key), None)
        certificate = run.margin.certificate
        if key == FLOOR and not own:
            point_at(self._highlight, "gamma", run)
        elif key == CEILING:
            point_at(self._highlight, "radius", run)
        elif key == ALONG and not own:
            point_at(self._highlight, "star", run)
        elif key == LENGTH and state.moved:
            self._highlight.show("example", (state.index,))
        elif key in (MEETING, BEYOND, FLOOR):
            farthest = int(run.space.norms_squared.argmax())
            self._highlight.show("part", (*support, *([] if key == FLOOR else [farthest])))
        elif gap is not None:
            self._highlight.show("part", leading_examples(run, state, gap.parts[0]))
        elif key == MISSING and certificate is not None:
            self._highlight.show("part", certificate.indices.tolist())
        else:
            self._highlight.clear()

    @Slot()
    def _follow(self) -> None:
        """In the picture, what a quantity that is pointed at elsewhere stands for."""
        self.plot.light(None if self._highlight.kind is None else _LINES.get(self._highlight.kind))

    @Slot(int)
    def _go(self, place: int) -> None:
        if self.plot.scene is not None:
            self.plot.scene.axis.go(self._player, place)

    def _show_headline(self, run: Run, state: State, bound: float | None) -> None:
        most = "" if bound is None or not self._future.tells("bound") else f"k ≤ {at_most(bound)}"
        forms = (f"of {counted(run.updates, 'update')}", f"of {run.updates:,}")
        if not self._future.tells("totals"):
            forms = (plural("update", state.update), "")
        self.headline.set_texts(f"{state.update:,}", forms, most)


def _lefts(run: Run, case: Case) -> dict[str, float]:
    """The values of the lines of learners of which the theorem does not speak."""
    losses, values = run.losses(case.state), {}
    if losses is not None:
        values = {LOST: losses.squared, MISSED: float(losses.mistakes)}
    return values if case.cost is None else {**values, COST: case.cost}
