"""The pseudo-code of a run, put together from its order, rule, space and predictor; formulas in backticks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.learners import Rule, find_learner
from core.record.history import State
from core.run import Run
from core.spec import RunSpec

_VISITS = {"cyclic": "in the order of the file", "shuffled": "in a fresh random order"}


@dataclass(frozen=True)
class CodeLine:
    """One line, indented so many times; `current` where it is what the step did last."""

    text: str
    indent: int = 0
    current: bool = False


def code_of(run: Run, state: State) -> tuple[CodeLine, ...]:
    """The lines (000 Algorithm PerceptronTrain, 001 Algorithms 5 and 7, 002, 004 §2.5, §2.7), marked for one moment."""
    event = _START if not state.example else _ADDED if state.mistake else _PASSED
    lines = _online_svm(run.spec) if find_learner(run.spec.learner).rule is Rule.ONLINE_SVM else _perceptron(run.spec)
    return tuple(CodeLine(line.text, line.indent, event in line.events) for line in lines)


@dataclass(frozen=True)
class _Line:
    text: str
    indent: int = 0
    events: frozenset[str] = frozenset()


_START, _ADDED, _PASSED = "start", "added", "passed"
_AT_START, _WHEN_ADDED, _WHEN_PASSED = frozenset([_START]), frozenset([_ADDED]), frozenset([_PASSED])


def _perceptron(spec: RunSpec) -> Iterator[_Line]:
    yield _Line("; ".join([f"`{_vector(spec)} ← 0`", *_started(spec)]), 0, _AT_START)
    depth = 2
    if spec.order == "random":
        yield _Line(f"repeat, at most `{spec.max_updates}` times:")
        yield _Line(f"pick one of the examples with `y·({_activation(spec)}) ≤ 0` at random; if there is none, stop", 1)
        depth = 1
    else:
        yield _Line(f"repeat, until an epoch has no mistake, at most `{spec.max_epochs}` times:")
        yield _Line(f"for each example `(x, y)`, {_VISITS[spec.order or 'cyclic']}:", 1)
        yield _Line(f"`a ← {_activation(spec)}`", 2)
        # Where a correct example has a line of its own, that is the one it reaches.
        has_own = spec.predictor in ("averaged", "voted")
        yield _Line("if `y·a ≤ 0`:", 2, frozenset() if has_own else _WHEN_PASSED)
        depth = 3
    for text in _update(spec):
        yield _Line(text, depth, _WHEN_ADDED)
    yield from _afterwards(spec, depth)
    yield _Line(f"return {_result(spec)}")


def _online_svm(spec: RunSpec) -> Iterator[_Line]:
    yield _Line(f"`{_vector(spec)} ← 0`", 0, _AT_START)
    yield _Line(f"repeat `{spec.max_epochs}·N` times, or at most `{spec.max_updates}` times:")
    how = "drawn at random" if spec.order == "random" else _VISITS[spec.order or "cyclic"]
    yield _Line(f"take the next example `(x, y)`, {how}", 1)
    yield _Line(f"`a ← {_activation(spec)}`", 1)
    yield _Line("`w ← (1 − 1/(2N))·w`", 1, _WHEN_PASSED)
    yield _Line("if `y·a < 1`:", 1)
    yield _Line("`w ← w + γ·y·x`", 2, _WHEN_ADDED)
    if spec.bias:
        yield _Line(f"`b ← b + γ·y{_squared(spec)}`", 2, _WHEN_ADDED)
    yield _Line("return `w, b`" if spec.bias else "return `w`")


def _vector(spec: RunSpec) -> str:
    return ("w" if spec.kernel is None else "α") + (", b" if spec.bias else "")


def _activation(spec: RunSpec) -> str:
    return ("w·x" if spec.kernel is None else "Σⱼ αⱼ·yⱼ·k(xⱼ, x)") + (" + b" if spec.bias else "")


def _squared(spec: RunSpec) -> str:
    """What B² contributes to a product."""
    return "" if spec.bias == 1 else "·B²"


def _grouped(spec: RunSpec) -> str:
    return f"({_vector(spec)})" if spec.bias else _vector(spec)


def _started(spec: RunSpec) -> list[str]:
    if spec.predictor == "averaged":
        return [f"`u{', β' * bool(spec.bias)} ← 0`", "`c ← 1`"]
    if spec.predictor == "voted":
        return ["`c ← 0`"]
    if spec.predictor == "pocket":
        return [f"pocket `← {_grouped(spec)}`"]
    return []


def _update(spec: RunSpec) -> Iterator[str]:
    """What a mistake does."""
    if spec.predictor == "voted":
        yield f"keep `{_grouped(spec)}` with its `c` votes; `c ← 1`"
    yield "`w ← w + y·x`" if spec.kernel is None else "`αᵢ ← αᵢ + 1`, where `x = xᵢ`"
    if spec.bias:
        yield f"`b ← b + y{_squared(spec)}`"
    if spec.predictor == "averaged":
        yield "`u ← u + y·c·x`" if spec.kernel is None else "`uᵢ ← uᵢ + c`"
        if spec.bias:
            yield f"`β ← β + y·c{_squared(spec)}`"


def _afterwards(spec: RunSpec, depth: int) -> Iterator[_Line]:
    """What follows an update, or stands in its place."""
    outer = depth if spec.order == "random" else depth - 1
    if spec.predictor == "averaged":
        yield _Line("`c ← c + 1`", outer, _WHEN_ADDED | _WHEN_PASSED)
    if spec.predictor == "voted" and spec.order != "random":
        yield _Line("else: `c ← c + 1`", outer, _WHEN_PASSED)
    if spec.predictor == "pocket":
        yield _Line(f"if `{_grouped(spec)}` gets fewer examples wrong than the pocket:", depth, _WHEN_ADDED)
        yield _Line(f"pocket `← {_grouped(spec)}`", depth + 1)


def _result(spec: RunSpec) -> str:
    if spec.predictor == "averaged":
        return f"`{_vector(spec)[0]} − u/c`" + (", `b − β/c`" if spec.bias else "")
    if spec.predictor == "voted":
        return f"all `{_grouped(spec)}` kept, and the last, with their `c`"
    return "the pocket" if spec.predictor == "pocket" else f"`{_vector(spec)}`"
