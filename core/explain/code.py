"""A learner as pseudo-code, with formulas in backticks, and in formulas, from its order, space, rule and predictor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.kernels import make_kernel
from core.learners import resolved, rule_of
from core.numbers.formulas import number_text
from core.numbers.numerals import plural
from core.predictors import find_predictor
from core.predictors.predictor import Code, Step, Symbols
from core.rules import Rule
from core.run import Run
from core.spec import Idea, RunSpec, written_out


@dataclass(frozen=True)
class CodeLine:
    """A line of pseudo-code at a depth of `indent`; `current` if it is the last one that the step executed."""

    text: str
    indent: int = 0
    current: bool = False


def code_of(run: Run, step: Step) -> tuple[CodeLine, ...]:
    """Return the lines of pseudo-code, marked for one moment.

    Source: Perceptron 000 Algorithm PerceptronTrain, Huang 001 Algorithms 5 and 7, Pocket 002, Yuille 004 §2.5, §2.7.
    """
    events = _START
    if step.state.example:
        met = _MET if run.predictor.happened(step) else frozenset()
        events = met | (_ADDED if step.state.added else _PASSED)
    return tuple(line for line in _Writer(run, events).lines() if line.text)


_START, _ADDED, _PASSED, _MET = frozenset(["start"]), frozenset(["added"]), frozenset(["passed"]), frozenset(["met"])
_ALWAYS = _ADDED | _PASSED


class _Writer:
    def __init__(self, run: Run, events: frozenset[str]) -> None:
        self._events = events
        self._rule, self._order, self._spec = run.rule, run.order, run.spec
        squared, started = "" if run.spec.bias == 1 else "·B²", bool(run.history.weights(0, 0).any())
        self._symbols = Symbols(not run.space.has_coordinates, bool(run.spec.bias), squared, run.rule, started)
        self._code: Code = run.predictor.code(self._symbols)
        self._activation = run.space.product + (" + b" if self._symbols.biased else "")
        self._limit = number_text(self._rule.threshold)

    def _line(self, text: str, indent: int = 0, events: frozenset[str] = frozenset()) -> CodeLine:
        return CodeLine(text, indent, bool(events & self._events))

    def lines(self) -> Iterator[CodeLine]:
        rate = [f"`η = {written_out(self._spec.rate)}`"] if self._spec.rate != 1 else []
        yield self._line("; ".join([*rate, f"`{self._symbols.beginning}`", *self._code.start]), 0, _START)
        if self._rule.every_example:
            yield from self._example_by_example()
        elif self._order.has_epochs:
            yield from self._epoch_by_epoch()
        else:
            yield from self._pick_by_pick()
        yield self._line(f"return {self._code.result}")

    def _condition(self, product: str) -> str:
        formula, _, words = self._rule.condition(self._limit, product).partition(", where ")
        return f"`{formula}`, where `{words}`" if words else f"`{formula}`"

    def _epoch_by_epoch(self) -> Iterator[CodeLine]:
        limit = f"`{self._spec.max_epochs:,}` {plural('time', self._spec.max_epochs)}"
        yield self._line(f"repeat, until an epoch has {self._rule.outcome}, at most {limit}:")
        yield self._line(f"for each example `(x, y)`, {self._order.choice}:", 1)
        yield self._line(f"`a ← {self._activation}`", 2)
        # The step reaches the separate line for a correct example, if there is one.
        has_own = self._code.otherwise or self._code.always
        yield self._line(f"if {self._condition('a')}:", 2, frozenset() if has_own else _PASSED)
        yield from self._added(3)
        if self._code.otherwise:
            yield self._line(f"else: {self._code.otherwise}", 2, _PASSED)
        yield self._line(self._code.always, 2, _ALWAYS)

    def _pick_by_pick(self) -> Iterator[CodeLine]:
        yield self._line(f"repeat, at most `{self._spec.max_updates:,}` {plural('time', self._spec.max_updates)}:")
        condition = self._condition(f"({self._activation})")
        yield self._line(f"pick one of the examples with {condition}, {self._order.choice}; if there is none, stop", 1)
        if self._rule.sizing:
            yield self._line(f"`a ← {self._activation}`", 1)
        yield from self._added(1)
        yield self._line(self._code.always, 1, _ADDED)

    def _example_by_example(self) -> Iterator[CodeLine]:
        yield self._line(f"repeat `{self._spec.max_epochs:,}·N` times, at most `{self._spec.max_updates:,}` times:")
        yield self._line(f"take the next example `(x, y)`, {self._order.choice}", 1)
        yield self._line(f"`a ← {self._activation}`", 1)
        yield self._line(f"`{self._rule.shrinking}`", 1, _PASSED)
        yield self._line(f"if {self._condition('a')}:", 1)
        yield from self._step(2)
        yield from self._predictor(1, _ALWAYS)
        yield self._line(self._code.always, 1, _ALWAYS)

    def _added(self, depth: int) -> Iterator[CodeLine]:
        yield from (self._line(text, depth, _ADDED) for text in self._code.before)
        yield from self._step(depth)
        yield from self._predictor(depth, _ADDED)

    def _step(self, depth: int) -> Iterator[CodeLine]:
        factor = self._rule.factor
        if self._rule.sizing:
            yield self._line(f"`{self._rule.sizing}`", depth, _ADDED)
        moved = f"`αᵢ ← αᵢ + {factor.rstrip('·') or '1'}`, where `x = xᵢ`"
        yield self._line(moved if self._symbols.kernel else f"`w ← w + {factor}y·x`", depth, _ADDED)
        if self._symbols.biased:
            yield self._line(f"`b ← b + {factor}y{self._symbols.squared}`", depth, _ADDED)

    def _predictor(self, depth: int, events: frozenset[str]) -> Iterator[CodeLine]:
        yield from (self._line(text, depth, events) for text in self._code.after)
        if self._code.question:
            yield self._line(f"if {self._code.question}:", depth, events)
            yield self._line(self._code.answer, depth + 1, _MET)


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
    added, squared = FormulaPart(rule.factor, True), "" if spec.bias == 1 else "·B²"
    moved: Formula = (FormulaPart("w ← w + "), added, FormulaPart("y·x"))
    if spec.kernel:
        moved = (FormulaPart(f"αᵢ ← αᵢ + {rule.factor.rstrip('·') or '1'}", True),)
    return (*moved, FormulaPart(",  b ← b + "), added, FormulaPart(f"y{squared}")) if spec.bias else moved
