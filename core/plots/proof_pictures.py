"""The proof in six pictures, for one run: what each draws on the plane, the numbers beside it, and its corridor.

The picture of a mistake is that of the widest angle among those that made w longer. Its inner products are exact in
every space; arrows are drawn on the plane where that is all of the space: two features, no kernel, and B = 0.
"""

from __future__ import annotations

import math
from cmath import phase
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import NamedTuple

import numpy as np

from core.datasets.dataset import FloatArray
from core.numbers.formulas import written
from core.numbers.numerals import DIGITS, counted, number, round_steps, whole_below
from core.plane.projections import PLANE
from core.plots.corridor import corridor_plot, floor_before, in_powers_of_ten, lengths_of, meeting_of, moved_on
from core.plots.spec import KnownCurve, PlotSpec, Scale
from core.plots.triangles import REACHED, Axes, Point, Stroke, UpdateLengths
from core.run import Run
from core.theory.quantities import ALONG, FLOOR, LENGTH
from core.theory.theorem import Curves
from core.theory.vectors import vectors_along

MARGIN, SHADOWS, ANGLE, SQUARES, ROOM, STREET = "margin", "shadows", "angle", "squares", "room", "street"
PICTURES: Mapping[str, str] = {
    MARGIN: "the best line, and how far its nearest points are from it",
    SHADOWS: "what every point adds to the shadow of w: the floor",
    ANGLE: "a mistake is 90° or more from w, and no step is longer than R",
    SQUARES: "the squares of a mistake add up at most: the ceiling",
    ROOM: "the room between floor and ceiling, which closes",
    STREET: "the street of the best line, whose edges can be pulled",
}
"""Picture of the proof → what it shows."""

DROP = "drop"
"""The dotted line from the tip of an arrow to the end of its shadow."""
_MOST_UPDATES, _MOST_POINTS = 10_000, 200
"""Updates that are looked through for the mistake of the pictures, and points whose steps are drawn."""
_MOST_ORDERED = 12
"""Points of which all orders are tried at once."""
_AHEAD, _BEYOND, _KEPT = 1.5, 1.17, 100.0
"""How far promises go beyond the run, and beyond where they meet; up to that bound one axis shows both."""
_DRAWN = {SHADOWS: frozenset((FLOOR, ALONG)), ANGLE: frozenset((FLOOR, ALONG, LENGTH))}
"""Picture → the lines of its corridor; the other pictures have all of them."""
_NAMES = {ALONG: "shadow, w·ŵ*", LENGTH: "length, ‖w‖"}


class Arc(NamedTuple):
    """A part of a circle around the origin, from one angle to another in radians; dashed unless it marks an angle."""

    radius: float
    first: float
    last: float
    role: str
    name: str = ""
    dashed: bool = True


class Fact(NamedTuple):
    """A card: a number `value` below its `label`, and words below both. A label without a number is their title."""

    label: str
    value: str = ""
    words: str = ""
    role: str = "ink"


def _line(name: str, start: Point, end: Point, role: str, key: str = "") -> Stroke:
    return Stroke(key, name, start, end, role, arrow=False)


@dataclass(frozen=True, eq=False)
class ProofPicture:
    """A picture over the plane, in its coordinates, and the `facts` beside it.

    `strokes` are drawn at full strength, `pale` ones faintly, as points are where they are `faint`. `line` (w, b) is a
    line with its name; its side of the class `wrong` is tinted. A gold ring is around the example `ring`, with the
    words `ring_name`; `edge_name` stands at the edge of the street towards ŵ*. Without `points` nothing is ringed.
    """

    facts: tuple[Fact, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    pale: tuple[Stroke, ...] = ()
    arcs: tuple[Arc, ...] = ()
    line: tuple[FloatArray, float] | None = None
    line_name: str = ""
    wrong: int = 0
    ring: int | None = None
    ring_name: str = ""
    edge_name: str = ""
    faint: bool = False
    points: bool = True


@dataclass(frozen=True)
class Mistake:
    """An update that made w longer: its example, and inner products in the space of the run.

    The squares of the lengths of w `before` and after it, and of the `step`; w·ŵ* before and after.
    """

    update: int
    row: int
    label: int
    before: float
    step: float
    after: float
    reached: float
    reaches: float

    @property
    def degrees(self) -> float:
        """The angle between w before and the step."""
        return UpdateLengths(self.before, self.step, (self.after - self.before - self.step) / 2).angle


@dataclass(frozen=True, eq=False)
class ProofInPictures:
    """The six pictures of a run from w = 0, in units of the data."""

    run: Run

    @cached_property
    def curves(self) -> Curves:
        """The curves of the whole run."""
        curves = Curves(self.run.margin)
        curves.extend(self.run.history)
        return curves

    @property
    def bounded(self) -> bool:
        """True if there is a bound, so that there is something to show."""
        return self.run.margin.bound is not None and self.run.margin.has_star

    @property
    def bound(self) -> int:
        return whole_below(self.run.margin.bound or 0.0)

    @property
    def names(self) -> tuple[str, ...]:
        """The pictures that there are of this run: the first alone without a bound, and no street without a line."""
        if not self.bounded:
            return (MARGIN,)
        return tuple(name for name in PICTURES if name != STREET or self.has_line)

    @property
    def no_bound(self) -> str:
        """The sentence where there is no such bound; empty if there is one."""
        return "" if self.bounded else f"There is no such bound here. {self.run.diagnosis.headline}"

    @property
    def title(self) -> str:
        return f"Why never more than {self.bound:,}?" if self.bounded else "Why no bound?"

    @property
    def noun(self) -> str:
        return "update" if self.run.rule.threshold else "mistake"

    @property
    def counting_b(self) -> str:
        return ", with B as one more coordinate" if self.run.margin.bias.value else ""

    @property
    def on_plane(self) -> bool:
        """True if the canvas shows all of the space that the proof speaks of."""
        return self.has_line and not self.run.margin.bias.value

    @property
    def has_line(self) -> bool:
        """True if the canvas shows the best line as it is."""
        return self.run.dataset.d == PLANE and not self.run.margin.in_feature_space

    @cached_property
    def mistake(self) -> Mistake | None:
        """The mistake of the pictures; None if no w ≠ 0 became longer."""
        run, stop = self.run, min(self.run.updates, _MOST_UPDATES)
        if not (stop and self.bounded):
            return None
        vectors, rows = vectors_along(run.history, run.margin, 0, stop), run.history.index(0, stop)
        after, reaches = vectors.squared, vectors.along
        before, reached = np.append(0.0, after[:-1]), np.append(0.0, reaches[:-1])
        steps = run.space.norms_squared[rows]
        usable = (before > 0) & (steps > 0) & (after > before)
        with np.errstate(divide="ignore", invalid="ignore"):
            cosines = np.where(usable, (after - before - steps) / np.sqrt(before) / np.sqrt(steps), inf)
        at = int(cosines.argmin())
        if not usable[at]:
            return None
        numbers = (float(each[at]) for each in (before, steps, after, reached, reaches))
        return Mistake(at + 1, int(rows[at]), int(run.dataset.y[rows[at]]), *numbers)

    def picture(self, name: str, *, asked: bool = False) -> ProofPicture:
        """Return a picture; while its question is `asked`, nothing in it gives the answer away."""
        if not self.bounded:
            title, detail = "What holds instead" if self.run.rule.silence else "Why", self.run.diagnosis.detail
            return ProofPicture((Fact(title, words=detail),) if detail else ())
        made: Mapping[str, Callable[[], ProofPicture]] = {
            MARGIN: self._margin,
            SHADOWS: self._shadows,
            ANGLE: self._angle,
            SQUARES: self._squares,
            ROOM: self._question if asked else self._room,
            STREET: lambda: replace(self._margin(), facts=(), line=None),
        }
        return made[name]()

    def corridor(self, name: str, *, asked: bool = False, before: ProofInPictures | None = None) -> PlotSpec | None:
        """Return the corridor of a picture; None if it has none. `before` are the pictures before the street changed.

        Up to the question it keeps one axis, which tells nothing of where floor and ceiling meet.
        """
        if not self.bounded or name == MARGIN:
            return None
        plot = corridor_plot(self.run, self.curves, {}, None, self.run.updates)
        if plot is None:
            return None
        plot = in_words_of_tour(plot, _DRAWN.get(name))
        if name == STREET and before is not None and before.run is not self.run:
            old = before.run.margin
            plot = replace(plot, ghost=floor_before(old, "promise"), meeting=moved_on(plot.meeting, meeting_of(old)))
            return self._on_axes(plot, max(self._reach, before._reach))
        if name == ROOM and not asked and self.bound > _KEPT:
            return in_powers_of_ten(plot)
        if name == STREET or (name == ROOM and not asked):
            return self._on_axes(plot, self._reach)
        updates = self.run.updates
        until = max(float(updates), min(_AHEAD * updates, (updates + self.bound) / 2))  # Before they meet.
        usual = self._reach if self.bound <= _KEPT else next(round_steps(_AHEAD * max(updates, 4.0)))
        return self._on_axes(replace(plot, meeting=None), usual, until)

    def _on_axes(self, plot: PlotSpec, end: float, until: float = inf) -> PlotSpec:
        """Return a plot on an axis up to `end`, with promises as far as `until`, beyond where they meet if need be."""
        margin, until = self.run.margin, min(until, end)
        top = max(margin.lower(end), math.sqrt(margin.upper(end)))
        curves = tuple(replace(each, until=until) if isinstance(each, KnownCurve) else each for each in plot.curves)
        ends = [each for each in curves if isinstance(each, KnownCurve)]
        gap = None if plot.gap is None else (ends[0], ends[-1])
        x, y = Scale(0, end, whole=True), Scale.up_to(top)
        return replace(plot, curves=curves, gap=gap, x=x, y=y, limit=end, heights=None)

    @property
    def _reach(self) -> float:
        """The end of an axis that shows where floor and ceiling meet, and what lies beyond."""
        return max(_BEYOND * (self.run.margin.bound or 0.0), self.run.updates + 1.0, 5.0)

    def _margin(self) -> ProofPicture:
        run, margin, gamma = self.run, self.run.margin, self.run.margin.gamma_written()
        line, color = ("line", "green ") if self.has_line else ("separator", "")
        label = f"γ, from the {line} to its nearest points{self.counting_b}"
        words = "We know it, because we see all points at once. The proof compares w with it."
        facts = (
            Fact(label, gamma.removeprefix("= "), "", "promise"),
            Fact(f"The learner never sees the {color}{line}.", words=words),
        )
        if not self.has_line or margin.support is None or margin.w_star is None or margin.b_star is None:
            return ProofPicture(facts)
        w, x = margin.w_star, run.dataset.X[margin.support[:_MOST_POINTS]]
        feet = x - ((x @ w + margin.b_star) / (w @ w))[:, None] * w  # The points of the best line nearest to these.
        names = ["" if margin.bias.value else f"γ {gamma}", *[""] * len(x)]
        ends = zip(names, feet, x, strict=False)
        bars = tuple(_line(name, _point(foot), _point(end), "promise") for name, foot, end in ends)
        state = run.history.at_example(run.history.examples)
        named = "the line of w" if run.predictor.own or run.predictor.votes else "the learner's line"
        return ProofPicture(facts, bars, line=(state.w, state.b), line_name=named)

    def _shadows(self) -> ProofPicture:
        run, mistake = self.run, self.mistake
        if mistake is None:
            return ProofPicture()
        was, now, grown = map(number, (mistake.reached, mistake.reaches, mistake.reaches - mistake.reached))
        label = f"shadow, before and after {self.noun} {mistake.update:,}"
        words = "Every arrow ends beyond the street's edge, wrong point or right." if self.on_plane else ""
        facts = (
            Fact(label, f"{was} → {now}", "", "promise"),
            Fact(f"grew by {grown}, at least", f"γ {run.margin.gamma_written()}", words, "promise"),
        )
        if not self.on_plane or run.margin.w_star is None:
            return ProofPicture(facts)
        vectors, star, origin = self._laid(mistake), run.margin.w_star, (0.0, 0.0)
        before, _, after = map(_point, vectors)
        first, _, last = (_point(float(each @ star) * star) for each in vectors)
        signed = run.dataset.X[:_MOST_POINTS] * run.dataset.y[:_MOST_POINTS, None]
        points = zip(signed, run.dataset.y.tolist(), strict=False)
        pale = tuple(Stroke("", "", origin, _point(x), _role(y)) for x, y in points)
        strokes = (
            _line(was, origin, first, "promise", REACHED),
            _line(f"+ {grown}", first, last, "promise"),
            _line("", before, first, "secondary", DROP),
            _line("", after, last, "secondary", DROP),
            Stroke("", "w before", origin, before, "secondary"),
            Stroke("", self._step_name(mistake), before, after, _role(mistake.label)),
            Stroke("", "w", origin, after, "ink"),
        )
        x, y = star.tolist()
        sides = ("left of", "right of") if abs(x) >= abs(y) else ("below", "above")
        edge = f"no arrow ends {sides[max(x, y, key=abs) < 0]} this edge"
        return ProofPicture(facts, strokes, pale, edge_name=edge, points=False)

    def _angle(self) -> ProofPicture:
        run, mistake, radius_fact = self.run, self.mistake, self._radius_fact()
        if mistake is None:
            return ProofPicture((radius_fact,))
        turned, degrees = "" if mistake.label > 0 else ", its arrow turned round", f"{number(mistake.degrees, 3)}°"
        facts = Fact(f"from w to point {mistake.row + 1:,}{turned}", degrees, "", "now"), radius_fact
        if not self.on_plane:
            return ProofPicture(facts, ring=mistake.row)
        before, step, _ = self._laid(mistake)
        radius, farthest = run.margin.radius, run.dataset.X[run.deciding("radius")[0]]
        origin, x = (0.0, 0.0), run.dataset.X[mistake.row]
        pale = () if mistake.label > 0 else (Stroke("", "", origin, _point(x), "negative"),)
        is_farthest = float(x @ x) >= run.margin.radius_squared
        strokes = (
            _line("R", origin, _point(step if is_farthest else farthest), "ink"),
            Stroke("", "" if is_farthest else self._step_name(mistake), origin, _point(step), _role(mistake.label)),
            Stroke("", "w before", origin, _point(before), "ink"),
        )
        angle = Arc(0.25 * radius, *_turn(before, step), "now", degrees, dashed=False)
        arcs = Arc(radius, 0.0, math.tau, "ink"), angle
        made = ProofPicture(facts, strokes, pale, arcs, ring=mistake.row, faint=True)
        if run.rule.slack:
            return made  # Its step need not lie beyond the line.
        mark, other = "○×" if mistake.label > 0 else "×○"
        where = f"on the {other} side" if float(before @ step) < 0 else "on the line"
        told = f"point {mistake.row + 1:,}, a {mark} {where}"
        return replace(made, line=(before, 0.0), line_name="line before", wrong=-mistake.label, ring_name=told)

    def _radius_fact(self) -> Fact:
        margin, run = self.run.margin, self.run
        squared = number(margin.radius_squared)
        words = f"R² = {squared}. No step is longer."
        if self.has_line:
            x = run.dataset.X[run.deciding("radius")[0]].tolist() + [margin.bias.value] * (margin.bias.value > 0)
            sum_ = " + ".join(f"{number(abs(value))}²" for value in x)
            words = f"R² {_equals(*x)} {sum_} {_equals(margin.radius_squared)} {squared}. No step is longer."
        space = " in the kernel's space" if margin.in_feature_space else ""
        counting = f"{space}, B counted as one more coordinate" if margin.bias.value else space
        return Fact(f"R, from the origin to the farthest point{counting}", number(margin.radius), words)

    def _squares(self) -> ProofPicture:
        mistake, margin = self.mistake, self.run.margin
        label = f"k {self.noun}s: ‖w‖² ≤ k·{number(margin.growth)}, so"
        ceiling = Fact(label, f"‖w‖ ≤ {margin.notation.ceiling}")
        if mistake is None:
            return ProofPicture((ceiling,))
        before, step, after = (number(each) for each in (mistake.before, mistake.step, mistake.after))
        facts = Fact(f"‖w‖² grew by {number(mistake.after - mistake.before)}, from {before} to", after), ceiling
        if not self.on_plane:
            return ProofPicture(facts)
        old, laid, new = self._laid(mistake)
        across = np.array(Axes.along(old, laid).up) * math.sqrt(mistake.step)
        most, origin, role = mistake.before + mistake.step, (0.0, 0.0), _role(mistake.label)
        first, last = sorted(_turn(old + across, new))
        strokes = (
            Stroke("", f"w before, ‖w‖² = {before}", origin, _point(old), "secondary"),
            Stroke("", self._step_name(mistake), _point(old), _point(new), role),
            Stroke("", f"w, ‖w‖² = {after}", origin, _point(new), "ink"),
        )
        pale = (Stroke("", "", _point(old), _point(old + across), role),)
        name = f"turned to 90°: {before} + {step} = {number(most)}"
        arc = Arc(math.sqrt(most), first - 0.25, last + 0.15, "ink", name)
        return ProofPicture(facts, strokes, pale, (arc,), faint=True)

    def _question(self) -> ProofPicture:
        along = self.curves.w_dot_wstar
        shadow, length = math.nan if along is None else along[-1], lengths_of(self.curves.w_norm_sq, along)[-1]
        told = f"After {counted(self.run.updates, self.noun)}: shadow {number(float(shadow))}"
        words = f"{told}, length {number(float(length))}."
        return ProofPicture((Fact("A shadow is never longer than its arrow.", words=words),))

    def _room(self) -> ProofPicture:
        from core.analysis.experiments.orders import fewest_and_most

        run, margin = self.run, self.run.margin
        ended = "Then a round has none, and the learner stops." if run.order.has_epochs else "Then the learner stops."
        gamma = margin.gamma or 0.0
        share = f"{_equals(gamma, margin.growth)} {number(margin.growth)} / {number(gamma)}²"
        solved = f"k ≤ {margin.notation.bound} {share} {margin.bound_written}"
        facts = [
            Fact(f"k·γ ≤ shadow ≤ length ≤ {margin.notation.ceiling}", words=f"so {solved}."),
            Fact(f"So {self.noun}s run out.", words=f"{ended} This run needed {run.updates:,}."),
        ]
        most = None if run.dataset.n > _MOST_ORDERED else fewest_and_most(run.dataset, run.spec)[1]
        if most is not None and most < self.bound:
            never = f"No order of these {run.dataset.n} makes more than {most:,}"
            facts.append(Fact("", words=f"{never}: {self.bound:,} is a guarantee, not a forecast."))
        elif most is not None:
            attained = f"Another order reaches {most:,}" if most > run.updates else "This order reaches it"
            facts.append(Fact("", words=f"{attained}."))
        return ProofPicture(tuple(facts))

    def street_facts(self, before: ProofInPictures) -> tuple[Fact, ...]:
        """Return what the street's width does to γ, bound and run; `before` are the pictures before it changed."""
        run, old = self.run, before.run.margin
        if not self.bounded:
            return (Fact("No line separates them now."),)
        same = run.margin.radius_squared == old.radius_squared
        stays = "R stays" if same else f"R {number(old.radius)} → {number(run.margin.radius)}"
        was = "" if run is before.run else f", it was {number(old.gamma or 0.0)}; {stays}"
        gamma, bound = number(run.margin.gamma or 0.0), f"at most {self.bound:,}"
        told = f"The run itself makes {run.updates:,}: a promise, not a forecast." if run.converged else ""
        return (
            Fact(f"γ{was}", gamma, "", "promise"),
            Fact(f"{run.margin.notation.bound} = {number(run.margin.growth)} / {gamma}²", bound, told),
        )

    @cached_property
    def extent(self) -> FloatArray:
        """Points of the plane, (m, 2), that a view of all pictures must hold."""
        X, mistake = self.run.dataset.X, self.mistake
        if not self.on_plane:
            return X
        corners = self.run.margin.radius * np.array([[1.0, 1.0], [-1.0, -1.0]])
        before, step, after = self._laid(mistake) if mistake else [np.zeros(PLANE)] * 3
        return np.vstack([X, X * self.run.dataset.y[:, None], corners, before, step, after])

    def narrowed(self, share: float) -> tuple[list[int], FloatArray]:
        """Return the nearest points, and where they are, (m, 2), in a street of this share of its width."""
        margin = self.run.margin
        if margin.support is None or margin.w_star is None:
            return [], np.empty((0, PLANE))
        rows, w = margin.support.tolist(), margin.w_star
        inwards = self.run.dataset.y[rows, None] * (1 - share) * (margin.gamma or 0.0) * w / float(w @ w)
        return rows, self.run.dataset.X[rows] - inwards

    def _laid(self, mistake: Mistake) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return w before a mistake, the step and w after it, on the plane."""
        before, after = self.run.history.weights(mistake.update - 1, mistake.update)[:, :PLANE]
        return before, after - before, after

    def _step_name(self, mistake: Mistake) -> str:
        return f"{'+' if mistake.label > 0 else '−'} point {mistake.row + 1:,}"


def _equals(*values: float) -> str:
    """Return the sign before what is worked out from numbers that may be rounded where they are written."""
    return "=" if all(written(value, DIGITS).value == Fraction(value) for value in values) else "≈"


def _point(x: FloatArray) -> Point:
    return float(x[0]), float(x[1])


def _role(label: int) -> str:
    return "positive" if label > 0 else "negative"


def _turn(start: FloatArray, end: FloatArray) -> tuple[float, float]:
    """Return the angles from the direction of one vector to that of another, at most half a turn apart."""
    first = phase(complex(*start))
    return first, first + phase(complex(*end) * complex(*start).conjugate())


def in_words_of_tour(plot: PlotSpec, keys: frozenset[str] | None = None) -> PlotSpec:
    """Return a corridor with the lines of these keys only, None for all, those of the run in the words of the tour."""
    kept = [curve for curve in plot.curves if keys is None or curve.key in keys]
    curves = tuple(replace(each, name=_NAMES.get(each.key, each.name)) for each in kept)
    return replace(plot, curves=curves, gap=plot.gap if keys is None else None)
