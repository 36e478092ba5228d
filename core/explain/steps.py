"""One step in numbers, with a line for each thing that happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from core.datasets.arithmetic import bias_feature, decimals
from core.explain.wording import sign_of
from core.numbers import formulas
from core.numbers.formulas import DIGITS, Number, Written, number_text, product, subscript, total, vector, written
from core.predictors.predictor import Step, summed
from core.record.history import State
from core.run import Run
from core.spaces.space import exact_square


class Values(NamedTuple):
    """The numbers of one visited example.

    `factors` are the terms of the activation in order: (w_j, x_j), or in a kernel's feature space (αⱼyⱼ, k(xⱼ, x)) for
    the examples `rows` j. There `w_before` and `w` are empty. `squared` is B².
    """

    y: int
    x: Sequence[Number]
    factors: Sequence[tuple[Number, Number]]
    rows: Sequence[int]
    activation: Number
    w_before: Sequence[Number]
    w: Sequence[Number]
    b_before: Number
    b: Number
    squared: Number

    @property
    def score(self) -> Number:
        return self.y * self.activation

    @property
    def has_bias(self) -> bool:
        return bool(self.squared or self.b_before)


def recorded(run: Run, state: State) -> Values:
    """Return the numbers of the record, in double precision."""
    x = run.dataset.X[state.index]
    rows: list[int] = []
    if run.space.kernel is None or state.alpha is None:
        factors: list[tuple[Number, Number]] = list(zip(state.w_before.tolist(), x.tolist(), strict=True))
    else:
        alpha = state.alpha.copy()
        alpha[state.index] -= state.size if state.moved else 0.0
        rows = np.flatnonzero(alpha).tolist()
        values = run.space.kernel.matrix(run.dataset.X[rows], x[None, :])[:, 0]
        factors = list(zip((alpha * run.dataset.y)[rows].tolist(), values.tolist(), strict=True))
    vectors = state.w_before.tolist(), state.w.tolist(), state.b_before, state.b
    squared = bias_feature(run.dataset, run.spec.bias).squared
    return Values(state.label, x.tolist(), factors, rows, state.activation, *vectors, squared)


def exactly(run: Run, state: State) -> Values | None:
    """Return the numbers in exact fractions, for a rule that adds whole multiples; None if a kernel has none (RBF)."""
    kernel, dataset = run.space.kernel, run.dataset
    counts = run.history.counts(0, state.update - int(state.moved))
    x, squared = decimals(dataset.X[state.index]), exact_square(dataset, run.spec.bias)
    change = run.spec.rate * state.label if state.moved else Fraction(0)
    w_before, b_before = summed(exact_step(run, state), counts.tolist())
    rows: list[int] = []
    if kernel is None:
        factors = list(zip(w_before, x, strict=True))
    else:
        alpha, w_before = w_before, []
        rows = np.flatnonzero(counts).tolist()
        values = [kernel.exact(decimals(dataset.X[row]), x) for row in rows]
        signed = [alpha[row] * int(dataset.y[row]) for row in rows]
        factors = [(v, value) for v, value in zip(signed, values, strict=True) if value is not None]
        if len(factors) < len(rows) or kernel.exact(x, x) is None:
            return None
    activation = sum((p * q for p, q in factors), b_before)
    w = [p + change * q for p, q in zip(w_before, x, strict=False)]
    vectors = w_before, w, b_before, b_before + change * squared
    return Values(state.label, x, factors, rows, activation, *vectors, squared)


EXACT = "Computed exactly, from the decimals of the data; the run, in double precision, decided alike."
_MOST_TERMS, _SHOWN_TERMS = 256, 8


def moment_of(step: Step) -> str:
    """Return the update or step with its epoch and example, counted from 1."""
    state = step.state
    if not state.example:
        return "start"
    did = f"update {state.update:,}" if state.added else f"step {state.example:,}"
    epoch = f", epoch {state.epoch:,}" if state.epoch else ""
    return f"{did}{epoch}, example {state.index + 1:,}"


def step_numbers(run: Run, step: Step, *, fractions: bool) -> tuple[str, ...]:
    """Return the lines that describe one moment in numbers."""
    state = step.state
    if not state.example:
        start = f"`w = {vector(state.w.tolist())}`, `b = {number_text(state.b)}`"
        return ("`b = 0`, and every `α` is 0" if run.spec.kernel else start,)
    worked = work(run, step, fractions=fractions)
    values = worked.values
    return (
        *([f"`k(x, z) = {run.space.kernel.written()}`"] if run.space.kernel else []),
        *_example(values),
        f"`a = {activation_name(run, values)} = {worked.activation}`",
        f"`{worked.signed}`: {worked.said}",
        *worked.update,
        *worked.told,
        *worked.notes,
    )


def step_at(run: Run, state: State) -> Step:
    """Return the moment `state` of a run as a Step, without code."""
    return Step(run.space, run.history, state, (), 0.0, exact=False, notes=run.notes)


def exact_step(run: Run, state: State) -> Step:
    """Return the same moment in exact fractions, for a rule that adds whole examples."""
    return replace(step_at(run, state), squared=exact_square(run.dataset, run.spec.bias), exact=True)


class WorkedStep(NamedTuple):
    """A visited example, worked out, with lines for the update, the predictor and notes."""

    values: Values
    activation: str
    """The sum of the activation, and its value."""
    signed: str
    """y·a with its numbers."""
    score: str
    """The value of y·a beside the threshold."""
    said: str
    """The verdict: a mistake or not."""
    update: tuple[str, ...]
    told: tuple[str, ...]
    notes: tuple[str, ...]


def work(run: Run, step: Step, *, fractions: bool) -> WorkedStep:
    """Return the step with its numbers, in fractions if there are any."""
    values, notes = _values(run, step) if fractions else (recorded(run, step.state), ())
    exact = not isinstance(values.activation, float)
    verdict = run.rule.verdict(values.score, values.y, step.state.added)
    digits = run.rule.digits(values.score, values.y, step.state.added, DIGITS)
    told = replace(step, x=tuple(values.x), squared=values.squared, exact=exact)
    a = written(values.activation, digits)
    signed_value = None if a.value is None else values.y * a.value
    signed = Written(f"y·a = ({sign_of(values.y)}1)·{formulas.bracketed(a.text)}", signed_value)
    return WorkedStep(
        values,
        _activation(values),
        f"{signed.equals(values.score, digits)} {verdict.relation}",
        f"{written(values.score, digits).text} {verdict.relation}",
        verdict.said,
        tuple(_update(values, run, told)) if step.state.moved else (),
        tuple(run.predictor.describe(told)),
        notes,
    )


def _values(run: Run, step: Step) -> tuple[Values, tuple[str, ...]]:
    """Return exact values if they exist and decide as the run did, else the recorded ones, and notes on the choice."""
    if not run.rule.whole:
        remark = "The fractions of w would grow without end under this rule: these are decimals."
    elif (exact := exactly(run, step.state)) is None:
        remark = "The exponential has no exact fraction: these are decimals."
    else:
        score = Fraction(exact.score)
        verdict = run.rule.verdict(score, exact.y, run.rule.admits_exactly(score, exact.y))
        if verdict.adds == step.state.added:
            return exact, (EXACT,)
        fraction = f"In fractions `y·a = {number_text(exact.score)} {verdict.relation}`"
        remark = f"{fraction}: rounding to double precision decided otherwise. The numbers here are those of the run."
    return recorded(run, step.state), (remark,)


def _example(values: Values) -> Iterator[str]:
    yield f"`x = {vector(values.x)}`, `y = {sign_of(values.y)}1`"
    if values.w_before:
        b = f", `b = {number_text(values.b_before)}`" if values.has_bias else ""
        yield f"`w = {vector(values.w_before)}`{b}"
    else:
        listed = ", ".join(formulas.abridged(values.rows, lambda row: str(row + 1)))
        support = f", and `α > 0` for `j = {listed}`" if values.rows else ", and every `α` is 0"
        yield f"`b = {number_text(values.b_before)}`{support}"


def activation_name(run: Run, values: Values) -> str:
    """Return the formula of a."""
    return f"{run.space.product}{' + b' if values.has_bias else ''}"


def _activation(values: Values) -> str:
    factors = values.factors
    if len(factors) <= _MOST_TERMS:
        terms = [product(*pair) for pair in factors]
    else:  # A very long sum works out only the terms that are shown.
        shown = [product(*pair) for pair in (*factors[:_SHOWN_TERMS], factors[-1])]
        terms = [*shown[:-1], Written("…", None), shown[-1]]
    return total([*terms, *[written(values.b_before)] * values.has_bias]).equals(values.activation)


def _update(values: Values, run: Run, step: Step) -> Iterator[str]:
    rule, state = run.rule, step.state
    if rule.sizing and state.added:
        found = run.space.norms_squared[state.index].item()
        # With a kernel or many features the sum over x is one number.
        terms = [written(found - values.squared)]
        if run.space.kernel is None and len(values.x) <= formulas.COMPONENTS:
            terms = [product(value, value) for value in values.x]
        squared = total([*terms, *[written(values.squared)] * bool(values.squared)]).equals(found)
        yield f"`{rule.sizing} ≈ {number_text(state.size)}` with `‖x̃‖² = {squared}`"
    if run.space.has_coordinates:
        yield from _moved(values, run, step)
    elif state.alpha is not None:
        name, after = f"α{subscript(state.index + 1)}", state.alpha[state.index].item()
        after = after if rule.sized else step.size * round(after / state.size)
        sums = total([written(after - step.size), written(step.size)])
        yield f"`{name} ← {sums.equals(after)}`"
    if values.squared and state.added:
        sign, one = sign_of(values.y), "1" if values.squared == 1 else "B²"
        moved = total([written(values.b_before), written(step.size * values.y * values.squared)])
        step_text = f"{rule.factor}{one}".removesuffix("·1")
        yield f"`b ← b {sign} {step_text} = {moved.equals(values.b)}`"


def squared_length(run: Run) -> str:
    """Return ‖x̃‖² as a formula, the bias feature counted."""
    squared = run.margin.bias.squared
    added = "B²" if squared != 1 else "1"
    return f"{'‖x‖²' if run.space.kernel is None else 'k(x, x)'}{f' + {added}' if squared else ''}"


def _moved(values: Values, run: Run, step: Step) -> Iterator[str]:
    state, rule, sign = step.state, run.rule, sign_of(values.y)
    before, x, w = vector(values.w_before), vector(values.x), vector(values.w)
    if rule.whole:
        change = (written(step.size * values.y * v) for v in values.x)
        ends = (total([written(a), b]) for a, b in zip(values.w_before, change, strict=True))
        relation = "≈" if "≈" in map(Written.relation, ends, map(written, values.w)) else "="
        size = "" if step.size == 1 else f"{number_text(step.size)}·"
        yield f"`w ← w {sign} {rule.factor}x = {before} {sign} {size}{x} {relation} {w}`"
        return
    n = run.dataset.n
    shrunk = rule.shrinking.replace("N", f"·{n}") or "w ← w"
    numbers = f"{number_text(rule.shrink(n))}·{before}" if rule.shrinking else before
    added = f"`{shrunk} {sign} {rule.factor}x ≈ {numbers} {sign} {number_text(state.size)}·{x} ≈ {w}`"
    yield added if state.added else f"`{shrunk} ≈ {numbers} ≈ {w}`"
