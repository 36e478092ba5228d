"""One step in numbers, a line for each thing that happens; formulas in backticks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from core.dataset import IntArray
from core.explain.numbers import (
    Number,
    Written,
    factor,
    number,
    product,
    subscript,
    total,
    vector,
    vectors_equal,
    written,
)
from core.explain.values import Values, exactly, recorded
from core.kernels import RBF, Polynomial, make_kernel
from core.learners import Rule, find_learner
from core.numerals import superscript
from core.predictors import errors_along
from core.record.history import State
from core.run import Run

_NO_FRACTION = "The exponential has no exact fraction: these are decimals."
_NO_SHRUNK_FRACTION = "w shrinks at every example, and its fractions would grow without end: these are decimals."


def title_of(run: Run, state: State) -> str:
    """The learner and the moment, counted from 1."""
    title = find_learner(run.spec.learner).title
    if not state.example:
        return f"{title}, start"
    did = f"update {state.update}" if state.mistake else f"step {state.example}"
    epoch = f", epoch {state.epoch}" if state.epoch else ""
    return f"{title}, {did}{epoch}, example {state.index + 1}"


def numbers_of(run: Run, state: State, fractions: bool, errors: IntArray | None) -> tuple[str, ...]:
    """The lines that tell what happened at one moment, with its numbers."""
    if not state.example:
        return ("`b = 0`" if run.spec.kernel else f"`w = {vector([0.0] * run.dataset.d)}`, `b = 0`",)
    if find_learner(run.spec.learner).rule is Rule.ONLINE_SVM:
        notes = [_NO_SHRUNK_FRACTION] if fractions else []
        return (*_online_svm(run, recorded(run, state), state), *notes)
    values, notes = _values(run, state) if fractions else (recorded(run, state), [])
    return (
        *_kernel(run),
        *_example(values),
        *_test(values, run),
        *(_update(values, run, state) if state.mistake else ()),
        *_reading(values, run, state, errors),
        *notes,
    )


def _values(run: Run, state: State) -> tuple[Values, list[str]]:
    """Exact values where there are any that decide as the run did, and what is to be said of them."""
    exact = exactly(run, state)
    if exact is None:
        return recorded(run, state), [_NO_FRACTION]
    signed = exact.y * exact.activation
    if (signed <= 0) == state.mistake:
        return exact, ["Computed exactly, from the decimals of the data; the run, in double precision, decided alike."]
    relation = "≤" if signed <= 0 else ">"
    told = f"In fractions `y·a = {number(signed)} {relation} 0`: rounding to double precision decided otherwise."
    return recorded(run, state), [f"{told} The numbers here are those of the run."]


def _kernel(run: Run) -> Iterator[str]:
    """The kernel as a formula."""
    if run.spec.kernel is None:
        return
    kernel = make_kernel(run.spec)
    if isinstance(kernel, Polynomial):
        inner = f"{number(kernel.gamma)}·x·z + {number(kernel.coef0)}"
        yield f"`k(x, z) = ({inner}){superscript(kernel.degree)}`"
    elif isinstance(kernel, RBF):
        yield f"`k(x, z) = exp(−{number(kernel.gamma)}·‖x − z‖²)`"
    else:
        yield "`k(x, z) = x·z`"


def _example(values: Values) -> Iterator[str]:
    yield f"`x = {vector(values.x)}`, `y = {_label(values.y)}`"
    if values.w_before:
        b = f", `b = {number(values.b_before)}`" if values.squared or values.b_before else ""
        yield f"`w = {vector(values.w_before)}`{b}"
    else:
        yield f"`b = {number(values.b_before)}`{_support(values.rows)}"


def _support(rows: Sequence[int]) -> str:
    if not rows:
        return ", and every `α` is 0"
    return f", and `α > 0` for `j = {', '.join(_first([str(row + 1) for row in rows]))}`"


def _first(texts: list[str], most: int = 8) -> list[str]:
    return texts if len(texts) <= most else [*texts[: most - 2], "…", texts[-1]]


def _label(y: int) -> str:
    return "+1" if y > 0 else "−1"


def _activation(values: Values, run: Run) -> str:
    name = "w·x" if run.spec.kernel is None else "Σⱼ αⱼ·yⱼ·k(xⱼ, x)"
    has_bias = bool(values.squared or values.b_before)
    terms = [product(*pair) for pair in values.factors] + ([written(values.b_before)] if has_bias else [])
    return f"`a = {name}{' + b' if has_bias else ''} = {total(terms).equals(values.activation)}`"


def _compared(values: Values) -> str:
    return _signed_activation(values).equals(values.y * values.activation)


def _signed_activation(values: Values) -> Written:
    """`y·a` with its numbers."""
    a = written(values.activation)
    return Written(f"y·a = ({_label(values.y)})·{factor(values.activation)}", a.value and values.y * a.value)


def _test(values: Values, run: Run) -> Iterator[str]:
    yield _activation(values, run)
    signed = values.y * values.activation
    if signed > 0:
        yield f"`{_compared(values)} > 0`: correct, nothing changes"
    elif signed == 0:
        yield f"`{_compared(values)} ≤ 0`: a tie counts as a mistake"
    else:
        yield f"`{_compared(values)} ≤ 0`: a mistake"


def _update(values: Values, run: Run, state: State) -> Iterator[str]:
    sign = "+" if values.y > 0 else "−"
    if run.spec.kernel is None:
        change = [values.y * v for v in values.x]
        relation = "=" if vectors_equal(values.w_before, change, values.w) else "≈"
        sums = f"{vector(values.w_before)} {sign} {vector(values.x)}"
        yield f"`w ← w {sign} x = {sums} {relation} {vector(values.w)}`"
    elif state.alpha is not None:
        name, count = f"α{subscript(state.index + 1)}", int(state.alpha[state.index])
        yield f"`{name} ← {count - 1} + 1 = {count}`"
    if values.squared:
        step = "1" if values.squared == 1 else "B²"
        moved = total([written(values.b_before), written(values.y * values.squared)])
        yield f"`b ← b {sign} {step} = {moved.equals(values.b)}`"


def _reading(values: Values, run: Run, state: State, errors: IntArray | None) -> Iterator[str]:
    """What the learner's own predictor makes of the step."""
    if run.spec.predictor == "averaged":
        yield from _averaged(values, run, state)
    elif run.spec.predictor == "voted":
        yield _voted(run, state)
    elif run.spec.predictor == "pocket" and state.mistake:
        yield _pocket(run, state, errors)


def _averaged(values: Values, run: Run, state: State) -> Iterator[str]:
    c = state.example
    if state.mistake and run.spec.kernel is None:
        late = [values.y * c * v for v in values.x]
        yield f"`c = {c}`, so `u` grows by `y·c·x = {vector(late)}`"
    elif state.mistake:
        yield f"`u{subscript(state.index + 1)}` grows by `c = {c}`"
    yield f"`c ← {c} + 1 = {c + 1}`"
    if values.average is not None:
        w, b = values.average
        yield f"average so far: `w − u/c {_is(values)} {vector(w)}`, `b − β/c {_is(values)} {number(b)}`"


def _is(values: Values) -> str:
    """How an average of floats, or of fractions, is to be read."""
    return "=" if not isinstance(values.activation, float) else "≈"


def _voted(run: Run, state: State) -> str:
    """Survivals as far as they have come: that of the present vector, and of the one it took the place of."""
    k, history = state.update, run.history
    born = history.example_of(k)
    if not state.mistake:
        lived = state.example - born + (1 if k else 0)
        return f"`c ← {lived - 1} + 1 = {lived}`: the vector lives on"
    before = history.example_of(k - 1)
    lived = born - before if k > 1 else born - 1
    return f"the vector before had survived `c = {lived}`; the new one begins with `c = 1`"


def _pocket(run: Run, state: State, errors: IntArray | None) -> str:
    """Whether the new vector goes into the pocket: only if it gets fewer examples wrong (002)."""
    k, n = state.update, run.dataset.n
    if errors is None:
        errors = errors_along(run.space, run.history.until(state.example), run.dataset)
    best = int(np.argmin(errors[:k]))
    verdict = "it goes into the pocket" if errors[k] < errors[best] else "the pocket stays as it is"
    return (
        f"in the run the new vector gets {errors[k]} of {n} wrong, and the one in the pocket, from update {best}, "
        f"{errors[best]} of {n}: {verdict}"
    )


def _online_svm(run: Run, values: Values, state: State) -> Iterator[str]:
    yield from _example(values)
    yield _activation(values, run)
    yield f"`{_compared(values)} {'< 1' if state.mistake else '≥ 1'}`: {_MARGIN[state.mistake]}"
    shrink, n = 1 - 1 / (2 * run.dataset.n), run.dataset.n
    shrunk = f"`w ← (1 − 1/(2·{n}))·w"
    numbers = f"{number(shrink)}·{vector(values.w_before)}"
    if not state.mistake:
        yield f"{shrunk} ≈ {numbers} ≈ {vector(values.w)}`"
        return
    sign, penalty = "+" if values.y > 0 else "−", run.spec.penalty
    yield f"{shrunk} {sign} γ·x ≈ {numbers} {sign} {number(penalty)}·{vector(values.x)} ≈ {vector(values.w)}`"
    if values.squared:
        step: Number = penalty * values.y * values.squared
        sums = total([written(values.b_before), written(step)])
        yield f"`b ← b {sign} γ{'' if values.squared == 1 else '·B²'} = {sums.equals(values.b)}`"


_MARGIN = {
    True: "within the margin, so w shrinks and the example is added",
    False: "outside the margin, so w only shrinks",
}
