"""One step in words: plain ones for a newcomer, or with its numbers; what the next one will do; and how a run ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from core.datasets.arithmetic import angle
from core.datasets.dataset import Dataset
from core.engine.engine import Stop
from core.names import brief
from core.numbers.formulas import DIGITS, Written, subscript, total, written
from core.numbers.numerals import at_most, counted, number, plural
from core.record.history import State
from core.rules import Verdict
from core.run import Run
from core.theory.diagnosis import listed, plain_reason
from core.theory.margin.margin import Margin

WRONG, NEW, QUIET = "wrong", "new", "quiet"
"""The roles of phrases: a mistake, the result of the step, and a sentence that asks for no attention."""

BACKWARDS = "A × pushes the other way: −x."

_FEW, _SHORT = 3, 4
"""The most weights that a sentence writes out, and the digits of its numbers."""
NAMED = 5
"""The most points on the wrong side that are named."""


class Phrase(NamedTuple):
    """Words of one look: a part of a sentence, with its `role` or an empty one."""

    text: str
    role: str = ""


def text_of(phrases: Sequence[Phrase]) -> str:
    """Return a sentence as plain text."""
    return "".join(map(attrgetter("text"), phrases))


def in_plain_words(run: Run, state: State, *, at_end: bool = False) -> tuple[Phrase, ...]:
    """Return a moment without symbols of the theorem; points count from 1. `at_end` says that no step follows."""
    if not run.dataset.n:
        return (Phrase("There are no points yet."),)
    if at_end and run.converged:
        return (Phrase(f"All {run.dataset.n:,} points were right, one after another.", QUIET),)
    if at_end and run.stopped and not _list_is_over(run) and len(state.w) == run.dataset.d:
        wrong = len(run.tie.mistaken(run.dataset, state.weights_per_rate))
        left = f"{counted(wrong, 'point')} {'is' if wrong == 1 else 'are'} still on the wrong side"
        left = left if wrong else "no point is on the wrong side now"
        return Phrase("The learner stopped at its limit: "), Phrase(left, WRONG if wrong else ""), Phrase(".")
    if not state.example:
        return (Phrase("The learner has not looked at any point yet."),)
    point = Phrase(f"Point {state.index + 1:,} ({_mark(state)}) ")
    place = _place(state, "was" if state.added else "is")
    if not state.added:
        return point, Phrase(f"{place}, so {run.rule.idle if state.moved else 'the line stays'}.")
    added = "added to" if state.label > 0 else "taken away from"
    return point, Phrase(place, WRONG), Phrase(f", so it is {added} w.")


def moment_words(run: Run, state: State, margin: Margin, *, ended: bool) -> tuple[str, str]:
    """Return what has just happened: a title, and a sentence or two; `margin` says what is known of the points."""
    dataset, through = run.dataset, "" if run.margin.bias.value else " through the origin"
    if not dataset.n:
        return "No points yet", "Place some ○ and × on the plane."
    if ended:
        words = f"Epoch {state.epoch:,} had no mistake: all points are on their side."
        return f"Done after {counted(run.updates, 'mistake')}", words
    if margin.separable is False:
        return f"No line{through} separates them", plain_reason(dataset, margin)
    if not state.example:
        classes = "two classes" if len(set(dataset.y)) == 2 else "one class"
        words = (
            f"The learner looks for a line{f'{through},' if through else ''} between ○ and ×. It tries one point after"
            " another; whenever one is on the wrong side, it turns its line."
        )
        return f"{counted(dataset.n, 'point')}, {classes}", words
    point, now = f"point {state.index + 1:,}", _wrong_now(run, state)
    if not state.moved:
        return f"{point.capitalize()} is on its side", f"So the line stays. {now}".strip()
    pushes = "Adding it to w" if state.label > 0 else "A × pushes the other way: taking it away from w"
    own, other = ("○", "×") if state.label > 0 else ("×", "○")
    where = f"was on the {other} side" if state.activation else "had no side: it was on the line, or there was none"
    return f"Mistake {state.update:,}: {point}", f"A {own} {where}. {pushes} turns the line. {now}".strip()


def change_of_bound(before: Margin, now: Margin) -> str:
    """Return what the move of a point made of γ, R and the most mistakes; empty where there is no such number."""
    if None in (before.gamma, before.bound, now.gamma, now.bound) or now.in_feature_space:
        return ""
    if before.gamma_is_lower_bound or now.gamma_is_lower_bound:
        return ""
    room, reach = _change(before.gamma or 0.0, now.gamma or 0.0), _change(before.radius, now.radius)
    was, most = at_most(before.bound or 0.0), at_most(now.bound or 0.0)
    mistakes = f"{most} {plural('mistake', 1 if most == '1' else 2)}"
    if not (room or reach):
        return f"γ and R are as before, so it is at most {mistakes} as before."
    less, nearer = (now.gamma or 0.0) < (before.gamma or 0.0), now.radius < before.radius
    if not room:
        told = f"The farthest point is {'nearer' if nearer else 'farther'} now: R {reach}"
    elif now.bias.value:
        told = f"γ is {'smaller' if less else 'larger'} now: {room}"
    else:
        told = f"The best line has {'less' if less else 'more'} room to its nearest points now: γ {room}"
    told += f", R {reach}" if room and reach else ""
    return f"{told}, so {'still ' * (was == most)}at most {mistakes}{f' instead of {was}' * (was != most)}."


def _change(before: float, now: float) -> str:
    """Return a change of a number, "1 → 0.66"; empty if it is the same up to rounding."""
    if abs(now - before) <= 1e-9 * abs(before):
        return ""
    digits = next((digits for digits in range(3, 10) if number(before, digits) != number(now, digits)), 10)
    return f"{number(before, digits)} → {number(now, digits)}"


def _wrong_now(run: Run, state: State) -> str:
    if not run.space.has_coordinates:
        return ""  # There is no line then.
    rows = run.tie.mistaken(run.dataset, state.weights_per_rate).tolist()
    if not rows:
        return "Now every point is on its side."
    wrong = f"{len(rows):,} points" if len(rows) > NAMED else listed(rows)
    return f"Now {wrong} {'is' if len(rows) == 1 else 'are'} on the wrong side."


def terms_of(run: Run, updates: int, most: int) -> list[tuple[int, int, int]]:
    """Return the terms of w, each with row, label and count: a mistake each, of more than `most` an example each."""
    rows = run.history.index(0, updates).tolist()
    if len(rows) <= most:
        return [(row, int(run.dataset.y[row]), 1) for row in rows]
    counts = sorted(((rows.count(row), row) for row in set(rows)), key=lambda each: (-each[0], each[1]))
    return [(row, int(run.dataset.y[row]), count) for count, row in counts]


def in_numbers(run: Run, state: State, *, apart: bool = False) -> tuple[Phrase, ...]:
    """Return a moment, the test of its example and the change of w, in a sentence that is quick enough for every frame.

    With `apart` numbers have ten digits, and w·x and b are written apart: a reader who computes w·x can check the sum.
    """
    if not state.example:
        return (Phrase(_start(run, state)),)
    digits = DIGITS if apart else _SHORT
    verdict = run.rule.verdict(state.score, state.label, state.added)
    score = written(state.score, run.rule.digits(state.score, state.label, state.added, digits))
    sum_ = _sum(run, state, score) if apart and (state.b_before or run.margin.bias.squared) else ""
    return (
        Phrase(f"Example {state.index + 1:,} ({_mark(state)}, y = {sign_of(state.label)}1): y·a = {sum_}"),
        Phrase(score.text, WRONG if state.added else ""),
        Phrase(f" {verdict.relation}, {verdict.said}"),
        *([Phrase(": "), *change(run, state, digits)] if state.added else ()),
    )


def change(run: Run, state: State, digits: int = _SHORT) -> Iterator[Phrase]:
    """Yield what an update made of w and b, in numbers where w is short."""
    sign, size = sign_of(state.label), written(state.size, digits)
    step = state.label * (size.value or Fraction(0))
    if state.alpha is not None:
        yield Phrase(f"α{subscript(state.index + 1)} is ")
        yield Phrase(number(state.alpha[state.index].item(), digits), NEW)
        yield Phrase(" now")
    elif len(state.w) > _FEW:
        yield Phrase(f"{'w shrinks, then ' if run.rule.shrinking else ''}{formula(run, state.label, state.size)}")
    else:
        kept = state.w_before * run.rule.shrink(run.dataset.n)
        vectors, texts = list[list[Written]](), list[str]()
        for vector in (kept, run.dataset.X[state.index], state.w):
            vectors.append([written(value, digits) for value in vector.tolist()])
            texts.append(f"({', '.join(map(attrgetter('text'), vectors[-1]))})")
        before, x, now = vectors
        sums = [total([p, Written("", step * (q.value or 0))]) for p, q in zip(before, x, strict=True)]
        relation = "≈" if "≈" in map(Written.relation, sums, now) else "="
        shrunk = f"w shrinks to {texts[0]}, then " if run.rule.shrinking and state.w_before.any() else ""
        yield Phrase(f"{shrunk}w ← {texts[0]} {sign} {_times(size.text)}{texts[1]} {relation} ")
        yield Phrase(texts[2], NEW)
    if moved := state.size * run.margin.bias.squared:
        sum_ = total([written(state.b_before, digits), written(state.label * moved, digits)])
        end = written(state.b, digits)
        yield Phrase(f", b ← {sum_.text} {sum_.relation(end)} ")
        yield Phrase(end.text, NEW)


def formula(run: Run, label: int, size: float, row: int = 0) -> str:
    """Return the update of this size on an example of this label as a formula; `row` matters to a kernel's α only."""
    if run.space.has_coordinates:
        return f"w ← w {sign_of(label)} {_times(number(size))}x"
    coefficient = f"α{subscript(row + 1)}"
    return f"{coefficient} ← {coefficient} + {number(size)}"


def beside_example(run: Run, state: State, *, plain: bool, turned: bool) -> str:
    """Return the test of the example at this moment in a few words, in the past tense once the vector has `turned`."""
    was = state.added and turned
    if plain:
        return _place(state, "was" if was else "is")
    verdict = run.rule.verdict(state.score, state.label, state.added)
    # The drawn vector has moved since the test, so the words are in the past tense.
    test = _was(verdict) if was else verdict.test
    if verdict.name == "tie":
        return f"{test}: {run.tie.brief or 'a tie'}, a mistake"
    return f"{test}, {verdict.name if ' ' in verdict.name or not state.added else f'a {verdict.name}'}"


def passed(run: Run, state: State) -> str:
    """Return in a few words that a tested example changes nothing: "Example 3 (○) is right"."""
    name = run.rule.verdict(state.score, state.label, state.added).name
    return f"Example {state.index + 1:,} ({_mark(state)}) is {name}"


def since_test(run: Run, state: State) -> str:
    """Return what y·a of the example of an update was, and what it is under the vector after it; empty if unknown."""
    now = run.space.score_after(state) if state.added else None
    verdict = run.rule.verdict(state.score, state.label, state.added)
    return "" if now is None else f"{_was(verdict)}, now {number(now)}"


def of_visit(run: Run, state: State, *, plain: bool = False) -> str:
    """Return a visit with what came of it, without symbols if `plain`: "visit 23: example 3, y·a = 27, right"."""
    if not state.example:
        return "start"
    if plain:
        return f"visit {state.example:,}: point {state.index + 1:,}, {'mistake' if state.added else 'right'}"
    name = run.rule.verdict(state.score, state.label, state.added).name
    score = number(state.score, run.rule.digits(state.score, state.label, state.added, _SHORT))
    which = f", update {state.update:,}" if state.moved and state.added else ""
    epoch = f" · epoch {state.epoch:,}" if state.epoch else ""
    said = run.tie.said if name == "tie" else name
    return f"visit {state.example:,}: example {state.index + 1:,}, y·a = {score}, {said}{which}{epoch}"


def why(run: Run, state: State) -> str:
    """Return one sentence on a step and the turn of w; examples are counted from 1."""
    if not state.example:
        return "This is the start: no example has been met."
    verdict = run.rule.verdict(state.score, state.label, state.added)
    met = f"example {state.index + 1:,} ({_mark(state)}) has {verdict.test}"
    if not state.added:
        return f"{met[0].upper()}{met[1:]}: {verdict.name}, {run.rule.idle}."
    if state.alpha is not None:
        after = number(state.alpha[state.index].item())
        return f"Update {state.update:,}: {met}, so α{subscript(state.index + 1)} grows to {after}."
    shrunk = "w shrinks, and then " if run.rule.shrinking else ""
    step = f"w ← w {sign_of(state.label)} {run.rule.factor}x"
    return f"Update {state.update:,}: {met}, so {shrunk}{step} {_turned(state)}."


def _turned(state: State) -> str:
    """Return how the direction of w changed. Any multiple of y·x turns w towards y·x, or leaves its direction."""
    if not state.w_before.any():
        towards = "points to the example" if state.label > 0 else "points away from the example"
        return f"gives w, which was 0, a direction: it {towards}" if state.w.any() else "leaves w = 0"
    if not state.w.any():
        return "brings w to 0"
    if turn := angle(state.w_before, state.w):
        return f"turns w by {number(turn, 3)}° {'towards' if state.label > 0 else 'away from'} x"
    before, now = (np.append(w, b) for w, b in ((state.w_before, state.b_before), (state.w, state.b)))
    moved = "moves the boundary" if angle(before, now) else "the boundary stays"
    return f"leaves the direction of w as it was, and {moved}"


def next_step(run: Run | None, upcoming: State | None, *, by_update: bool = False) -> str:
    """Return what the next step will do, `by_update` or by example; `upcoming` is None at the end of the record."""
    if run is None or not run.dataset.n:
        return "Nothing to step through"
    if upcoming is None:
        if _list_is_over(run):
            return "At the end of the list" if run.updates else "No example is chosen yet"
        end = "converged" if run.converged else end_of(run)
        return f"At the end: {end}" if run.stopped else "Computed up to here"
    if by_update and not upcoming.moved:
        return f"Test the rest: {run.rule.outcome}" if run.stopped else f"Test on: {run.rule.outcome} so far"
    return f"{'Update w on' if upcoming.added else run.rule.passing} example {upcoming.index + 1:,}"


def end_of(run: Run) -> str:
    """Return in few words why a run ended; empty while it goes on, or if there was nothing to learn."""
    if run.stopped is None or not run.dataset.n:
        return ""
    if run.converged:
        return run.rule.outcome
    return "end of the list" if _list_is_over(run) else f"limit of {run.stopped.counts}"


def ending(run: Run) -> str:
    """Return how a run ended, with its numbers; empty where `end_of` is."""
    updates, end, limit = counted(run.updates, "update"), end_of(run), limit_of(run)
    if not end:
        return ""
    if run.converged:
        last = f"epoch {run.history.epochs:,} had {end}" if run.order.has_epochs else f"{end} is left"
        return f"converged: {updates}, {last}"
    if _list_is_over(run):
        return f"{end}: {updates}" if run.updates else "no example is chosen yet"
    return f"stopped at the {limit}{'' if limit.endswith(updates) else f': {updates}'}"


def limit_of(run: Run) -> str:
    """Return the limit at which a run stopped: "limit of 3 epochs"; empty if none stopped it."""
    what = "" if run.stopped is None else run.stopped.counts
    return f"limit of {counted(getattr(run.spec, f'max_{what}'), what.removesuffix('s'))}" if what else ""


def place_in_run(state: State, totals: Run | None) -> str:
    """Return the update, epoch and example of a moment. `totals` is the run with all its updates, None if hidden."""
    of = "" if totals is None else f" of {totals.updates:,}{'' if totals.stopped else ' so far'}"
    epoch = f", epoch {state.epoch:,}" if state.epoch else ""
    return f"update {state.update:,}{of}{epoch}, example {state.index + 1:,}"


def _was(verdict: Verdict) -> str:
    return verdict.test.removesuffix(f" {verdict.relation}").replace("=", "was")


def _list_is_over(run: Run) -> bool:
    return run.order.listed and run.stopped is Stop.MAX_UPDATES and run.updates == len(run.spec.sequence)


def _start(run: Run, state: State) -> str:
    if not run.dataset.n:
        return "No examples yet"
    if not run.has_vector(state):
        return "Start: w = 0, b = 0"
    if state.alpha is not None:
        return f"Start: every α is 0, b = {number(state.b)}"
    weights = [*map(number, state.w[:_FEW].tolist()), *["…"] * (len(state.w) > _FEW)]
    return f"Start: w = ({', '.join(weights)}), b = {number(state.b)}"


def _sum(run: Run, state: State, score: Written) -> str:
    product = state.activation - state.b_before
    if run.space.has_coordinates:
        product = float(state.w_before @ run.dataset.X[state.index])
    sum_ = total([written(product), written(state.b_before)])
    signed = Written("", None if sum_.value is None else state.label * sum_.value)
    label = f"({sign_of(state.label)}1)"
    return f"{label}·({run.space.product} + b) = {label}·({sum_.text}) {signed.relation(score)} "


def _place(state: State, verb: str) -> str:
    if state.score < 0:
        return f"{verb} on the wrong side"
    near = "too near to the line" if state.score else "on neither side"
    return f"{verb} {near if state.added else 'on its right side'}"


def _times(size: str) -> str:
    return "" if size == "1" else f"{size}·"


def sign_of(label: int) -> str:
    """Return the sign with which an example of this class is added to w."""
    return "+" if label > 0 else "−"


def class_of(dataset: Dataset, label: int) -> str:
    """Return the mark of a class with its name, where it has another than its sign: "○ passed (+1)"."""
    mark, name = ("○", brief(dataset.labels[1])) if label > 0 else ("×", brief(dataset.labels[0]))
    sign = f"{sign_of(label)}1"
    return f"{mark} {sign}" if name.replace("-", "−") == sign else f"{mark} {name} ({sign})"


def classes_of(dataset: Dataset) -> str:
    """Return both classes: "○ passed (+1), × failed (−1)"."""
    return f"{class_of(dataset, 1)}, {class_of(dataset, -1)}"


def _mark(state: State) -> str:
    return "○" if state.label > 0 else "×"
