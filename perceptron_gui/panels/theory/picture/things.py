"""The things of the picture of the theorem at one moment: what each says, and what on the canvas it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan, nan

from core.numbers.numerals import counted, number
from core.run import Run
from core.theory.bounds import NAME as OWN
from core.theory.corridor import ALONG, CEILING, FLOOR, GAPS, LENGTH, MEETING, Chain, Gap
from core.theory.proof import Case
from perceptron_gui.model.pointing.highlight import Kind
from perceptron_gui.panels.theory.gap_bar import leading_examples
from perceptron_gui.panels.theory.lettered import deciding
from perceptron_gui.panels.theory.picture.captions import BEYOND, MISSING
from perceptron_gui.panels.theory.picture.scene import CorridorScene, Strand

_KINDS: dict[str, Kind] = {FLOOR: "gamma", CEILING: "radius", ALONG: "star"}
"""Line → the quantity that it comes from."""

Source = tuple[Kind, tuple[int, ...]]
"""What is lit: a quantity, and the examples that go with it."""


@dataclass(frozen=True, eq=False)
class Things:
    """Those of a `scene` for a `case`, where its lines have these `values` by their keys."""

    scene: CorridorScene
    case: Case
    chain: Chain | None
    values: Mapping[str, float]

    def told(self, key: str) -> str:
        """What is read of one: its meaning, and then its number."""
        scene, strand, gap = self.scene, self.scene.strand(key), _gap_of(key)
        if strand is not None:
            return self._of_strand(strand)
        if gap is not None and self.chain is not None:
            return self._of_gap(gap, self.chain)
        if key == MISSING:
            return "It is being counted along the run." if scene.waits else self._diagnosis
        return f"{scene.meeting_name}: {scene.meeting_means}"

    def source(self, key: str, run: Run) -> Source | None:
        """What is lit where it is pointed at; None for nothing."""
        margin, state, gap = self.case.margin, self.case.state, _gap_of(key)
        support = () if margin.support is None else tuple(margin.support.tolist())
        kind = _KINDS.get(key)
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

    @property
    def _diagnosis(self) -> str:
        return f"{self.case.diagnosis.headline} {self.case.diagnosis.detail}".strip()

    def _of_strand(self, strand: Strand) -> str:
        value, state = self.values.get(strand.key, nan), self.case.state
        by_example = self.scene.axis.name == "t"
        after = counted(state.example, "example") if by_example else counted(state.update, "update")
        here = "" if isnan(value) else f" After {after} it is {number(value)}."
        return f"{strand.curve.name}: {strand.meaning}{here}"

    def _of_gap(self, gap: Gap, chain: Chain) -> str:
        notation = self.case.margin.notation
        ends = {
            FLOOR: "the floor",
            ALONG: notation.along,
            LENGTH: notation.units.length,
            CEILING: "the ceiling",
        }
        said = " ".join(part.meant(self.case.margin) for part in gap.parts)
        away = number(chain.of(gap.high) - chain.of(gap.low))
        return f"{gap.name}, from {ends[gap.low]} to {ends[gap.high]}. {said} Here it is {away}."


def _gap_of(key: str) -> Gap | None:
    return next((gap for gap in GAPS if gap.name == key), None)
