"""The diagnosis of the data: one plain sentence for a student, and one with the reason."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.datasets.dataset import Dataset
from core.numbers.numerals import at_most, number, plural
from core.theory.margin.linear_margin import opposite_twins
from core.theory.margin.margin import Certificate, Margin
from core.theory.quantities import GIVEN

_THERE = " of the kernel's feature space"
_NAMED = 4


@dataclass(frozen=True)
class Diagnosis:
    """`headline` is one short sentence; `detail` says why, and may be empty."""

    headline: str
    detail: str = ""

    @property
    def text(self) -> str:
        return f"{self.headline} {self.detail}".strip()


STAYS_BOUNDED = "‖w‖ stays bounded nevertheless (the perceptron cycling theorem)."
"""The end of a diagnosis of examples that no line separates."""
NO_EXAMPLES = Diagnosis("No examples yet: place some ○ (+1) and × (−1).")


def diagnose(dataset: Dataset, margin: Margin) -> Diagnosis:
    """Return what `margin`, which must be that of `dataset`, means for a run; examples are counted from 1."""
    if dataset.n == 0:
        return NO_EXAMPLES
    if margin.withheld:
        if margin.separable:
            return Diagnosis("Separable in the kernel's feature space." if margin.in_feature_space else "Separable.")
        return Diagnosis("Whether these data are separable is hidden for now.")
    if not margin.theorem:
        return Diagnosis(margin.rule.silence, holds_instead(margin, margin.notation.losses))
    if margin.gamma is None or margin.bound is None:
        return separability(dataset, margin)
    return _separable(dataset, margin)


def separability(dataset: Dataset, margin: Margin) -> Diagnosis:
    """Return a sentence on data that are not separable, or not known to be, for any rule."""
    if margin.certificate is not None:
        return _not_separable(dataset, margin, margin.certificate)
    if margin.separable:
        most = margin.gamma_at_most
        # Four digits may round a number to the wrong side of itself, but by less than this part of it.
        ceiling = "" if most is None else f" It is at most {number(most * (1 + 6e-4))}."
        told = "Separable in the kernel's feature space, as distinct points always are there; ŵ* is not known."
        return Diagnosis(told, margin.unknown + ceiling)
    if margin.unknown:
        where = " in the kernel's feature space" * margin.in_feature_space
        return Diagnosis(f"It is open whether these data are separable{where}.", margin.unknown)
    return Diagnosis(
        "Rounding leaves open whether these data are separable.",
        "Double precision finds neither a separator nor a proof that there is none.",
    )


_PLACES = {
    (True, 0, 1): "{Many} lies at the origin, through which every such line goes.",
    (True, 1, 1): "As seen from the origin, {few} and {many} lie in the same direction, so they are on the same side.",
    (True, 0, 2): "As seen from the origin, {many} lie in opposite directions, so they are never on the same side.",
    (True, 1, 2): "As seen from the origin, {few} lies between {many}. "
    "A line through the origin that has {these} on one side has {it} there, too.",
    (True, 0, 3): "The origin lies inside the triangle of {many}. "
    "No line through the origin has all three on one side.",
    (False, 1, 1): "{Few} and {many} lie at the same place.",
    (False, 1, 2): "{Few} lies between {many}, on the same line. "
    "A line that has {these} on one side has {it} there, too.",
    (False, 1, 3): "{Few} lies inside the triangle of {many}. A line that has {these} on one side has {it} there, too.",
    (False, 2, 2): "The segment between {many} crosses the one between {few}, so no line runs between the two.",
}
"""Through the origin, and how many points of either class prove that no line separates them → where these lie."""


def plain_reason(dataset: Dataset, margin: Margin) -> str:
    """Return where the points lie that no line separates, in plain words; where they are in no plane, the diagnosis."""
    return where_they_lie(dataset, margin, "point") or diagnose(dataset, margin).detail


def where_they_lie(dataset: Dataset, margin: Margin, noun: str = "example") -> str:
    """Return where those lie in the plane that no line separates; empty if there are none, or no plane."""
    certificate = margin.certificate
    if certificate is None or dataset.d != 2 or margin.in_feature_space:
        return ""
    rows = certificate.indices
    few, many = rows[dataset.y[rows] == -1].tolist(), rows[dataset.y[rows] == 1].tolist()
    mark, other = "×", "○"
    if len(few) > len(many):
        few, many, mark, other = many, few, other, mark
    words = {"it": listed(few), "these": listed(many)}
    words["few"] = f"{plural(noun, len(few))} {words['it']} ({mark})"
    words["many"] = f"{plural(noun, len(many))} {words['these']} ({other})"
    words["Few"], words["Many"] = _capital(words["few"]), _capital(words["many"])
    return _PLACES[not margin.bias.value, len(few), len(many)].format(**words)


def listed(rows: list[int], most: int = 0) -> str:
    """Return the numbers of rows, from 1: "1, 2 and 3"; of more than `most` > 0 the first few and how many more."""
    named = [f"{row + 1:,}" for row in rows]
    if 0 < most < len(rows):
        named[most - 1 :] = [f"{len(rows) - most + 1:,} more"]
    return " and ".join(filter(None, (", ".join(named[:-1]), *named[-1:])))


def holds_instead(margin: Margin, losses: str) -> str:
    """Return what holds for a rule outside the theorem; `losses` is the written bound on its losses."""
    if (reason := unending(margin)) and reason == margin.rule.hopeless:
        return reason
    return f"{margin.rule.promise.format(losses=losses)} {reason}".rstrip()


def unending(margin: Margin) -> str:
    """Return a sentence on why a run by such a rule may never end; empty if the theorem speaks of the rule."""
    return (margin.certificate is not None and margin.rule.hopeless) or margin.rule.lingers


def may_end_in_ties(dataset: Dataset, margin: Margin) -> bool:
    """Return whether a run over data that are not separable may still end, with ties that count as right."""
    certificate, rule = margin.certificate, margin.rule
    if certificate is None or rule.threshold:
        return False
    # Σ λᵢyᵢaᵢ = 0 for every vector: with no mistake all of these are ties, and each must be right as one.
    return set(dataset.y[certificate.indices].tolist()) <= set(rule.tie.right)


def _separable(dataset: Dataset, margin: Margin) -> Diagnosis:
    if dataset.n == 1 and margin.start is None and not margin.rule.slack:
        return Diagnosis("One example: the first update classifies it.", "Add one of the other class.")
    if dataset.n > 1 and dataset.positives in (0, dataset.n):
        start = f"All {dataset.n:,} examples are {'+1' if dataset.positives else '−1'}"
    else:
        start = "Separable in the kernel's feature space" if margin.in_feature_space else "Separable"
    most = at_most(margin.bound_at_most or 0.0)
    updates = f"{most} {plural('update', 1 if most == '1' else 2)}"
    headline = f"{start}: at most {updates}, whatever the order."
    name, radius = margin.notation.bound, GIVEN["radius"].told(margin)
    slack = f"{margin.rule.slack_sign.strip('()')} = {number(margin.rule.slack)}" if margin.rule.slack else ""
    gamma, bound = margin.gamma_written().replace("≥", "of at least"), margin.bound_written.replace("≤", "is at most")
    if margin.start:
        begun = f"{GIVEN['p'].told(margin)} and {GIVEN['q'].told(margin)}."
        known = ", ".join(filter(None, (f"with γ {gamma}", radius, slack, begun)))
        joint = " is" if bound.startswith("=") else ","
        return Diagnosis(headline, f"{name} {bound}{joint} {margin.notation.bound_meaning}, {known}")
    rest = f", {radius} and {slack}" if slack else f" and {radius}"
    return Diagnosis(headline, f"{name} {bound}, with γ {gamma}{rest}.")


def _not_separable(dataset: Dataset, margin: Margin, certificate: Certificate) -> Diagnosis:
    rows = certificate.indices
    bounded = STAYS_BOUNDED if margin.theorem else ""
    ending = "." if may_end_in_ties(dataset, margin) else ", so the learner never stops."
    if len(rows) == 1:
        at_origin = rows if margin.in_feature_space else np.flatnonzero(~dataset.X.any(axis=1))
        counts = "which counts as a mistake" if ending != "." else "a tie, which counts as right"
        lie = f"{'lies' if len(at_origin) == 1 else 'lie'} at the origin{_THERE * margin.in_feature_space}"
        return Diagnosis(
            f"{_capital(_examples(at_origin.tolist()))} {lie} and can never be classified{ending}",
            f"With bias 0 the activation there is always 0, {counts}. {bounded}".rstrip(),
        )
    # The certificate of a line is such a pair if there is one; among many examples the search takes its time.
    meets = margin.in_feature_space or len(np.unique(dataset.X[rows], axis=0)) == 1
    twins = opposite_twins(dataset) if meets else np.empty((0, 2), np.int64)
    if len(twins):
        pair = _examples(sorted(twins[0].tolist()))
        others = f"{len(twins):,} points carry both labels. " if len(twins) > 1 else ""
        told = f"Not separable: {pair} are the same point with different labels{ending}"
        return Diagnosis(told, f"{others}{bounded}".rstrip())
    named = _examples(rows.tolist())
    weights, labels = certificate.weights, dataset.y[rows]
    # Two examples of different labels with equal weights are the same vector.
    if margin.in_feature_space and len(rows) == 2 and weights[0] == weights[1] and labels[0] != labels[1]:
        who = f"{named}, with different labels, are the same point{_THERE}"
        return Diagnosis(f"Not separable: {who}{ending}", bounded)
    shape = f"hyperplane{_THERE}" if margin.in_feature_space else "line" if dataset.d <= 2 else "hyperplane"
    through = "" if margin.bias.value else " through the origin"
    proof = where_they_lie(dataset, margin) or f"{_capital(named)} prove it: {_proof(margin, certificate)}."
    told = f"Not separable: no {shape}{through} has every example on its own side{ending}"
    return Diagnosis(told, f"{proof} {bounded}".rstrip())


def _proof(margin: Margin, certificate: Certificate) -> str:
    """Return the sentence on a common point of the hulls of the classes. They meet only if the bias is a feature."""
    if margin.in_feature_space:
        return f"suitably weighted, their {'y·(φ(x), B)' if margin.bias.value else 'y·φ(x)'} add up to 0"
    if certificate.point is None:
        return "suitably weighted, their y·x (−x for a ×) add up to 0"
    if len(certificate.point) > 3:
        return "the convex hulls of the two classes meet"
    place = [number(c, grouped=False) for c in certificate.point.tolist()]
    where = place[0] if len(place) == 1 else f"({', '.join(place)})"
    return f"the convex hulls of the two classes meet at {where}"


def _examples(rows: list[int]) -> str:
    return f"{plural('example', len(rows))} {listed(rows, _NAMED)}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
