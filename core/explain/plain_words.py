"""What happens to a run in plain words: points, mistakes and a line, without the symbols of the proof."""

from __future__ import annotations

from core.numbers.numerals import counted
from core.record.history import State
from core.run import Run
from core.theory.diagnosis import plain_reason
from core.theory.margin.margin import Margin

_NAMED = 5
"""The most points on the wrong side that are named."""


def moment_words(run: Run, state: State, margin: Margin, *, ended: bool) -> tuple[str, str]:
    """Return what has just happened: a title, and a sentence or two; `margin` says what is known of the points."""
    dataset, through = run.dataset, "" if run.margin.bias.value else " through the origin"
    if not dataset.n:
        return "No points yet", "Place some ○ and × on the plane."
    if ended:
        words = f"Epoch {state.epoch:,} had no mistake: all points are on their side."
        return f"Done after {counted(run.updates, 'mistake')}", words
    if not state.example:
        classes = "two classes" if len(set(dataset.y)) == 2 else "one class"
        words = (
            f"The learner looks for a line{f'{through},' if through else ''} between ○ and ×. It tries one point after"
            " another; whenever one is on the wrong side, it turns its line."
        )
        return f"{counted(dataset.n, 'point')}, {classes}", words
    if margin.separable is False:
        return f"No line{through} separates them", plain_reason(dataset, margin)
    point, now = f"point {state.index + 1:,}", _wrong_now(run, state)
    if not state.moved:
        return f"{point.capitalize()} is on its side", f"So the line stays. {now}".strip()
    own, other, verb = ("○", "×", "Adding it to w") if state.label > 0 else ("×", "○", "Taking it away from w")
    where = f"was on the {other} side" if state.activation else "had no side: it was on the line, or there was none"
    return f"Mistake {state.update:,}: {point}", f"A {own} {where}. {verb} turns the line. {now}".strip()


def _wrong_now(run: Run, state: State) -> str:
    if not run.space.has_coordinates:
        return ""  # There is no line then.
    rows = [f"{row + 1:,}" for row in run.tie.mistaken(run.dataset, state.weights_per_rate).tolist()]
    if not rows:
        return "Now every point is on its side."
    if len(rows) > _NAMED:
        return f"Now {len(rows):,} points are on the wrong side."
    named = rows[0] if len(rows) == 1 else f"{', '.join(rows[:-1])} and {rows[-1]}"
    return f"Now {named} {'is' if len(rows) == 1 else 'are'} on the wrong side."


def terms_of(run: Run, updates: int, most: int) -> list[tuple[int, int, int]]:
    """Return the terms of w, each with row, label and count: a mistake each, of more than `most` an example each."""
    rows = run.history.index(0, updates).tolist()
    if len(rows) <= most:
        return [(row, int(run.dataset.y[row]), 1) for row in rows]
    counts = sorted(((rows.count(row), row) for row in set(rows)), key=lambda each: (-each[0], each[1]))
    return [(row, int(run.dataset.y[row]), count) for count, row in counts]
