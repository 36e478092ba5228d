"""The words that the sentences of the tour through the proof leave open, for one run."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np

from core.numbers.numerals import number
from core.plots.proof_pictures import ProofInPictures


def _one_more(proof: ProofInPictures) -> str:
    """Return what one mistake more than the bound would need: "a 30th mistake would need …", "an 8th …"."""
    margin, k = proof.run.margin, proof.bound + 1
    ending = "th" if k % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(k % 10, "th")
    spoken = f"{k:,}".partition(",")[0]
    nth = f"{'an' if spoken.startswith('8') or spoken in ('11', '18') else 'a'} {k:,}{ending}"
    needed, allowed = number(margin.lower(float(k))), number(math.sqrt(margin.upper(float(k))), 3)
    return f"{nth} {proof.noun} would need a shadow of at least {needed} from an arrow of at most {allowed}"


def _wrong_side(proof: ProofInPictures) -> str:
    rule, right = proof.run.rule, "`90° or more` from w (a × with its arrow turned round)."
    if rule.slack:
        why = "This rule updates before a point is wrong, too" if rule.threshold else "The line is shifted by a fixed b"
        return f"{why}: a step may lean towards w, but 2y·(w·x) is at most {number(2 * rule.slack)}."
    if proof.on_plane:
        return f"A mistake lies beyond the line that stands at right angles to w. So it is {right}"
    where = "With B as one more coordinate, a" if proof.run.margin.bias.value else "A"
    return f"{where} mistake has y·a ≤ 0, so it is {right}"


def _squares_words(proof: ProofInPictures) -> str:
    mistake = proof.mistake
    if mistake is None:
        return "From w = 0 the first step is all of w."
    before, step, after = (number(each) for each in (mistake.before, mistake.step, mistake.after))
    most = mistake.before + mistake.step
    sum_ = f"At exactly 90° the squares would add up: {before} + {step} = {number(most)}."
    if mistake.after == most:
        return f"{sum_} So they do here."
    return f"{sum_} {'Turned further away, only' if mistake.after < most else 'Leaning towards w,'} {after}."


def _pulled(proof: ProofInPictures) -> str:
    support, lengths = proof.run.margin.support, proof.run.space.norms_squared
    if not proof.on_plane or support is None:
        return "The floor is `less steep` and meets the ceiling `later`."
    stays = np.delete(lengths, support).max(initial=0.0) == lengths.max()
    late = "`four times as late`" if stays else "`later`, though R becomes shorter, too"
    return f"Half as wide, the floor is half as steep and meets the ceiling {late}."


PHRASES: Mapping[str, Callable[[ProofInPictures], str]] = {
    "best_line": lambda proof: "The green line" if proof.has_line else "The best separator",
    "the_best_line": lambda proof: "the green line" if proof.has_line else "the best separator",
    "gamma_written": lambda proof: proof.run.margin.gamma_written(),
    "counting_b": lambda proof: proof.counting_b,
    "other_line": lambda proof: (
        ("line" if proof.has_line else "separator") + ("" if proof.run.margin.bias.value else " through the origin")
    ),
    "each_update": lambda proof: f"each {proof.noun}",
    "wrong_side": _wrong_side,
    "squares": _squares_words,
    "growth": lambda proof: f"{proof.run.margin.notation.growth.strip('()')} = {number(proof.run.margin.growth)}",
    "one_more": _one_more,
    "pulled": _pulled,
}
"""Gap in the sentences of the tour → its words for a run."""
