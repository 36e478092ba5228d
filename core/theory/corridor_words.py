"""What stands below the picture of the theorem: a few sentences with the numbers of one run, and γ and R in words.

Their numbers are those of the rows at the same moment. Where the theorem does not speak of the data or of the learner,
they say so, and what is drawn instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import inf

from core.numbers.numerals import MOST_IN_FULL, at_least, number, ordinal, plural, up_to, whole_below
from core.theory.corridor import chain_of
from core.theory.margin.margin import Margin
from core.theory.proof import Case, Proof, ProofStep, Value

Tells = Callable[[str], bool]
"""Whether something is told of what a person may be left to find out."""

_K = re.compile("(η?²?)k(?=[γR(])")
_DRAWN = 2
"""Of so many features a separator is seen as a line."""


def everything(_secret: str) -> bool:
    """Nothing is hidden."""
    return True


def corridor_words(case: Case, least_cost: Fraction | None = None, tells: Tells = everything) -> Proof:
    """The sentences at one moment of a run, and what their symbols are.

    `least_cost` is what no vector costs less than, for a rule that minimises a cost; None where it is not known. Of
    star, floor, ceiling, bound and separable only what is told (`tells`) is said.
    """
    if not case.learns:
        return Proof("", (ProofStep("nothing", case.diagnosis.headline),))
    if case.margin.theorem:
        said = _between(case, tells)
    elif case.margin.rule.bounds_losses:
        said = _losses(case, tells)
    else:
        said = _cost(case, least_cost if tells("bound") else None)
    defined = (line for line in definitions(case.margin, case.gamma) if line.name != "gamma" or tells("star"))
    return Proof("", (*said, *defined))


def definitions(margin: Margin, gamma: Value) -> Iterator[ProofStep]:
    """γ and R in words, as far as they are known and something hangs on them."""
    if margin.rule.cost or (margin.gamma is None and not margin.theorem):
        return
    units = margin.notation.units
    if margin.gamma is not None:
        best = f"from {separator_words(margin)}, {space_words(margin)}"
        sentence = f"`{units.gamma} = {{gamma}}`: how far the nearest example is {best}."
        yield ProofStep("gamma", sentence, values={"gamma": gamma})
    radius = number(margin.radius * margin.notation.unit)
    here = ", here the unit of length" if units.by_radius else ""
    sentence = f"`R = {{radius}}`: how long the longest example is, {space_words(margin)}{here}."
    yield ProofStep("radius", sentence, values={"radius": Value(margin.radius, radius)})


def space_words(margin: Margin) -> str:
    """In which space γ and R are lengths, its formula in backticks."""
    x = "φ(x)" if margin.in_feature_space else "x"
    return f"in `({x}, B)`" if margin.bias.value else f"in `{x}`"


def separator_words(margin: Margin) -> str:
    """What γ is measured from, its symbol in backticks."""
    symbol = margin.notation.separator
    if symbol != "ŵ*":
        return f"your line `{symbol}`"
    if margin.gamma_is_lower_bound:
        return f"a separator that was found, `{symbol}`"
    drawn = margin.w_star is not None and len(margin.w_star) <= _DRAWN
    return f"the best {'line' if drawn else 'separator'} `{symbol}`"


def _between(case: Case, tells: Tells) -> Iterator[ProofStep]:
    if case.margin.gamma is None or case.row("progress") is None:
        if tells("separable"):
            yield ProofStep("open", f"{case.diagnosis.headline} {case.diagnosis.detail}".strip())
        yield from _length(case, tells, alone=True)
        if tells("separable"):
            none = "Without `γ` there is no floor, so nothing meets the ceiling and nothing bounds `k`."
            yield ProofStep("no floor", none)
        return
    if case.state.update or case.margin.start:
        if tells("star"):
            yield from _progress(case, tells)
        yield from _length(case, tells, alone=not tells("star"))
    else:
        yield from _beginning(case, tells)
    if tells("bound"):
        yield from _meeting(case)


def _beginning(case: Case, tells: Tells) -> Iterator[ProofStep]:
    """Before the first update from w = 0, where all four are 0."""
    margin, units = case.margin, case.margin.notation.units
    yield ProofStep("start", "The run begins with `w = 0`.")
    if tells("star") and tells("floor"):
        sentence = (
            f"Each update lifts the floor under `{margin.notation.along}` by `{margin.notation.progress} = {{gamma}}`."
        )
        yield ProofStep("progress", sentence, values={"gamma": case.step})
    if not tells("ceiling"):
        return
    growth = Value(margin.growth, number(margin.growth))
    letters = margin.notation.growth.strip("()")
    least = f"`{letters}`" if letters == growth.text else f"`{letters} = {{growth}}`"
    sentence = f"Each update adds at most {least} to `{units.squared}`: its root is the ceiling over `{units.length}`."
    yield ProofStep("length", sentence, values={"growth": growth})


def _progress(case: Case, tells: Tells) -> Iterator[ProofStep]:
    row = case.row("progress")
    if row is None:
        return
    along, lower = row.written
    promise = _at(case.margin.notation.lower, case.state.update)
    about = "about " if case.margin.gamma_is_lower_bound else ""
    least = f", at least `{promise} = {{lower}}`" if tells("floor") else ""
    sentence = f"{_after(case)} `{case.margin.notation.along}` is {about}{{along}}{least}."
    values = {"k": case.k, "along": Value(row.left, along), "lower": Value(row.right, lower)}
    yield ProofStep("progress", sentence, values=values, holds=row.holds)


def _length(case: Case, tells: Tells, *, alone: bool = False) -> Iterator[ProofStep]:
    """The length of w; that it is told after so many updates where it is told `alone`."""
    row, chain = case.row("length"), chain_of(case.rows)
    if row is None or chain is None:
        return
    (squared, upper), units = row.written, case.margin.notation.units
    promise = _at(case.margin.notation.upper, case.state.update)
    most = "{upper}" if promise == upper else f"`{promise} = {{upper}}`"
    opening = f"{_after(case)} " if alone else ""
    promised, root = (f", at most {most}", ", at most {root}") if tells("ceiling") else ("", "")
    sentence = f"{opening}`{units.squared}` is {{squared}}{promised}, so `{units.length}` is {{length}}{root}."
    values = {
        "k": case.k,
        "squared": Value(row.left, squared),
        "upper": Value(row.right, upper),
        "length": Value(chain.length, number(chain.length)),
        "root": Value(chain.ceiling, number(chain.ceiling)),
    }
    yield ProofStep("length", sentence, values=values, holds=row.holds)


def _meeting(case: Case) -> Iterator[ProofStep]:
    row = case.row("bound")
    if row is None:
        return
    letters = case.margin.notation.bound
    relation, _, written = case.margin.bound_written.partition(" ")
    values = {"bound": Value(row.right, written)}
    place = letters if case.margin.start else f"k = {letters}"
    sentence = f"Floor and ceiling meet at `{place} {relation} {{bound}}`: {no_more(case.margin)}."
    yield ProofStep("bound", sentence, values=values, holds=row.holds)


def no_more(margin: Margin) -> str:
    """That there is no update beyond the bound on them."""
    most = margin.bound_at_most or inf
    if most < MOST_IN_FULL:
        return f"there can be no {ordinal(whole_below(most) + 1)}"
    return f"there can be no more than {up_to(most)}"


def _losses(case: Case, tells: Tells) -> Iterator[ProofStep]:
    """Crammer et al. 2006, Theorem 2."""
    lost, missed = case.row("losses"), case.row("mistakes")
    if lost is None or missed is None:
        yield ProofStep("silence", case.margin.rule.silence)
        if not tells("separable"):
            return
        there = "none exists" if case.margin.separable is False else "none is known"
        yield ProofStep("open", f"That takes a separator with a margin, and {there} here: nothing is promised of them.")
        return
    values = {"k": case.k, "lost": Value(lost.left, lost.written[0]), "bound": Value(lost.right, lost.written[1])}
    most = f", at most `{case.margin.notation.losses} = {{bound}}`" if tells("bound") else ""
    sentence = f"{_after(case)} `Σ loss²` is {{lost}}{most}."
    yield ProofStep("losses", sentence, values=values, holds=lost.holds)
    values = {"missed": Value(missed.left, missed.written[0])}
    one = round(missed.left) == 1
    met = "{missed} example met was a `mistake`" if one else "{missed} examples met were `mistakes`"
    each = f": {'it' if one else 'each'} loses at least 1, so mistakes too are at most that many"
    yield ProofStep("mistakes", f"{met}{each * tells('bound')}.", values=values, holds=missed.holds)
    yield ProofStep("silence", case.margin.rule.silence)


def _cost(case: Case, least_cost: Fraction | None) -> Iterator[ProofStep]:
    if case.cost is not None:
        values = {"cost": Value(case.cost, number(case.cost))}
        example = f"{case.state.example:,} {plural('example', case.state.example)}"
        yield ProofStep("cost", f"After {example} `{case.margin.rule.cost}` is {{cost}}.", values=values)
    if least_cost is not None:
        values = {"least": Value(float(least_cost), at_least(least_cost))}
        yield ProofStep(
            "least", "No `w` and `b` cost less than {least}: that is the best that can be had.", values=values
        )
    yield ProofStep("silence", case.margin.rule.silence)


def _after(case: Case) -> str:
    return f"After {{k}} {plural('update', case.state.update)}"


def _at(promise: str, update: int) -> str:
    """A promise at one k: 8·γ for kγ; a k that stands alone is the number itself."""
    return re.sub(r"\bk\b", f"{update:,}", _K.sub(rf"{update:,}·\1", promise))
