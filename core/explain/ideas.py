"""The idea of a learner: the words for those parts that the standard perceptron does not have, and its formulas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.kernels import make_kernel
from core.learners import resolved, rule_of
from core.predictors import find_predictor
from core.rules import Rule
from core.spec import Idea, RunSpec


@dataclass(frozen=True)
class FormulaPart:
    """A part of a formula; `lit` if the standard perceptron does not have it."""

    text: str
    lit: bool = False


Formula = tuple[FormulaPart, ...]


def ideas_of(spec: RunSpec) -> tuple[Idea, ...]:
    """Return the ideas of rule, kernel and predictor that differ from the standard perceptron, else the rule's."""
    spec = resolved(spec)
    rule, predictor = rule_of(spec).in_words, find_predictor(spec.predictor or "").idea
    kernels = (make_kernel(spec).idea,) if spec.kernel else ()
    return tuple(idea for idea in (rule, *kernels, predictor) if not idea.usual) or (rule,)


def formulas_of(spec: RunSpec) -> tuple[Formula, ...]:
    """Return the formulas of a learner: the activation, the update, and the predicted class unless the last w predicts.

    Source: Yuille 004 §2.5, §2.7; Duda & Hart 1973; Crammer et al. 2006.
    """
    spec = resolved(spec)
    return tuple(tuple(part for part in line if part.text) for line in _lines(spec, rule_of(spec)))


def _lines(spec: RunSpec, rule: Rule) -> Iterator[Formula]:
    b = " + b" if spec.bias else ""
    if spec.kernel:
        yield FormulaPart("a = "), FormulaPart("Σⱼ αⱼ·yⱼ·k(xⱼ, x)", True), FormulaPart(b)
        yield (FormulaPart(f"k(x, z) = {make_kernel(spec).formula}", True),)
    else:
        yield (FormulaPart(f"a = w·x{b}"),)
    if rule.shrinking:
        yield FormulaPart(rule.shrinking, True), FormulaPart("  for every example")
    usual, _, relation = rule.condition(rule.limit).partition("y·a ")
    test: Formula = (FormulaPart("y·a "), FormulaPart(relation, relation != f"≤ {Rule.limit}"))
    yield (*((FormulaPart(usual, True),) if usual else test), FormulaPart(":  "), *_step(spec, rule))
    if rule.sizing:
        yield (FormulaPart(rule.sizing.replace("←", "="), True),)
    predictor = find_predictor(spec.predictor or "")
    if not predictor.idea.usual:
        yield FormulaPart("class = "), FormulaPart(predictor.formula, True)


def _step(spec: RunSpec, rule: Rule) -> Formula:
    added = FormulaPart(rule.factor, True)
    moved: Formula = (FormulaPart("w ← w + "), added, FormulaPart("y·x"))
    if spec.kernel:
        moved = (FormulaPart(f"αᵢ ← αᵢ + {rule.factor.rstrip('·') or '1'}", True),)
    squared = "" if spec.bias == 1 else "·B²"
    return (*moved, FormulaPart(",  b ← b + "), added, FormulaPart(f"y{squared}")) if spec.bias else moved
