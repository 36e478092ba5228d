"""What is special about these data: one plain sentence for a student, and one that says why."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.datasets.dataset import Dataset
from core.numbers.numerals import at_most, in_full, number, plural
from core.theory.margin.margin import Certificate, Margin
from core.theory.margin.twins import opposite_twins

_BOUNDED = "‖w‖ stays bounded all the same (cycling theorem)."
_NAMED = 4
_DRAWN = 2
"""Of so many features a separator is seen as a line."""
_AWAY = 6e-4
"""More than four digits may round a number to the wrong side of itself."""
_SHOWN = 3


@dataclass(frozen=True)
class Diagnosis:
    """`headline` is one short sentence; `detail` says why, and may be empty."""

    headline: str
    detail: str = ""


def diagnose(dataset: Dataset, margin: Margin, first: int = 0) -> Diagnosis:
    """What `margin`, which must be that of `dataset`, means for a run; examples are counted from `first`."""
    if dataset.n == 0:
        return Diagnosis("No examples yet: place some ○ (+1) and × (−1).")
    if not margin.theorem:
        return Diagnosis(margin.rule.silence, margin.rule.instead.format(losses=margin.notation.losses))
    if margin.certificate is not None:
        return _not_separable(dataset, margin, margin.certificate, first)
    if margin.gamma is None or margin.bound is None:
        return _undecided(margin)
    return _separable(dataset, margin, margin.gamma, margin.bound)


def _undecided(margin: Margin) -> Diagnosis:
    if margin.separable:
        return Diagnosis(
            "Separable in the kernel's feature space, as distinct points always are there; ŵ* is not known.",
            margin.evidence.unknown + _ceiling(margin),
        )
    if margin.evidence.unknown:
        where = " in the kernel's feature space" * margin.in_feature_space
        return Diagnosis(f"It is open whether these data are separable{where}.", margin.evidence.unknown)
    return Diagnosis(
        "Too close to tell whether these data are separable.",
        "Double precision finds neither a separator nor a proof that there is none.",
    )


def _ceiling(margin: Margin) -> str:
    at_most_gamma = margin.evidence.gamma_at_most
    return "" if at_most_gamma is None else f" It is at most {number(at_most_gamma * (1 + _AWAY))}."


def _separable(dataset: Dataset, margin: Margin, gamma: float, bound: float) -> Diagnosis:
    if dataset.n == 1 and margin.start is None and not margin.rule.slack:
        return Diagnosis("One example: the first update classifies it.", "Add one of the other class.")
    if dataset.n > 1 and dataset.positives in (0, dataset.n):
        start = f"All {dataset.n:,} examples are {'+1' if dataset.positives else '−1'}"
    else:
        start = "Separable in the kernel's feature space" if margin.in_feature_space else "Separable"
    return Diagnosis(f"{start}: at most {_updates(bound)}, whatever the order.", _numbers(margin, gamma, bound))


def _numbers(margin: Margin, gamma: float, bound: float) -> str:
    radius = f"and R = {number(margin.radius)}."
    if margin.start:
        begun = f"p = w⁽⁰⁾·ŵ* = {number(margin.along_start)} and q = ‖w⁽⁰⁾‖² = {number(margin.start_squared)}."
        known = f"with γ = {number(gamma)}, R = {number(margin.radius)}, {begun}"
        return f"{margin.notation.bound} = {in_full(bound)} is {margin.notation.bound_meaning}, {known}"
    if margin.gamma_is_lower_bound:
        floor = number(gamma * (1 - _AWAY))
        return f"{margin.notation.bound} is at most {at_most(bound)}, with γ of at least {floor} {radius}"
    return f"{margin.notation.bound} = {in_full(bound)}, with γ = {number(gamma)} {radius}"


def _not_separable(dataset: Dataset, margin: Margin, certificate: Certificate, first: int) -> Diagnosis:
    if len(certificate.indices) == 1:
        at_origin = certificate.indices if margin.in_feature_space else np.flatnonzero(~dataset.X.any(axis=1))
        return _at_origin((first + at_origin).tolist(), " of the kernel's feature space" * margin.in_feature_space)
    # the certificate of a line is such a pair wherever there is one: among many examples the search takes its time
    meets = margin.in_feature_space or len(np.unique(dataset.X[certificate.indices], axis=0)) == 1
    twins = opposite_twins(dataset) if meets else np.empty((0, 2), np.int64)
    if margin.in_feature_space and not len(twins):
        return _one_point((first + certificate.indices).tolist())
    if len(twins):
        return _contradiction(sorted((first + twins[0]).tolist()), len(twins))
    shape = "line" if dataset.d <= _DRAWN else "hyperplane"
    through = "" if margin.bias.value else " through the origin"
    who = _capital(_examples((first + certificate.indices).tolist()))
    return Diagnosis(
        f"Not separable: no {shape}{through} has every example on its own side, so no run can stop by itself.",
        f"{who} prove it: {_proof(certificate)}. {_BOUNDED}",
    )


def _at_origin(rows: list[int], where: str) -> Diagnosis:
    lies = "lies" if len(rows) == 1 else "lie"
    return Diagnosis(
        f"{_capital(_examples(rows))} {lies} at the origin{where} and can never be classified, "
        "so no run can stop by itself.",
        f"With bias 0 the activation there is always 0, which counts as a mistake. {_BOUNDED}",
    )


def _contradiction(pair: list[int], points: int) -> Diagnosis:
    others = f"{points:,} points carry both labels. " if points > 1 else ""
    return Diagnosis(
        f"Not separable: {_examples(pair)} are the same point with different labels, so no run can stop by itself.",
        others + _BOUNDED,
    )


def _one_point(pair: list[int]) -> Diagnosis:
    return Diagnosis(
        f"Not separable: {_examples(pair)}, with different labels, are the same point of the kernel's feature space, "
        "so no run can stop by itself.",
        _BOUNDED,
    )


def _proof(certificate: Certificate) -> str:
    if certificate.point is None:
        return "suitably weighted, their y·x add up to 0"
    if len(certificate.point) > _SHOWN:
        return "the hulls of the two classes meet"
    place = [number(c, grouped=False) for c in certificate.point.tolist()]
    return f"the hulls of the two classes meet at {place[0] if len(place) == 1 else '(' + ', '.join(place) + ')'}"


def _examples(rows: list[int]) -> str:
    """The examples by their rows: all of a few, else the first few and how many more."""
    named = [f"{row:,}" for row in (rows if len(rows) <= _NAMED else rows[: _NAMED - 1])]
    if len(rows) > len(named):
        named.append(f"{len(rows) - len(named):,} more")
    if len(named) == 1:
        return f"example {named[0]}"
    return f"examples {', '.join(named[:-1])} and {named[-1]}"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _updates(bound: float) -> str:
    """The most updates that k ≤ `bound` leaves room for."""
    most = at_most(bound)
    return f"{most} {plural('update', 1 if most == '1' else 2)}"
