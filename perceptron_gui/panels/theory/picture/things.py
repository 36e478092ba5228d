"""The things of the picture of the theorem at one moment: what each says, and what on the canvas it comes from."""

from __future__ import annotations

from core.numbers.numerals import counted, number
from core.run import Run
from core.theory.bounds import NAME as OWN
from core.theory.corridor import ALONG, CEILING, FLOOR, GAPS, LENGTH, MEETING, Gap
from core.theory.theorem import TheoremFacts
from perceptron_gui.model.pointing.highlight import Kind
from perceptron_gui.panels.theory.gap_bar import leading_examples
from perceptron_gui.panels.theory.lettered import deciding
from perceptron_gui.panels.theory.picture.captions import BEYOND, MISSING
from perceptron_gui.panels.theory.picture.scene import CorridorScene

_KINDS: dict[str, Kind] = {FLOOR: "gamma", CEILING: "radius", ALONG: "star"}
"""Line → the quantity that it comes from."""

Source = tuple[Kind, tuple[int, ...]]
"""What is lit: a quantity, and the examples that go with it."""


def told_of(key: str, scene: CorridorScene, facts: TheoremFacts) -> str:
    """Return what is read of a thing: its meaning, and then its number; empty for one that is not in the picture."""
    strand, gap, lines = scene.strand(key), _gap_of(key), facts.lines
    notation, state = facts.margin.notation, facts.state
    if strand is not None:
        after = counted(state.example, "example") if scene.axis.name == "t" else counted(state.update, "update")
        here = f" After {after} it is {number(lines[key])}." if key in lines else ""
        return f"{strand.curve.name}: {strand.meaning}{here}"
    if gap is not None and gap.low in lines and gap.high in lines:
        ends = {FLOOR: "the floor", ALONG: notation.along, LENGTH: notation.units.length, CEILING: "the ceiling"}
        said = " ".join(part.meant(facts.margin) for part in gap.parts)
        away = number(lines[gap.high] - lines[gap.low])
        return f"{gap.name}, from {ends[gap.low]} to {ends[gap.high]}. {said} Here it is {away}."
    if key == MISSING:
        return "It is being counted along the run." if scene.waits else facts.diagnosis or ""
    if key in (MEETING, BEYOND) and scene.meeting is not None:
        return f"{scene.meeting_name}: {scene.meeting_means}"
    return ""  # The pointer may rest where the run before had a thing that this one has not.


def source_of(key: str, facts: TheoremFacts, run: Run) -> Source | None:
    """Return what is lit where a thing is pointed at; None for nothing."""
    margin, state, gap = facts.margin, facts.state, _gap_of(key)
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


def _gap_of(key: str) -> Gap | None:
    return next((gap for gap in GAPS if gap.name == key), None)
