"""The proof of the convergence theorem as a short page, each line with the numbers of one run at one moment.

Block 1962 and Novikoff 1962 (notes Perceptron 000, Huang 001; Yuille 004 §1.3 for Novikoff's other way). From w⁽⁰⁾ ≠ 0,
for a rule with a margin, in a kernel's feature space and for another separator the proof is the same with other
letters. If the theorem does not speak of the data or of the learner, the page says so, and what holds instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor, isnan, log10
from typing import NamedTuple

from core.numbers.formulas import as_written, equals_or_nearly, missed_by
from core.numbers.numerals import DIGITS, number
from core.theory.bound_gap import PARTS
from core.theory.diagnosis import NO_EXAMPLES, holds_instead
from core.theory.margin.margin import Margin
from core.theory.theorem import Inequality, TheoremFacts
from core.theory.vectors import vector_at

UPDATE, GAMMA = "update", "gamma"
"""The values that a person can change by dragging a number: k moves the playhead, γ tilts a separator."""


@dataclass(frozen=True)
class Value:
    """A number of a line: its value, its text, and what it `moves` if it is dragged."""

    number: float
    text: str
    moves: str = ""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class ProofStep:
    """A step of the proof: a `sentence`, and rows of formulas (`template`); in both, a value replaces its {name}."""

    name: str
    sentence: str
    template: str = ""
    values: Mapping[str, Value] = field(default_factory=dict)
    holds: bool = True

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of the template; the last one says if it does not hold."""
        rows = self.template.splitlines()
        return (*rows[:-1], f"{rows[-1]} ✗") if rows and not self.holds else tuple(rows)

    @property
    def numbers(self) -> str:
        return "\n".join(self.rows).format_map(self.values)

    @property
    def in_words(self) -> str:
        return self.sentence.format_map(self.values)


class Proof(NamedTuple):
    """The page: its title, and its lines from top to bottom."""

    title: str
    lines: tuple[ProofStep, ...]

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """Each line as one text, formulas in backticks."""
        ticked = ((line.in_words, line.numbers.replace("\n", "` `")) for line in self.lines)
        return tuple(f"{told} `{numbers}`" if numbers else told for told, numbers in ticked)


def k_of(facts: TheoremFacts) -> Value:
    """Return the updates so far."""
    return Value(facts.state.update, f"{facts.state.update:,}", UPDATE)


def gamma_of(margin: Margin) -> Value:
    """Return the margin, which can be changed where the separator is a line of the data's own space."""
    gamma = margin.gamma or 0.0
    return Value(gamma, number(gamma), "" if margin.w_star is None else GAMMA)


def step_of(margin: Margin) -> Value:
    """Return the least that an update adds to w·ŵ*: γ itself, or ηγ."""
    return gamma_of(margin) if margin.rule.rate == 1 else valued(margin.progress)


def proof_of(facts: TheoremFacts) -> Proof:
    """Return the page for one moment of a run."""
    if not facts.learns:
        return Proof("Nothing to prove yet", (ProofStep("nothing", NO_EXAMPLES.headline),))
    title = f"Why k ≤ {facts.margin.notation.bound}"
    if not facts.margin.theorem:
        title = "What holds for this learner"
    elif facts.gamma is None:
        title = "How far the proof goes"
    return Proof(title, tuple(line for step in STEPS for line in step(facts)))


def _setting(facts: TheoremFacts) -> Iterator[ProofStep]:
    margin = facts.margin
    if not margin.theorem:
        yield ProofStep("silence", f"{margin.rule.silence} {holds_instead(margin, f'`{margin.notation.losses}`')}")
        if facts.row("losses") is None:
            return
    yield from _space(margin)
    yield from _separator(facts)
    if margin.theorem:
        yield from _start(margin)
        yield from _mistake(facts)


def _space(margin: Margin) -> Iterator[ProofStep]:
    B = number(margin.bias.value)
    if margin.in_feature_space:
        x = f"`(φ(x), B)`, with `B = {B}`" if margin.bias.value else "`φ(x)`"
        sentence = (
            f"Here `w` and `x` are vectors of the kernel's feature space: `x` means {x}. The proof needs nothing but "
            "inner products, and `k(x, z)` is one; so it holds there word for word."
        )
        yield ProofStep("space", sentence)
    elif margin.bias.value:
        counts = f"Lengths count the bias input `B = {B}` as one more coordinate"
        yield ProofStep("space", f"{counts}, and `b/B` as one more component of `w`.")


def _separator(facts: TheoremFacts) -> Iterator[ProofStep]:
    margin, u, units = facts.margin, facts.margin.notation.separator, facts.margin.notation.units
    if margin.gamma is None:
        yield ProofStep("separator", facts.diagnosis or "")
        return
    who = "Some unit vector" if u == "ŵ*" else "Your unit vector"
    sentence = (
        f"{who} `{u}` has every example at least `γ` on its own side, `y·({u}·x) ≥ γ > 0`, "
        "and no example is longer than `R`."
    )
    values = {"gamma": gamma_of(margin), "radius": valued(margin.radius * margin.notation.unit)}
    template = f"{units.gamma} = {{gamma}}, R = {{radius}}{', the unit of length' * units.by_radius}"
    yield ProofStep("separator", sentence, template, values)


def _start(margin: Margin) -> Iterator[ProofStep]:
    if margin.start is None:
        return
    p, q = ("p/R", "q/R²") if margin.notation.units.by_radius else ("p", "q")
    values, along, template = {"q": valued(margin.start_squared)}, "", f"{q} = {{q}}"
    if margin.gamma is not None:
        along, template = f"`p = w⁽⁰⁾·{margin.notation.separator}` and ", f"{p} = {{p}}, {template}"
        values["p"] = valued(margin.along_start)
    yield ProofStep("start", f"The run began at `w⁽⁰⁾`, with {along}`q = ‖w⁽⁰⁾‖²`.", template, values)


def _mistake(facts: TheoremFacts) -> Iterator[ProofStep]:
    margin, state = facts.margin, facts.state
    where = "`y·a ≤ m`" if margin.rule.threshold else "`y·a ≤ 0`"
    sentence = f"An update, `w ← w + {margin.rule.factor}y·x`, is made only on an example with {where}."
    if facts.met_squared is None:
        yield ProofStep("mistake", sentence)
        return
    verdict = margin.rule.verdict(state.score, state.label, state.added)
    score = verdict.test.removeprefix("y·a = ").removesuffix(f" {verdict.relation}")
    values = {"k": k_of(facts), "score": Value(state.score, score)}
    told = f"k = {{k}}, on example {state.index + 1:,}: y·a = {{score}} {verdict.relation}"
    yield ProofStep("mistake", sentence, told, values)


def _progress(facts: TheoremFacts) -> Iterator[ProofStep]:
    margin, u, row = facts.margin, facts.margin.notation.separator, facts.row("progress")
    if row is None:
        return
    per = "/R" if margin.notation.units.by_radius else ""
    begun = {"p": valued(margin.along_start)} if margin.start else {}
    made, values = _promised(sides(row, "along", "lower"), k_of(facts), {"gamma": step_of(margin)}, begun)
    template = f"{margin.notation.along} {_about(margin)} {{along}} ≥ {made} = {margin.notation.lower}"
    factor = margin.rule.factor
    sentence = f"So each update adds `{factor}y·({u}·x) ≥ {margin.notation.raw.progress}` to `w·{u}`."
    if facts.met_along is not None:
        values["gain"] = valued(max(margin.rule.rate * facts.met_along / margin.notation.unit, margin.progress))
        template = f"{factor}y·({u}·x){per} {_about(margin)} {{gain}} ≥ {margin.notation.progress}\n{template}"
    yield ProofStep("progress", sentence, template, values, row.holds)


def _length(facts: TheoremFacts) -> Iterator[ProofStep]:
    margin, row = facts.margin, facts.row("length")
    if row is None:
        return
    rated, fixed, limit = margin.notation.rated, margin.rule.fixed, "`m`" if margin.rule.threshold else "0"
    product = "y·(w·x)" if fixed else "y·a"
    adds = f"2η·{product} + η²·‖x‖²" if rated else f"2{product} + ‖x‖²"
    begun = {"q": valued(margin.start_squared)} if margin.start else {}
    made, values = _promised(sides(row, "squared", "upper"), k_of(facts), {"growth": valued(margin.growth)}, begun)
    template = f"{margin.notation.units.squared} = {{squared}} ≤ {made} = {margin.notation.upper}"
    if facts.met_squared is not None:
        rate, unit = margin.rule.rate, margin.notation.unit
        score = facts.state.score - facts.state.label * fixed
        grown = rate * (2 * score + rate * facts.met_squared) / unit / unit
        values["grown"] = valued(min(grown, margin.growth))
        template = f"{margin.notation.squared(adds)} = {{grown}} ≤ {margin.notation.growth}\n{template}"
    most = margin.notation.raw.growth
    why = f"`y·a = {product} + y·b` is" if fixed else "`y·a` is"
    sentence = f"And it adds `{adds} ≤ {most}` to `‖w‖²`, for {why} not above {limit}."
    yield ProofStep("length", sentence, template, values, row.holds)


def _open(facts: TheoremFacts) -> Iterator[ProofStep]:
    if facts.row("length") is not None and facts.row("progress") is None:
        yield ProofStep("open", "Without `γ` the other half is missing, and this half alone sets no end to `k`.")
    if (row := facts.row("epochs")) is not None:
        values = {"k": k_of(facts), "bound": Value(row.right, row.written[1])}
        formula = row.formula.removeprefix("k ≤ ")
        yield ProofStep("epochs", row.meaning, f"{{k}} ≤ {{bound}} = {formula}", values, row.holds)


def _cauchy(facts: TheoremFacts) -> Iterator[ProofStep]:
    if facts.floor is None or facts.along is None or facts.length is None or facts.ceiling is None:
        return
    notation = facts.margin.notation
    reaches = f"No vector reaches further along a unit vector than it is long, `w·{notation.separator} ≤ ‖w‖`"
    root = "√k" if notation.upper == "k" else f"√({notation.upper})"
    letters = f"{notation.lower} ≤ {notation.along} ≤ {notation.units.length} ≤ {root}"
    numbers = {"lower": facts.floor, "along": facts.along, "length": facts.length, "root": facts.ceiling}
    values = {name: valued(number) for name, number in numbers.items()}
    template = f"{letters}\n{{lower}} ≤ {{along}} ≤ {{length}} ≤ {{root}}"
    yield ProofStep("chain", f"{reaches}; so all stand in one chain:", template, values)


def _bound(facts: TheoremFacts) -> Iterator[ProofStep]:
    margin, row = facts.margin, facts.row("bound")
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
    values, name = {"k": k_of(facts), "bound": Value(row.right, row.written[1])}, margin.notation.bound
    named = f"{name} ≤ {{bound}}" if "≤" in margin.bound_written else f"{{bound}} = {name}"
    yield ProofStep("bound", sentence, f"k = {{k}} ≤ {named}", values, row.holds)


def _angle(facts: TheoremFacts) -> Iterator[ProofStep]:
    u, row = facts.margin.notation.separator, facts.row("angle")
    if row is None:
        return
    if facts.margin.lower(facts.state.update) < 0:
        lower, promise = facts.margin.notation.raw.lower, ""
        sentence = f"Of the angle, `cos∠(w, {u})`, nothing is promised while `{lower} < 0`."
    else:
        promised, promise = row.formula.partition(" ≥ ")[2], " ≥ {promised}"
        sentence = f"The same as an angle: `cos∠(w, {u})` is at least `{promised}`, and no cosine passes 1."
    if isnan(row.left):
        yield ProofStep("angle", f"{sentence} But `w = 0` has no direction yet.")
        return
    gap = facts.bound_gap
    angle = gap.angle if gap else vector_at(facts.state, facts.margin).angle(facts.state.update)
    values = {**sides(row, "cosine", "promised"), "angle": valued(angle)}
    most = "" if gap is None or gap.known else "at most "
    template = f"cos∠(w, {u}) {_about(facts.margin)} {{cosine}}{promise}, an angle of {most}{{angle}}°"
    yield ProofStep("angle", sentence, template, values, row.holds)


def _potential(facts: TheoremFacts) -> Iterator[ProofStep]:
    margin, u, row = facts.margin, facts.margin.notation.separator, facts.row("potential")
    if row is None:
        return
    sentence = (
        f"Novikoff's other way: each update takes at least `{margin.notation.raw.growth}` from "
        f"`Φ = ‖w − ({margin.notation.centre})·{u}‖²`, which cannot fall below 0."
    )
    name, _, promise = margin.notation.potential.partition(" ≤ ")
    template = f"{name} {_about(margin)} {{potential}} ≤ {{promised}} = {promise}"
    yield ProofStep("potential", sentence, template, sides(row, "potential", "promised"), row.holds)


def _bound_gap(facts: TheoremFacts) -> Iterator[ProofStep]:
    margin, bound_gap = facts.margin, facts.bound_gap
    if bound_gap is None or margin.bound is None:
        return
    names = ", ".join(f"{part.name} `{part.written(margin)}`" for part in PARTS)
    sentence = (
        f"The bound is loose for four reasons: {names}, each divided by "
        f"`{margin.notation.part_divisor}` and so in updates."
    )
    room, most = bound_gap.written(), bound_gap.relation(margin)
    values = {part.name: Value(bound_gap.of(part), text) for part, text in zip(PARTS, room.terms, strict=True)}
    values["total"] = Value(bound_gap.total, room.total)
    template = f"{margin.notation.bound} − k {most} {{total}} {room.relation} "
    yield ProofStep("room", sentence, template + " + ".join(f"{{{part.name}}}" for part in PARTS), values)


def _nearer(facts: TheoremFacts) -> Iterator[ProofStep]:
    """Yield Lemma 1 of Crammer et al. 2006 with u = ŵ*/γ."""
    notation, losses, mistakes = facts.margin.notation, facts.row("losses"), facts.row("mistakes")
    if losses is None or mistakes is None:
        return
    sentence = (
        f"`{notation.separator}/γ` has `y·a ≥ 1` on every example, so it loses nothing. Each update brings `w` nearer "
        "to it: the squared distance falls by at least `loss²/‖x‖²`, and that is at least `loss²/R²`."
    )
    values, template = {"loss": valued(max(0.0, 1.0 - facts.state.score))}, "loss = 1 − y·a = {loss}"
    yield ProofStep("nearer", sentence, *(() if facts.met_squared is None else (template, values)))
    for row, name, said in (
        (losses, "Σ loss²", "A squared distance cannot fall below 0, so all squared losses together stay bounded."),
        (mistakes, "mistakes", "A mistake loses at least 1, so there are no more `mistakes` than that."),
    ):
        template, values = f"{name} = {{{row.key}}} ≤ {{bound}} = {notation.losses}", sides(row, row.key, "bound")
        yield ProofStep(row.key, said, template, values, row.holds)


def _cost(facts: TheoremFacts) -> Iterator[ProofStep]:
    if facts.cost is not None:
        template, values = f"{facts.margin.rule.cost} = {{cost}}", {"cost": valued(facts.cost)}
        yield ProofStep("cost", "That cost, at the playhead:", template, values)


STEPS = (_setting, _progress, _length, _open, _cauchy, _bound, _angle, _potential, _bound_gap, _nearer, _cost)
"""The lines of the page from the top down; each is empty where it does not apply."""


def valued(value: float) -> Value:
    """Return a number with its usual text."""
    return Value(value, number(value))


def sides(row: Inequality, left: str, right: str) -> dict[str, Value]:
    """Return both numbers of a row, by the names that they have in a template."""
    written = row.written
    return {left: Value(row.left, written[0]), right: Value(row.right, written[1])}


def _about(margin: Margin) -> str:
    return "≈" if margin.gamma_is_lower_bound else "="


def _promised(
    sides: dict[str, Value], k: Value, each: dict[str, Value], begun: dict[str, Value]
) -> tuple[str, dict[str, Value]]:
    """Return the last of `sides` as a multiple of `each`, plus the part `begun`: a template, and all values.

    The values have enough digits that their written result is that side up to its last digit.
    """
    (name, whole), (factor,) = list(sides.items())[-1], each
    # This is the value of the last of the first digits, or 1.
    step = Fraction(0)
    if whole.number:
        step = min(Fraction(10) ** (floor(log10(abs(whole.number))) + 1 - DIGITS), Fraction(1))
    for digits in range(DIGITS, 18):
        made = {key: replace(value, text=number(value.number, digits)) for key, value in (begun | each).items()}
        texts = {key: as_written(value.text) for key, value in made.items()}
        one = texts.pop(factor)
        terms = [*texts.values(), None if one is None else one * int(k.number)]
        # The written terms add up to the written sum, up to its last digit.
        if missed_by(whole.text, terms) <= step:
            break
    summands = " + ".join([*(f"{{{key}}}" for key in begun), f"{{k}}·{{{factor}}}"])
    return f"{{{name}}} {equals_or_nearly(whole.text, terms)} {summands}", {**sides, "k": k, **made}
