"""The proof of the convergence theorem as a short page, each line with the numbers of one run at one moment.

Block 1962 and Novikoff 1962 (notes Perceptron 000, Huang 001; Yuille 004 §1.3 for Novikoff's other way). From
w⁽⁰⁾ ≠ 0, for a rule with a margin, in a kernel's feature space and for another separator it is the same proof with
other letters. Where the theorem does not speak of the data or of the learner, the page says so, and tells what holds
instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor, isnan, log10

from core.numbers.numerals import number
from core.numbers.sums import as_written, equals_or_nearly, missed_by
from core.record.history import State
from core.theory.bound_gap import PARTS, BoundGap
from core.theory.corridor import chain_of
from core.theory.diagnosis import Diagnosis, holds_instead
from core.theory.inequality import Inequality
from core.theory.margin.margin import Margin
from core.theory.vectors import vector_at

_FEWEST_DIGITS, _MOST_DIGITS = 4, 17

UPDATE, GAMMA = "update", "gamma"
"""What a person can change by dragging its number: k moves the playhead, γ tilts a separator."""


@dataclass(frozen=True)
class Value:
    """A number of a line: as it is, as it is written, and what dragging it `moves`, if anything."""

    number: float
    text: str
    moves: str = ""


@dataclass(frozen=True)
class ProofStep:
    """One step of the proof: a `sentence` with its formulas in backticks, and the same in numbers.

    `template` has formulas, one a row; empty where there are none. In both {name} stands for the value of that name.
    """

    name: str
    sentence: str
    template: str = ""
    values: Mapping[str, Value] = field(default_factory=dict)
    holds: bool = True

    @property
    def rows(self) -> tuple[str, ...]:
        """Those of the template; the last says so where it does not hold."""
        rows = self.template.splitlines()
        return (*rows[:-1], f"{rows[-1]} ✗") if rows and not self.holds else tuple(rows)

    @property
    def numbers(self) -> str:
        return self._filled("\n".join(self.rows))

    @property
    def told(self) -> str:
        """The sentence with its numbers in it."""
        return self._filled(self.sentence)

    def _filled(self, text: str) -> str:
        return text.format_map({name: value.text for name, value in self.values.items()})


@dataclass(frozen=True)
class Proof:
    """The page: what it shows, and its lines from the top down."""

    title: str
    lines: tuple[ProofStep, ...]

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """Each line as one text, formulas in backticks."""
        return tuple(" ".join([line.told, *(f"`{row}`" for row in line.numbers.splitlines())]) for line in self.lines)


@dataclass(frozen=True)
class Met:
    """The example of the update on display, raw: `squared` is ‖x̃‖², `along` y·(ŵ*·x̃), NaN where ŵ* is not known."""

    squared: float
    along: float


@dataclass(frozen=True, eq=False)
class Case:
    """What the page is about: a run's `margin`, in the units to be used, at a `state`, with its `rows` there.

    `diagnosis` is that of the data, examples counted from 1; `met` None where the state is no update; `bound_gap` what
    the bound leaves, None where it is not told; `cost` what the rule minimises; `learns` whether there are examples.
    """

    margin: Margin
    state: State
    rows: tuple[Inequality, ...]
    diagnosis: Diagnosis
    met: Met | None = None
    bound_gap: BoundGap | None = None
    cost: float | None = None
    learns: bool = True

    @property
    def u(self) -> str:
        return self.margin.notation.separator

    def row(self, key: str) -> Inequality | None:
        return next((row for row in self.rows if row.key == key), None)

    @property
    def k(self) -> Value:
        return Value(self.state.update, f"{self.state.update:,}", UPDATE)

    @property
    def gamma(self) -> Value:
        """The margin, which can be changed where the separator is a line of the data's own space."""
        gamma, moves = self.margin.gamma or 0.0, "" if self.margin.w_star is None else GAMMA
        return Value(gamma, number(gamma), moves)

    @property
    def step(self) -> Value:
        """What an update adds to w·ŵ* at least: γ itself, or ηγ."""
        return self.gamma if self.margin.rate == 1 else _value(self.margin.progress)


def proof_of(case: Case) -> Proof:
    """The page for one moment of a run."""
    if not case.learns:
        return Proof("Nothing to prove yet", (ProofStep("nothing", case.diagnosis.headline),))
    return Proof(_title(case), tuple(line for step in STEPS for line in step(case)))


def _title(case: Case) -> str:
    margin = case.margin
    if not margin.theorem:
        return "What holds for this learner"
    if margin.gamma is None:
        return "How far the proof goes"
    return f"Why k ≤ {margin.notation.bound}"


def _silence(case: Case) -> Iterator[ProofStep]:
    margin = case.margin
    if not margin.theorem:
        yield ProofStep("silence", f"{margin.rule.silence} {holds_instead(margin, f'`{margin.notation.losses}`')}")


def _space(case: Case) -> Iterator[ProofStep]:
    """What w and x are, where they are more than those of the picture."""
    margin = case.margin
    if not _has_vectors(case):
        return
    B = number(margin.bias.value)
    if margin.in_feature_space:
        x = f"`(φ(x), B)`, with `B = {B}`" if margin.bias.value else "`φ(x)`"
        sentence = (
            f"Here `w` and `x` are vectors of the kernel's feature space: `x` means {x}. The proof needs nothing but "
            "inner products, and `k(x, z)` is one; so it holds there word for word."
        )
        yield ProofStep("space", sentence)
    elif margin.bias.value:
        yield ProofStep("space", f"Here `w` means `(w, b/B)` and `x` means `(x, B)`, with `B = {B}`.")


def _separator(case: Case) -> Iterator[ProofStep]:
    margin, u = case.margin, case.u
    if not _has_vectors(case):
        return
    if margin.gamma is None:
        yield ProofStep("separator", f"{case.diagnosis.headline} {case.diagnosis.detail}".strip())
        return
    who = "Some unit vector" if u == "ŵ*" else "Your unit vector"
    sentence = (
        f"{who} `{u}` has every example at least `γ` on its own side, `y·({u}·x) ≥ γ > 0`, "
        "and no example is longer than `R`."
    )
    values = {"gamma": case.gamma, "radius": _value(margin.radius * margin.notation.unit)}
    unit = "R = {radius}, the unit of length" if margin.notation.units.by_radius else "R = {radius}"
    yield ProofStep("separator", sentence, f"{margin.notation.units.gamma} = {{gamma}}, {unit}", values)


def _start(case: Case) -> Iterator[ProofStep]:
    margin = case.margin
    if not _has_vectors(case) or not margin.theorem or margin.start is None:
        return
    p, q = ("p/R", "q/R²") if margin.notation.units.by_radius else ("p", "q")
    values = {"q": _value(margin.start_squared)}
    if margin.gamma is None:
        yield ProofStep("start", "The run began at `w⁽⁰⁾`, with `q = ‖w⁽⁰⁾‖²`.", f"{q} = {{q}}", values)
        return
    sentence = f"The run began at `w⁽⁰⁾`, with `p = w⁽⁰⁾·{case.u}` and `q = ‖w⁽⁰⁾‖²`."
    values["p"] = _value(margin.along_start)
    yield ProofStep("start", sentence, f"{p} = {{p}}, {q} = {{q}}", values)


def _mistake(case: Case) -> Iterator[ProofStep]:
    """When an update is made, and this one."""
    margin, state = case.margin, case.state
    if not _has_vectors(case) or not margin.theorem:
        return
    where = "`y·a ≤ m`" if margin.rule.slack else "`y·a ≤ 0`"
    sentence = f"An update, `w ← w + {margin.rule.factor}y·x`, is made only on an example with {where}."
    if case.met is None:
        yield ProofStep("mistake", sentence)
        return
    verdict = margin.rule.verdict(state.score, state.label, state.added)
    score = verdict.test.removeprefix("y·a = ").removesuffix(f" {verdict.relation}")
    values = {"k": case.k, "score": Value(state.score, score)}
    told = f"k = {{k}}, on example {state.index + 1:,}: y·a = {{score}} {verdict.relation}"
    yield ProofStep("mistake", sentence, told, values)


def _progress(case: Case) -> Iterator[ProofStep]:
    margin, u, row = case.margin, case.u, case.row("progress")
    if row is None:
        return
    per = "/R" if margin.notation.units.by_radius else ""
    begun = {"p": _value(margin.along_start)} if margin.start else {}
    made, values = _promised(_sides(row, "along", "lower"), case.k, {"gamma": case.step}, begun)
    template = f"{margin.notation.along} {_about(margin)} {{along}} ≥ {made} = {margin.notation.lower}"
    factor = margin.rule.factor
    sentence = f"So each update adds `{factor}y·({u}·x) ≥ {margin.notation.raw.progress}` to `w·{u}`."
    if case.met is not None and not isnan(case.met.along):
        values["gain"] = _value(max(margin.rate * case.met.along / margin.notation.unit, margin.progress))
        template = f"{factor}y·({u}·x){per} {_about(margin)} {{gain}} ≥ {margin.notation.progress}\n{template}"
    yield ProofStep("progress", sentence, template, values, row.holds)


def _length(case: Case) -> Iterator[ProofStep]:
    margin, row = case.margin, case.row("length")
    if row is None:
        return
    rated, limit = margin.notation.rated, "`m`" if margin.rule.slack else "0"
    adds = "2η·y·a + η²·‖x‖²" if rated else "2y·a + ‖x‖²"
    begun = {"q": _value(margin.start_squared)} if margin.start else {}
    made, values = _promised(_sides(row, "squared", "upper"), case.k, {"growth": _value(margin.growth)}, begun)
    template = f"{margin.notation.units.squared} = {{squared}} ≤ {made} = {margin.notation.upper}"
    if case.met is not None:
        rate, unit = margin.rate, margin.notation.unit
        grown = rate * (2 * case.state.score + rate * case.met.squared) / unit / unit
        values["grown"] = _value(min(grown, margin.growth))
        template = f"{margin.notation.squared(adds)} = {{grown}} ≤ {margin.notation.growth.strip('()')}\n{template}"
    most = margin.notation.raw.growth.strip("()")
    sentence = f"And it adds `{adds} ≤ {most}` to `‖w‖²`, for `y·a` is not above {limit}."
    yield ProofStep("length", sentence, template, values, row.holds)


def _open(case: Case) -> Iterator[ProofStep]:
    """What is left of the proof without a separator."""
    if case.row("length") is not None and case.row("progress") is None:
        yield ProofStep("open", "Without `γ` the other half is missing, and this half alone sets no end to `k`.")
    row = case.row("epochs")
    if row is not None:
        values = {"k": case.k, "bound": Value(row.right, row.written[1])}
        formula = row.formula.removeprefix("k ≤ ")
        yield ProofStep("epochs", row.meaning, f"{{k}} ≤ {{bound}} = {formula}", values, row.holds)


def _cauchy(case: Case) -> Iterator[ProofStep]:
    """Cauchy and Schwarz, and all in one chain."""
    margin, u, chain = case.margin, case.u, _chain(case)
    if chain is None:
        return
    along, length = margin.notation.along, margin.notation.units.length
    sentence = (
        f"No vector reaches further along a unit vector than it is long, `w·{u} ≤ ‖w‖`; so all stand in one chain:"
    )
    upper = margin.notation.upper
    root = "√k" if upper == "k" else f"√({upper})"
    letters = f"{margin.notation.lower} ≤ {along} ≤ {length} ≤ {root}"
    yield ProofStep("chain", sentence, f"{letters}\n{{lower}} ≤ {{along}} ≤ {{length}} ≤ {{root}}", chain)


def _chain(case: Case) -> dict[str, Value] | None:
    chain = chain_of(case.rows)
    if chain is None or case.row("progress") is None:
        return None
    named = {"lower": chain.floor, "along": chain.along, "length": chain.length, "root": chain.ceiling}
    return {name: _value(value) for name, value in named.items()}


def _bound(case: Case) -> Iterator[ProofStep]:
    margin, row = case.margin, case.row("bound")
    if row is None:
        return
    lower, upper = margin.notation.lower, margin.notation.upper
    squared = f"{lower}²" if lower.startswith("(") and lower.endswith(")") else f"({lower})²"
    if margin.start:
        sentence = f"Squared, `{squared} ≤ {upper}`: so `k` is at most `k₊`, the larger root of `{squared} = {upper}`."
    else:
        gamma_squared, bound = margin.notation.units.gamma_squared, margin.notation.bound
        by = f"η²{gamma_squared}" if margin.notation.rated else gamma_squared
        sentence = f"Squared, `{squared} ≤ {upper}`; divided by `k` and `{by}`, `k ≤ {bound}`."
    values = {"k": case.k, "bound": Value(row.right, row.written[1])}
    named = (
        f"{margin.notation.bound} ≤ {{bound}}"
        if "≤" in margin.bound_written
        else f"{{bound}} = {margin.notation.bound}"
    )
    yield ProofStep("bound", sentence, f"k = {{k}} ≤ {named}", values, row.holds)


def _angle(case: Case) -> Iterator[ProofStep]:
    u, row = case.u, case.row("angle")
    if row is None:
        return
    if case.margin.lower(case.state.update) < 0:
        while_ = case.margin.notation.raw.lower
        sentence, promise = f"Of the angle, `cos∠(w, {u})`, nothing is promised while `{while_} < 0`.", ""
    else:
        promised, promise = row.formula.partition(" ≥ ")[2], " ≥ {promised}"
        sentence = f"The same as an angle: `cos∠(w, {u})` is at least `{promised}`, and no cosine passes 1."
    if isnan(row.left):
        yield ProofStep("angle", f"{sentence} But `w = 0` has no direction yet.")
        return
    gap = case.bound_gap
    angle = gap.angle if gap else vector_at(case.state, case.margin).angle(case.state.update)
    values = {**_sides(row, "cosine", "promised"), "angle": _value(angle)}
    most = "" if gap is None or gap.known else "at most "
    template = f"cos∠(w, {u}) {_about(case.margin)} {{cosine}}{promise}, an angle of {most}{{angle}}°"
    yield ProofStep("angle", sentence, template, values, row.holds)


def _potential(case: Case) -> Iterator[ProofStep]:
    margin, u, row = case.margin, case.u, case.row("potential")
    if row is None:
        return
    each = margin.notation.raw.growth.strip("()")
    sentence = (
        f"Novikoff's other way: each update takes at least `{each}` from `Φ = ‖w − ({margin.notation.centre})·{u}‖²`, "
        "which cannot fall below 0."
    )
    name, _, promise = margin.notation.potential.partition(" ≤ ")
    template = f"{name} {_about(margin)} {{potential}} ≤ {{promised}} = {promise}"
    yield ProofStep("potential", sentence, template, _sides(row, "potential", "promised"), row.holds)


def _bound_gap(case: Case) -> Iterator[ProofStep]:
    """Where the rest of the bound goes."""
    margin, bound_gap = case.margin, case.bound_gap
    if bound_gap is None or margin.bound is None:
        return
    names = ", ".join(f"{part.name} `{part.written(margin)}`" for part in PARTS)
    sentence = (
        f"What the proof gives away is the room that is left: {names}, each divided by "
        f"`{margin.notation.part_divisor}` and so in updates."
    )
    room, most = bound_gap.written(), bound_gap.relation(margin)
    values = {part.name: Value(bound_gap.of(part), text) for part, text in zip(PARTS, room.terms, strict=True)} | {
        "total": Value(bound_gap.total, room.total)
    }
    template = f"{margin.notation.bound} − k {most} {{total}} {room.relation} "
    yield ProofStep("room", sentence, template + " + ".join(f"{{{part.name}}}" for part in PARTS), values)


def _nearer(case: Case) -> Iterator[ProofStep]:
    """Lemma 1 of Crammer et al. 2006 with u = ŵ*/γ."""
    margin, losses, mistakes = case.margin, case.row("losses"), case.row("mistakes")
    if losses is None or mistakes is None:
        return
    u = case.u
    sentence = (
        f"`{u}/γ` has `y·a ≥ 1` on every example, so it loses nothing. Each update brings `w` nearer to it: "
        "the squared distance falls by at least `loss²/‖x‖²`, and that is at least `loss²/R²`."
    )
    if case.met is None:
        yield ProofStep("nearer", sentence)
    else:
        loss = max(0.0, 1.0 - case.state.score)
        yield ProofStep("nearer", sentence, "loss = 1 − y·a = {loss}", {"loss": _value(loss)})
    values = _sides(losses, "losses", "bound")
    end = "A squared distance cannot fall below 0, so all squared losses together stay bounded."
    yield ProofStep("losses", end, f"Σ loss² = {{losses}} ≤ {{bound}} = {margin.notation.losses}", values, losses.holds)
    values = _sides(mistakes, "mistakes", "bound")
    each = "A mistake loses at least 1, so there are no more `mistakes` than that."
    yield ProofStep(
        "mistakes", each, f"mistakes = {{mistakes}} ≤ {{bound}} = {margin.notation.losses}", values, mistakes.holds
    )


def _cost(case: Case) -> Iterator[ProofStep]:
    if case.cost is not None:
        sentence = "That cost, at the playhead:"
        yield ProofStep("cost", sentence, f"{case.margin.rule.cost} = {{cost}}", {"cost": _value(case.cost)})


STEPS: tuple[Callable[[Case], Iterator[ProofStep]], ...] = (
    _silence,
    _space,
    _separator,
    _start,
    _mistake,
    _progress,
    _length,
    _open,
    _cauchy,
    _bound,
    _angle,
    _potential,
    _bound_gap,
    _nearer,
    _cost,
)
"""The lines of the page from the top down; each says nothing where it does not apply."""


def _has_vectors(case: Case) -> bool:
    """Whether something is promised of the vectors of this run."""
    return case.margin.theorem or case.row("losses") is not None


def _value(value: float) -> Value:
    return Value(value, number(value))


def _sides(row: Inequality, left: str, right: str) -> dict[str, Value]:
    """Both numbers of a row, by the names that they have in a template."""
    written = row.written
    return {left: Value(row.left, written[0]), right: Value(row.right, written[1])}


def _about(margin: Margin) -> str:
    """Between what is measured along ŵ* and its number: where only some digits of γ are known, so of that."""
    return "≈" if margin.gamma_is_lower_bound else "="


def _promised(
    sides: dict[str, Value], k: Value, each: dict[str, Value], begun: dict[str, Value]
) -> tuple[str, dict[str, Value]]:
    """The last of `sides` as a multiple of `each`, from what it may have `begun` with on: a template, and all values.

    These have so many digits that what they make, as they are written, is that side but for its last digit.
    """
    (name, whole), (factor,) = list(sides.items())[-1], each
    step = _last_place(whole.number)
    for digits in range(_FEWEST_DIGITS, _MOST_DIGITS + 1):
        made = {key: replace(value, text=number(value.number, digits)) for key, value in (begun | each).items()}
        texts = {key: as_written(value.text) for key, value in made.items()}
        one = texts.pop(factor)
        terms = [*texts.values(), None if one is None else one * int(k.number)]
        if missed_by(whole.text, terms) <= step:
            break
    summands = " + ".join([*(f"{{{key}}}" for key in begun), f"{{k}}·{{{factor}}}"])
    return f"{{{name}}} {equals_or_nearly(whole.text, terms)} {summands}", {**sides, "k": k, **made}


def _last_place(value: float) -> Fraction:
    """What the last of its first digits counts, or 1."""
    return min(Fraction(10) ** (floor(log10(abs(value))) + 1 - _FEWEST_DIGITS), Fraction(1)) if value else Fraction(0)
