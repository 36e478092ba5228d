"""One update as two triangles: what it adds along ŵ*, and how w grows (Block 1962, Novikoff 1962).

Their lengths are made from inner products only, which are the same in every dimension and in a kernel's feature space.
So the triangles are true to scale there. Where all of w lies in the plane of the canvas, they lie as it does there.
Lengths are in units of the learning rate.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from core.datasets.arithmetic import EPSILON
from core.datasets.dataset import FloatArray
from core.explain.wording import BACKWARDS
from core.numbers.numerals import DIGITS, number
from core.plane.projections import PLANE
from core.record.history import History, State
from core.rules import Rule
from core.run import Run
from core.theory.theorem import TheoremFacts
from core.theory.vectors import vector_at

BEFORE, ADDED, AFTER, ARC, ANGLE = "before", "added", "after", "arc", "angle"
ALL, REACHED, SHADOW, GAMMA = "all", "reached", "shadow", "gamma"
Point = tuple[float, float]
_BELOW = 0.16
"""How far a ruler is drawn below the arrows, as a share of the length of what is added."""
_BEYOND = math.radians(9)
"""How far the dashed arc goes beyond the arrows that end on it."""


class Stroke(NamedTuple):
    """An arrow, or a line without a head if it is not an `arrow`, with its `name` and what it means."""

    key: str
    name: str
    start: Point
    end: Point
    role: str
    meaning: str = ""
    arrow: bool = True


class Axes(NamedTuple):
    """Where the `right` and `up` of a triangle point to in the picture: two unit vectors at a right angle."""

    right: Point = (1.0, 0.0)
    up: Point = (0.0, 1.0)

    @classmethod
    def along(cls, right: FloatArray, beside: FloatArray) -> Axes:
        """Return the axes of which the first points along `right`, (2,), with `beside` on the side of the second."""
        x, y = (right / np.hypot(*right)).tolist()
        side = 1.0 if x * beside[1] >= y * beside[0] else -1.0
        return cls((x, y), (-side * y, side * x))

    def place(self, point: Point) -> Point:
        (a, b), (c, d) = self
        return point[0] * a + point[1] * c, point[0] * b + point[1] * d


@dataclass(frozen=True, eq=False)
class Triangle:
    """Strokes from the origin (0, 0) on `axes`, under a `reason` and a `title`.

    If `arc` is not 0, it is the radius of a dashed arc around the origin, and w before ends at the `corner`, from where
    the step goes on at an angle of `degrees`, a text, to w. `said` are the words on arc and angle by their keys.
    """

    reason: str
    title: str
    strokes: tuple[Stroke, ...]
    axes: Axes = field(default_factory=Axes)
    arc: float = 0.0
    corner: Point | None = None
    degrees: str = ""
    said: tuple[tuple[str, str], ...] = ()

    @property
    def words(self) -> dict[str, str]:
        """Key → words on each part, in the order of the argument."""
        return {stroke.key: stroke.meaning for stroke in self.strokes if stroke.key} | dict(self.said)

    @property
    def arc_points(self) -> list[Point]:
        """Points along the dashed arc, from before the end of a right angle to past w after."""
        if self.corner is None:
            return []
        x, y = self.strokes[-1].end
        first, last = sorted((math.acos(min(self.corner[0] / self.arc, 1.0)), math.atan2(y, x)))
        angles = np.linspace(max(first - _BEYOND, 0.0), last + _BEYOND, 21).tolist()
        return [(self.arc * math.cos(angle), self.arc * math.sin(angle)) for angle in angles]

    def on_the_way(self, laid: float, turned: float) -> Triangle:
        """Return it without words and angle: so much of the step is laid, and w after is so far on its way."""
        shadow = [stroke for stroke in self.strokes if stroke.key == SHADOW]
        moving = [stroke for stroke in self.strokes if stroke.key in (ADDED, ALL)] or list(self.strokes[:1])
        starts = {stroke.end: stroke.start for stroke in reversed([*moving, *shadow])}

        def at(point: Point, part: float) -> Point:
            x, y = starts.get(point, point)
            return x + (point[0] - x) * part, y + (point[1] - y) * part

        strokes = []
        for stroke in self.strokes:
            end = at(stroke.end, laid if stroke.key in (ADDED, ALL) else turned)
            strokes.append(stroke._replace(name="", start=at(stroke.start, turned), end=end))
        return replace(self, reason="", title="", strokes=tuple(strokes), corner=None, degrees="")

    @property
    def box(self) -> tuple[Point, Point]:
        """The lower left and the upper right corner of all that is drawn, in the picture."""
        points = [*self.arc_points]
        for stroke in self.strokes:
            points += [stroke.start, stroke.end]
        xs, ys = zip(*map(self.axes.place, points), strict=True)
        return (min(xs), min(ys)), (max(xs), max(ys))


@dataclass(frozen=True)
class UpdateLengths:
    """The inner products of one update: ‖w‖² before it, ‖x̃‖², y·(w̃·x̃) before it, and y·(ŵ*·x̃) if there is a ŵ*."""

    before_squared: float
    added_squared: float
    product: float
    along: float | None = None

    @property
    def after_squared(self) -> float:
        """The square of the length of w after the update; rounding never makes it negative."""
        after = self.before_squared + 2 * self.product + self.added_squared
        # Two arrows that cancel leave a rest of rounding.
        return 0.0 if after <= 1e-12 * (self.before_squared + self.added_squared) else after

    @property
    def arc(self) -> float:
        """The radius of the arc where w after would end if y·x̃ stood at a right angle to w before."""
        return math.sqrt(self.before_squared + self.added_squared)

    @property
    def angle(self) -> float:
        """The angle between w before and y·x̃, in degrees."""
        # One root after the other: the product of the squares may be beyond all floats, or 0.
        cosine = self.product / math.sqrt(self.before_squared) / math.sqrt(self.added_squared)
        return math.degrees(math.acos(min(max(cosine, -1.0), 1.0)))

    @property
    def tip(self) -> Point:
        """The end of w after, with w before along the first axis; from w = 0 that of y·x̃ along it."""
        before = math.sqrt(self.before_squared)
        along = self.product / before if before else math.sqrt(self.added_squared)
        return before + along, math.sqrt(max(self.added_squared - along * along, 0.0)) if before else 0.0


@dataclass(frozen=True, eq=False)
class UpdatePicture:
    """The triangles of one update, and a `remark` about a special case, or about why there are none."""

    title: str
    triangles: tuple[Triangle, ...] = ()
    remark: str = ""


def last_update(history: History, state: State) -> tuple[State, State] | None:
    """Return the states before and after the last update up to a state; None if there was none."""
    if not state.update:
        return None
    example = history.example_of(state.update)
    return history.at_example(example - 1), state if state.example == example else history.at_example(example)


def update_lengths(facts: TheoremFacts, before: State) -> UpdateLengths | None:
    """Return the lengths of the update at `facts` after `before`, in its units; None without update or theorem."""
    margin = facts.margin
    if not margin.theorem or facts.met_squared is None:
        return None
    unit, rate = margin.notation.unit, margin.rule.rate
    squared = float(vector_at(before, margin).squared[0]) / rate / rate
    score = _product(margin.rule, facts.state) / rate
    along = None if facts.gamma is None or facts.met_along is None else facts.met_along / unit
    return UpdateLengths(squared, facts.met_squared / unit / unit, score / unit / unit, along)


def update_picture(facts: TheoremFacts, before: State | None) -> UpdatePicture:
    """Return the triangles of the update at `facts`; `before` is the state before it, None if there was no update."""
    rule, state = facts.margin.rule, facts.state
    if rule.silence or not facts.learns:
        return UpdatePicture("", remark=f"No triangles here. {rule.silence}" if rule.silence else "")
    if before is None:
        return UpdatePicture("", remark="No update yet. Each is drawn here as triangles: w before, step, w after.")
    lengths = update_lengths(facts, before)
    title = f"Update {state.update:,}, on example {state.index + 1:,} ({'○' if state.label > 0 else '×'})"
    if lengths is None or not lengths.added_squared:
        return UpdatePicture(title, remark="This example changes nothing: all its features are 0.")
    name, role = ("x", "positive") if state.label > 0 else ("−x", "negative")
    counting = ", counting the bias input B as one more coordinate" if facts.margin.bias.value else ""
    times = f" times η, and {name}" if facts.margin.notation.rated else ", which"
    long = f"The update adds {name}{times} is {number(math.sqrt(lengths.added_squared))} long{counting}."
    added = Stroke(ADDED, name, (0.0, 0.0), lengths.tip, role, long)
    moved, axes = state.w - before.w, Axes()
    if _in_plane(facts):
        axes = Axes.along(before.w if before.w.any() else moved, moved)
    triangles = [_growth(facts, lengths, added, axes)]
    if lengths.along is not None:
        triangles.insert(0, _progress(facts, before, lengths, lengths.along, added))
    return UpdatePicture(title, tuple(triangles), " ".join(_remarks(facts, lengths)))


def _remarks(facts: TheoremFacts, lengths: UpdateLengths) -> Iterator[str]:
    if facts.state.label < 0:
        yield BACKWARDS
    if not lengths.before_squared:
        yield "w was 0, so there is only one arrow and no angle."
        return
    if not lengths.after_squared:
        yield "The two arrows cancel: w is 0 again."
    elif lengths.product > 0:
        notation, rule, past = facts.margin.notation, facts.margin.rule, number(2 * lengths.product)
        unit = "η" * notation.rated + "R²" * notation.units.by_radius
        over = f"/({unit})" if unit == "ηR²" else f"/{unit}" if unit else ""
        most = number(2 * rule.slack / rule.rate / notation.unit / notation.unit)
        told = f"{past} more, at most 2{rule.slack_sign}{over} = {most}"
        yield f"The angle is below 90°, so w passes the arc: its square is that of the arc and {told}."
    if not _in_plane(facts):
        yield "The plane of the picture is that of w and x."


def _in_plane(facts: TheoremFacts) -> bool:
    """Return whether w̃ has two coordinates, those of the canvas."""
    return len(facts.state.w) == PLANE and not facts.margin.bias.value


def _product(rule: Rule, state: State) -> float:
    """Return y·(w·x) before the update, as y·a is shown: it is y·a unless b is a fixed threshold."""
    product = state.score - state.label * rule.fixed
    # A difference that is only the rounding of w·x + b is no angle.
    return 0.0 if abs(product) <= 4 * EPSILON * abs(rule.fixed) else product


def _progress(facts: TheoremFacts, before: State, lengths: UpdateLengths, along: float, added: Stroke) -> Triangle:
    star, letter = facts.margin.notation.separator, facts.margin.notation.units.gamma
    gamma, high = facts.gamma or 0.0, math.sqrt(max(lengths.added_squared - along * along, 0.0))
    least = f"{letter} = {number(gamma)}"
    grows = "η times that" if facts.margin.notation.rated else "that"
    reach = f"Its projection on {star} is {number(along)} long, at least {least}: w·{star} grows by {grows}."
    all_of_it = added._replace(key=ALL, end=(along, high))
    shadow = Stroke(SHADOW, "", (0.0, 0.0), (along, 0.0), "promise", reach)
    whose = "the best" if star == "ŵ*" else "your"
    title, near = f"along {star}: {number(along)} ≥ {letter}", f"from {whose} line"
    if not _in_plane(facts) or (star == "ŵ*" and facts.margin.gamma_is_lower_bound):
        near = "on its own side"
    reason = f"At least {letter} {near}:"
    if (w_star := facts.margin.w_star) is not None and _in_plane(facts):
        axes = Axes.along(w_star, facts.state.w - before.w)
        return Triangle(reason, title, _laid_on(before, lengths, axes, all_of_it, shadow, star), axes)
    drop = Stroke("", "", all_of_it.end, shadow.end, "secondary", arrow=False)
    words = f"{least}: no example reaches less far along {star}."
    below = -_BELOW * math.sqrt(lengths.added_squared)
    ruler = Stroke(GAMMA, letter, (0.0, below), (gamma, below), "promise", words, arrow=False)
    return Triangle(reason, title, (all_of_it, shadow, drop, ruler))


def _laid_on(
    before: State, lengths: UpdateLengths, axes: Axes, added: Stroke, shadow: Stroke, star: str
) -> tuple[Stroke, ...]:
    size = math.sqrt(lengths.before_squared) / (float(np.hypot(*before.w)) or 1.0)
    start = size * float(before.w @ axes.right), size * float(before.w @ axes.up)
    end = start[0] + added.end[0], start[1] + added.end[1]
    way = 1 if axes.up[1] < 0 else -1  # As the picture lies.
    below = way * (max(0.0, way * start[1], way * end[1]) + _BELOW * math.sqrt(lengths.added_squared))
    laid = added._replace(name="", start=start, end=end)
    name = f"+{number(shadow.end[0])}"
    grown = shadow._replace(name=name, start=(start[0], below), end=(end[0], below), role="now", arrow=False)
    drop = Stroke("", "", end, grown.end, "secondary", arrow=False)
    if not lengths.before_squared:
        return laid, grown, drop
    reach = f"w before the update reaches {number(start[0])} along {star}."
    role = "promise" if star == "ŵ*" else "own"
    reached = Stroke(REACHED, number(start[0]), (0.0, below), grown.start, role, reach, arrow=False)
    old = Stroke("", "", (0.0, 0.0), start, "secondary")
    return old, laid, Stroke("", "", (0.0, 0.0), end, "ink"), drop, reached, grown


def _growth(facts: TheoremFacts, lengths: UpdateLengths, added: Stroke, axes: Axes) -> Triangle:
    """Return w before, y·x̃ and w after, tip to tail, and the arc where a right angle would end w after."""
    squared = f"{number(lengths.before_squared)} + {number(lengths.added_squared)}"
    rated = " (in units of η)" if facts.margin.notation.rated else ""
    sign, grown, tip = "−" if lengths.product < 0 else "+", lengths.after_squared, lengths.tip
    long = f"w after the update is {number(math.sqrt(grown))} long{rated}. Its square is {squared} {sign} "
    long += f"{number(abs(2 * lengths.product))} = {number(grown)}."
    after = Stroke(AFTER, "w after", (0.0, 0.0), tip, "ink", long)
    if not lengths.before_squared:
        return Triangle(_why_updated(facts), "w grows", (after,), axes)
    end = math.sqrt(lengths.before_squared), 0.0
    length = f"w before the update is {number(end[0])} long{rated}."
    before = Stroke(BEFORE, "w before", (0.0, 0.0), end, "secondary", length)
    if not grown:
        above = _BELOW * end[0]  # Else one arrow would hide the other.
        back = added._replace(start=(end[0], above), end=(0.0, above))
        return Triangle(_why_updated(facts), f"0 ≤ {squared}, w is 0 now", (before, back), axes)
    on = Stroke("", "", end, (end[0] + 2 * _BELOW * math.hypot(*tip), 0.0), "secondary", arrow=False)
    strokes = before, added._replace(start=end), on, after
    arc = f"At 90°, w would end on this arc: its square would be {squared} = {number(lengths.arc**2)}."
    said = (ARC, arc), (ANGLE, _angle_words(facts.margin.rule, facts.state, lengths))
    sign, where = ("≤", "inside") if lengths.product < 0 else (">", "beyond") if lengths.product else ("=", "on")
    title, degrees = f"{number(grown)} {sign} {squared}, {where} the arc", f"{_degrees(lengths)}°"
    return Triangle(_why_updated(facts), title, strokes, axes, lengths.arc, end, degrees, said)


def _why_updated(facts: TheoremFacts) -> str:
    rule, state = facts.margin.rule, facts.state
    if not rule.slack:
        return "A mistake, so 90° or more:" if _product(rule, state) else "A tie, so at right angles:"
    return f"Updated at {_condition(rule, state)}:"


def _condition(rule: Rule, state: State) -> str:
    """Return up to where the product that decides about 90° makes an update, as the other texts show it."""
    limit = " − ".join([rule.limit] * bool(rule.threshold) + ["y·b"] * bool(rule.fixed))
    return f"{_name(rule)} {'<' if rule.is_strict(state.label) else '≤'} {limit if rule.threshold else f'−{limit}'}"


def _name(rule: Rule) -> str:
    return "y·(w·x)" if rule.fixed else "y·a"


def angle_on_canvas(run: Run, state: State) -> tuple[str, str] | None:
    """Return the degrees between w and its step, and a sentence; None if the canvas shows no such angle."""
    if not state.added or len(state.w_before) != PLANE or run.margin.bias.value:
        return None
    w, x = state.w_before, run.dataset.X[state.index]
    lengths = UpdateLengths(float(w @ w), float(x @ x), _product(run.rule, state))
    if not (0 < lengths.before_squared < math.inf and 0 < lengths.added_squared < math.inf):
        return None
    return f"{_degrees(lengths)}°", _angle_words(run.rule, state, lengths)


def _degrees(lengths: UpdateLengths) -> str:
    """Return the angle in three digits; in more where it would else look like a right one."""
    written = (number(lengths.angle, digits) for digits in range(3, 17))
    return next((text for text in written if text != "90" or not lengths.product), "90")


def _angle_words(rule: Rule, state: State, lengths: UpdateLengths) -> str:
    """Return the angle, the product that decides about 90°, and what every update has in common."""
    product, name = _product(rule, state), _name(rule)
    digits = DIGITS if rule.fixed else rule.digits(state.score, state.label, state.added, DIGITS)
    angle = f"The angle between w and {'x' if state.label > 0 else '−x'} is {_degrees(lengths)}°"
    because = f"{angle}, because {name} = {number(product, digits)}"
    if rule.threshold or rule.fixed:
        here = "It is below 90°, because" if product > 0 else "It would be below 90° if"
        return f"{because}. {here} {name} > 0: an update is made where {_condition(rule, state)}."
    if not product:
        return f"{because}: {rule.tie.said}. The step stands at right angles to w."
    return f"{because}. Because it was a mistake, the step points away from w: 90° or more."
