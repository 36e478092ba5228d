"""What stands in the picture of the theorem: its lines with their words, where they meet, and how far it reaches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import nan

import numpy as np

from core.analysis.mistake_samples import MistakeSample
from core.datasets.dataset import FloatArray
from core.numbers.numerals import at_least, in_full
from core.theory.bounds import NAME as OWN
from core.theory.corridor import (
    ALONG,
    CEILING,
    COST,
    FLOOR,
    LEAST,
    LEAST_ROOM,
    LENGTH,
    LIMIT,
    LOST,
    MISSED,
    Corridor,
    Meeting,
    axis_reach,
    corridor_of,
    lengths_of,
)
from core.theory.corridor_words import no_more
from core.theory.margin.margin import Margin
from core.theory.theorem import Curves, TheoremFacts
from perceptron_gui.look.plots.picture import EXAMPLES, UPDATES, Curve, KnownCurve, Picture, PlayedAxis, Sampled
from perceptron_gui.look.scale import Scale
from perceptron_gui.panels.theory.run_snapshot import RunSnapshot

_WAITING = "adding up …"


@dataclass(frozen=True, eq=False)
class Strand:
    """One line: its `key`, its `curve`, what is `said` of it in a few words, and what it means in a sentence or two."""

    key: str
    curve: Curve
    said: str
    meaning: str

    @property
    def promised(self) -> bool:
        """Whether it is known for every k."""
        return isinstance(self.curve, KnownCurve)


@dataclass(frozen=True, eq=False)
class CorridorScene:
    """The `strands` from the lowest to the highest, with the scales that they are seen on at first.

    `meeting` is where the lowest and the highest meet, with `meeting_name` and `meeting_means`; `without` and `missing`
    say what there is not, and why. `limit` is the most that it can be widened to. `name` is what it is as a whole;
    `role` the colour of what is promised, and `upward` what the numbers at the left are.
    """

    name: str
    strands: tuple[Strand, ...]
    end: float
    limit: float
    axis: PlayedAxis = UPDATES
    axis_name: str = "updates k"
    upward: str = "Lengths of vectors, in the units of the data."
    meeting: Meeting | None = None
    meeting_name: str = ""
    meeting_means: str = ""
    without: str = ""
    missing: str = ""
    corridor: Corridor | None = None
    role: str = "promise"
    floor_known: bool = False

    @property
    def waits(self) -> bool:
        """Whether something of it is still being counted."""
        return self.without == _WAITING

    def strand(self, key: str) -> Strand | None:
        """The line of that key."""
        return next((strand for strand in self.strands if strand.key == key), None)

    def picture(self, end: float) -> Picture:
        """The lines on scales that reach to `end`."""
        curves = tuple(strand.curve for strand in self.strands)
        known = [curve for curve in curves if isinstance(curve, KnownCurve)]
        gap = (known[0], known[-1]) if self.floor_known else None
        return Picture("", curves, Scale(0, end, whole=True), self._upward(end), self.axis, ordered=True, gap=gap)

    def _upward(self, end: float) -> Scale:
        if self.corridor is None or self.strand(CEILING) is None:
            return _around_curves(self.strands)
        last = min(end, self.meeting.update) if self.meeting else end
        top = float(self.corridor.ceiling(np.array([last]))[0])
        if self.strand(FLOOR) is None and (length := self.strand(LENGTH)) and isinstance(length.curve, Sampled):
            # In two digits: an axis that hangs on the run stays as it is while a point is dragged.
            top = min(top, float(f"{2.2 * float(length.curve.values.max(initial=0.0)):.1e}")) or top
        lowest = self.corridor.lowest(last) if self.strand(FLOOR) else _lowest(self.strands)
        return Scale.around(lowest, top)


def scene_of(seen: RunSnapshot, own: Curves | None) -> CorridorScene | None:
    """The picture of a run; the curves of one's `own` separator stand for those of ŵ*. None where nothing is learnt."""
    if not seen.run.dataset.n:
        return None
    curves = own or seen.curves
    corridor = corridor_of(curves.margin)
    if corridor is not None:
        return _between(seen, corridor, curves)
    rule = seen.run.rule
    return _losses(seen) if rule.bounds_losses else _cost(seen) if rule.cost else _length(seen)


def _between(seen: RunSnapshot, corridor: Corridor, curves: Curves) -> CorridorScene:
    margin, updates = corridor.margin, seen.run.updates
    notation, u = margin.notation, margin.notation.separator
    along = curves.w_dot_wstar if corridor.has_floor else None
    lengths = lengths_of(curves.w_norm_sq, along)
    growth, gamma = notation.growth.strip("()"), notation.progress
    squared, length = notation.units.squared, notation.units.length
    role = "own" if u == OWN else "promise"
    where = "where y·a ≤ m" if margin.rule.threshold else "on a mistake"
    strands = [
        Strand(
            LENGTH,
            Sampled(length, curves.k, lengths, "ink", row=LENGTH),
            "",
            f"how long w is. It is never shorter than w·{u}, its shadow on {u}, and never passes the ceiling."
            if along is not None
            else "how long w is. It never passes the ceiling.",
        ),
        Strand(
            CEILING,
            KnownCurve(notation.ceiling, corridor.ceiling),
            f"its square: at most {growth} an update",
            f"the ceiling. An update is made only {where}, so it adds at most {growth} to {squared}: "
            f"after k updates {length} is at most {notation.ceiling}.",
        ),
    ]
    if along is not None:
        strands[:0] = [
            Strand(
                FLOOR,
                KnownCurve(notation.lower, corridor.floor, role),
                f"at least {gamma} an update",
                f"the floor. Every update carries w at least {gamma} further along {u}, for every example lies at "
                f"least γ on its own side: after k updates {notation.along} is at least {notation.lower}.",
            ),
            Strand(
                ALONG,
                Sampled(notation.along, curves.k, along, role, row=ALONG),
                "",
                f"how far w reaches along {u}, the length of its shadow there. It never falls below the floor.",
            ),
        ]
    meeting = corridor.meeting
    end, limit = axis_reach(updates, meeting)
    return CorridorScene(
        "Floor and ceiling of the run" if along is not None else "Ceiling of the run",
        tuple(strands),
        end=end,
        limit=limit,
        meeting=meeting,
        meeting_name="" if meeting is None else f"{notation.bound} {margin.bound_written}",
        meeting_means="" if meeting is None else _meaning_of(meeting, margin),
        without="" if along is not None else "no floor",
        missing="" if along is not None else _why_open(margin),
        corridor=corridor,
        role=role,
        upward=f"Lengths of vectors. {notation.units.meaning}",
        floor_known=along is not None,
    )


def _meaning_of(meeting: Meeting, margin: Margin) -> str:
    notation = margin.notation
    root = f" {notation.bound} is {notation.bound_meaning}." if margin.start else ""
    return (
        f"here floor and ceiling meet. Beyond, {notation.along} would have to be more than {notation.units.length}, "
        f"and no vector reaches further than it is long: {no_more(margin)}, whatever the order.{root}"
    )


def _why_open(margin: Margin) -> str:
    if margin.separable is False:
        return "nothing separates these examples"
    if margin.evidence.sought:
        return "ŵ* is still being looked for"
    return "γ is not known"


def _losses(seen: RunSnapshot) -> CorridorScene:
    margin, rows = seen.margin, seen.samples.rows
    strands = [
        _sampled(
            MISSED, "mistakes", rows, [row.missed for row in rows], "now_text", "how many examples met had y·a ≤ 0."
        ),
        _sampled(
            LOST,
            "Σ loss²",
            rows,
            [row.lost for row in rows],
            "ink",
            "what the run has lost: the squares of max(0, 1 − y·a) of the examples met, added up.",
        ),
    ]
    if margin.gamma is not None:
        bound, name = margin.losses, f"{margin.notation.losses} = {in_full(margin.losses)}"
        strands.append(
            Strand(
                LIMIT,
                KnownCurve(name, lambda k: np.full(len(k), bound)),
                "all squared losses together cost at most this",
                "the most that the squared losses add up to: ŵ*/γ loses nothing here, and each loss brings w nearer "
                "to it. A mistake loses at least 1, so there are no more mistakes than that either.",
            )
        )
    end = axis_reach(seen.run.updates, None)[0]
    return CorridorScene(
        "Losses of the run",
        tuple(strands),
        end,
        end,
        without="" if rows else _WAITING,
        upward="Losses and mistakes, added up.",
    )


def _cost(seen: RunSnapshot) -> CorridorScene:
    run, rows, least = seen.run, seen.samples.rows, seen.samples.least_cost
    strands = [
        _sampled(
            COST,
            "cost",
            rows,
            [row.cost for row in rows],
            "ink",
            f"what the vector costs after each example, {run.rule.cost}: a long w, and examples that are not "
            "beyond their margin line, cost.",
            by_example=True,
        )
    ]
    if least is not None:
        strands.insert(
            0,
            Strand(
                LEAST,
                KnownCurve(f"the least cost {at_least(least)}", lambda t: np.full(len(t), float(least))),
                "no w and b cost less",
                "the least that any w and b cost: that of the support vector machine. The online SVM comes near it, in "
                "jumps of C·y·x, and does not settle there.",
            ),
        )
    end = max(run.history.examples * 1.02, LEAST_ROOM)
    without = "" if rows else _WAITING
    return CorridorScene(
        "Cost of the run", tuple(strands), end, end, EXAMPLES, "examples seen t", "Costs.", without=without
    )


def _length(seen: RunSnapshot) -> CorridorScene:
    """Of a rule that nothing is promised of."""
    curves, units = seen.curves, seen.margin.notation.units
    length = Sampled(units.length, curves.k, lengths_of(curves.w_norm_sq, None), "ink", row=LENGTH)
    end = axis_reach(seen.run.updates, None)[0]
    strands = (Strand(LENGTH, length, "", "how long w is."),)
    return CorridorScene("Length of w", strands, end, end, upward=f"Lengths of vectors. {units.meaning}")


def _sampled(
    key: str,
    name: str,
    rows: Sequence[MistakeSample],
    values: Sequence[float | None],
    role: str,
    meaning: str,
    *,
    by_example: bool = False,
) -> Strand:
    places = np.array([row.example if by_example else row.update for row in rows], np.float64)
    known: FloatArray = np.array([nan if value is None else value for value in values], np.float64)
    return Strand(key, Sampled(name, places, known, role, row=key), "", meaning)


def _around_curves(strands: Sequence[Strand]) -> Scale:
    """Up to a promise, if the run comes near enough to it; else a little above the run."""
    found = [float(s.curve.values.max()) for s in strands if isinstance(s.curve, Sampled) and len(s.curve.values)]
    promised = [s.curve.at(0.0) for s in strands if isinstance(s.curve, KnownCurve)]
    highest = max(found, default=0.0)
    near = [value for value in promised if not found or highest >= 0.2 * value]
    return Scale.around(_lowest(strands), max([highest * 1.1, *(1.08 * value for value in near)]) or 1.0)


def _lowest(strands: Sequence[Strand]) -> float:
    """The lowest value of the run's own lines; 0 at most."""
    return min((float(s.curve.values.min(initial=0.0)) for s in strands if isinstance(s.curve, Sampled)), default=0.0)


def so_far(scene: CorridorScene, facts: TheoremFacts, place: float, *, ahead: bool) -> CorridorScene:
    """`scene` with the lines of the numbers in `facts`, up to a `place` of its axis unless what is `ahead` is told too.

    Its axis reaches a little further than what is shown: it grows as the run goes on.
    """
    lines = facts.lines
    promised = {FLOOR: facts.floor, CEILING: facts.ceiling, LIMIT: facts.loss_bound, LEAST: facts.least_cost}
    hidden = {key for key, number in (promised | {ALONG: facts.along}).items() if number is None}
    strands = tuple(
        strand if ahead else replace(strand, curve=_up_to(strand.curve, place, lines.get(strand.key, nan)))
        for strand in scene.strands
        if strand.key not in hidden
    )
    keys = {strand.key for strand in strands}
    if not {ALONG, CEILING} <= keys:
        strands = tuple(replace(s, meaning="how long w is.") if s.key == LENGTH else s for s in strands)
    both = {FLOOR, CEILING} <= keys
    meeting = None if facts.bound is None or not both else scene.meeting
    ends = [float(s.curve.x[-1]) for s in strands if isinstance(s.curve, Sampled) and len(s.curve.x)]
    end, limit = axis_reach(max([place, *ends]), meeting)
    open_ = facts.diagnosis is not None or scene.waits
    return replace(
        scene,
        name=scene.name if both else "The run so far",
        strands=strands,
        end=end,
        limit=limit,
        meeting=meeting,
        without=scene.without if open_ else "",
        missing=scene.missing if open_ else "",
        floor_known=both,
    )


def _up_to(curve: Curve, place: float, value: float) -> Curve:
    """The run's own curve as far as it was played, with its `value` there; what is promised is no secret of the run."""
    if not isinstance(curve, Sampled):
        return curve
    played = curve.x < place
    known = [] if np.isnan(value) else [value]
    x, values = np.append(curve.x[played], [place] * len(known)), np.append(curve.values[played], known)
    return replace(curve, x=x, values=values)
