"""The sentences below the picture of the theorem, with the numbers of one run, and γ and R in words.

Their numbers are those of the rows at the same moment. Where the theorem does not speak of the data or of the learner,
they say so, and what is drawn instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import inf

from core.numbers.numerals import MOST_IN_FULL, at_least, column, counted, number, plural, up_to, whole_below
from core.theory.bounds import SlackBound
from core.theory.diagnosis import NO_EXAMPLES, STAYS_BOUNDED
from core.theory.margin.margin import Margin
from core.theory.proof import Proof, ProofStep, Value, gamma_of, k_of, sides, step_of, valued
from core.theory.quantities import GIVEN
from core.theory.theorem import TheoremFacts

_K = re.compile("(η?²?)k(?=[γR(])")


def corridor_words(facts: TheoremFacts, *, brief: bool = False) -> Proof:
    """Return the sentences at one moment of a run, and what their symbols are; if `brief` without γ and R."""
    if not facts.learns:
        return Proof("", (ProofStep("nothing", NO_EXAMPLES.headline),))
    if facts.margin.theorem:
        return Proof("", (*_between(facts), *(() if brief else _definitions(facts))))
    said = _losses(facts) if facts.margin.rule.bounds_losses else _cost(facts)
    return Proof("", (*said, *_definitions(facts)))


def _definitions(facts: TheoremFacts) -> Iterator[ProofStep]:
    margin, units = facts.margin, facts.margin.notation.units
    if margin.rule.cost or (margin.gamma is None and not margin.theorem):
        return
    space = ", counting the bias input `B` as one more coordinate" if margin.bias.value else ""
    if facts.gamma is not None:
        drawn = margin.w_star is not None and len(margin.w_star) <= 2
        star = "the best line" if drawn else "the best separator `ŵ*`"
        if margin.notation.separator != "ŵ*":
            star = f"your line `{margin.notation.separator}`"
        elif margin.gamma_is_lower_bound:
            star = "a separator that was found, `ŵ*`,"
        sentence = f"`{units.gamma} = {{gamma}}`, the margin: the distance from {star} to its nearest example{space}."
        yield ProofStep("gamma", sentence, values={"gamma": gamma_of(margin)})
        space = ", counting `B` in the same way" if space else ""
    here = ", here the unit of length" if units.by_radius else ""
    sentence = f"`R = {{radius}}`: the distance from the origin to the farthest example{space}{here}."
    yield ProofStep("radius", sentence, values={"radius": valued(margin.radius * margin.notation.unit)})


def _between(facts: TheoremFacts) -> Iterator[ProofStep]:
    if facts.diagnosis is not None and facts.row("progress") is None:
        why, stays, _ = facts.diagnosis.partition(STAYS_BOUNDED)
        yield ProofStep("open", why.rstrip())
        if stays:
            yield ProofStep("stays bounded", stays)
        yield from _length(facts, alone=True)
        none = "Without `γ` there is no floor, so nothing meets the ceiling: the theorem does not bound `k`."
        yield ProofStep("no floor", none)
        return
    row, margin = facts.row("bound"), facts.margin
    if facts.state.update or margin.start:
        yield from _progress(facts)
        yield from _length(facts, alone=facts.along is None)
    else:
        yield from _beginning(facts)
    if row is not None and facts.bound is not None:
        relation, _, written = margin.bound_written.partition(" ")
        place = margin.notation.bound if margin.start else f"k = {margin.notation.bound}"
        sentence = f"Floor and ceiling meet at `{place} {relation} {{bound}}`: {no_more(margin)}."
        yield ProofStep("bound", sentence, values={"bound": Value(row.right, written)}, holds=row.holds)


def _beginning(facts: TheoremFacts) -> Iterator[ProofStep]:
    margin, units = facts.margin, facts.margin.notation.units
    yield ProofStep("start", "The run begins with `w = 0`.")
    if facts.along is not None and facts.floor is not None:
        sentence = (
            f"Each update raises `{margin.notation.along}` by at least `{margin.notation.progress} = {{gamma}}`, "
            "the step of the floor."
        )
        yield ProofStep("progress", sentence, values={"gamma": step_of(margin)})
    if facts.ceiling is None:
        return
    growth, letters = valued(margin.growth), margin.notation.growth
    least = f"`{letters}`" if letters == growth.text else f"`{letters} = {{growth}}`"
    sentence = f"Each update adds at most {least} to `{units.squared}`: the ceiling of `{units.length}` is the root."
    yield ProofStep("length", sentence, values={"growth": growth})


def _progress(facts: TheoremFacts) -> Iterator[ProofStep]:
    row = facts.row("progress")
    if row is None or facts.along is None:
        return
    promise = _at(facts.margin.notation.lower, facts.state.update)
    about = "about " * facts.margin.gamma_is_lower_bound
    least = "" if facts.floor is None else f", at least `{promise} = {{lower}}`"
    sentence = f"{_after(facts)} `{facts.margin.notation.along}` is {about}{{along}}{least}."
    values = {"k": k_of(facts), **sides(row, "along", "lower")}
    yield ProofStep("progress", sentence, values=values, holds=row.holds)


def _length(facts: TheoremFacts, *, alone: bool) -> Iterator[ProofStep]:
    row = facts.row("length")
    if row is None or facts.length is None:
        return
    upper, units = row.written[1], facts.margin.notation.units
    values = {"k": k_of(facts), **sides(row, "squared", "upper"), "length": valued(facts.length)}
    promised = root = ""
    if facts.ceiling is not None:
        promise = _at(facts.margin.notation.upper, facts.state.update)
        promised = ", at most {upper}" if promise == upper else f", at most `{promise} = {{upper}}`"
        values["root"], root = valued(facts.ceiling), ", at most {root}"
    opening = f"{_after(facts)} " if alone else ""
    sentence = f"{opening}`{units.squared}` is {{squared}}{promised}, so `{units.length}` is {{length}}{root}."
    yield ProofStep("length", sentence, values=values, holds=row.holds)


def no_more(margin: Margin) -> str:
    """Return that there is no update beyond the bound on them, in words."""
    most = margin.bound_at_most or inf
    return f"at most {counted(whole_below(most), 'update') if most < MOST_IN_FULL else f'{up_to(most)} updates'}"


def _losses(facts: TheoremFacts) -> Iterator[ProofStep]:
    """Say what the losses are and at most can be (Crammer et al. 2006, Theorem 2)."""
    lost, missed = facts.row("losses"), facts.row("mistakes")
    if lost is None or missed is None:
        yield ProofStep("silence", facts.margin.rule.silence)
        if facts.diagnosis is None:
            return
        there = "none exists" if facts.margin.separable is False else "none is known"
        yield ProofStep("open", f"That takes a separator with a margin, and {there} here: nothing is promised of them.")
        return
    values = {"k": k_of(facts), **sides(lost, "lost", "bound")}
    one = round(missed.left) == 1
    met = "{missed} example met was a `mistake`" if one else "{missed} examples met were `mistakes`"
    most = each = ""
    if facts.loss_bound is not None:
        most = f", at most `{facts.margin.notation.losses} = {{bound}}`"
        each = f": {'it' if one else 'each'} loses at least 1, so mistakes too are at most that many"
    yield ProofStep("losses", f"{_after(facts)} `Σ loss²` is {{lost}}{most}.", values=values, holds=lost.holds)
    yield ProofStep("mistakes", f"{met}{each}.", values=sides(missed, "missed", "bound"), holds=missed.holds)
    yield ProofStep("silence", facts.margin.rule.silence)


def _cost(facts: TheoremFacts) -> Iterator[ProofStep]:
    if facts.cost is not None:
        seen = f"After {facts.state.example:,} {plural('example', facts.state.example)}"
        yield ProofStep("cost", f"{seen} `{facts.margin.rule.cost}` is {{cost}}.", values={"cost": valued(facts.cost)})
    if (least := facts.least_cost) is not None:
        sentence = "No `w` and `b` cost less than {least}: that is the least possible cost."
        yield ProofStep("least", sentence, values={"least": Value(float(least), at_least(least))})
    yield ProofStep("silence", facts.margin.rule.silence)


def _after(facts: TheoremFacts) -> str:
    return f"After {{k}} {plural('update', facts.state.update)}"


def _at(promise: str, update: int) -> str:
    """Return a promise at one k: 8·γ for kγ; a k that stands alone is the number itself."""
    return re.sub(r"\bk\b", f"{update:,}", _K.sub(rf"{update:,}·\1", promise))


_COMPONENTS = 4


def told_in_brief(margin: Margin, digits: int, slack: SlackBound | None = None) -> list[tuple[str, str]]:
    """Return the words on γ, R, ŵ* and so on, as far as they are known, each after "gamma", "radius", "star" or "".

    The components of ŵ* have a digit less. `slack` is the bound for data that are not separable, where it says
    something.
    """
    units = margin.notation.units
    told = [("radius", f"{GIVEN['radius'].told(margin, digits)}{', here 1' if units.by_radius else ''}")]
    if margin.gamma is not None:
        told.insert(0, ("gamma", GIVEN["gamma"].told(margin, digits)))
    if margin.w_star is not None and margin.b_star is not None:
        star = margin.w_star.tolist()
        scaled = [margin.b_star / margin.bias.value] if margin.bias.value else []
        told_apart = margin.bias.value != 1 or bool(margin.rule.cost)
        name = "ŵ* = (w*, b*/B)" if scaled and told_apart else "ŵ*"
        told.append(("star", f"{name} = {_vector(star, digits - 1, scaled)}"))
    told += [("", each.told(margin, digits)) for each in (GIVEN["p"], GIVEN["q"]) if each.value(margin) is not None]
    if margin.start and margin.bound is not None:
        told.append(("", f"{margin.notation.bound} is {margin.notation.bound_meaning}"))
    if slack is not None:
        gamma = f"{units.gamma} = {number(slack.gamma / margin.notation.unit, digits)}"
        told.append(("", f"D is for u = {_vector(slack.u.tolist(), digits - 1)} and {gamma}"))
    return told


def _vector(components: Sequence[float], digits: int, last: Sequence[float] = ()) -> str:
    """Return the first few components, and always the `last`."""
    shown = column([*components[:_COMPONENTS], *last], digits)
    if len(components) > _COMPONENTS:
        shown.insert(_COMPONENTS, "…")
    return f"({', '.join(shown)})"
