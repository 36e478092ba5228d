"""Why the boundary is now where it is: which example moved w, and which way w turned."""

import numpy as np

from core.datasets.arithmetic import angle
from core.numbers.numerals import number
from core.record.history import State
from core.run import Run


def why(run: Run, state: State) -> str:
    """One sentence on a step of a run with coordinates; examples are counted from 1."""
    if not state.example:
        return "This is the start: no example has been met."
    verdict = run.rule.verdict(state.score)
    marker = "○" if state.label > 0 else "×"
    met = f"example {state.index + 1:,} ({marker}) has {verdict.test}"
    if not state.added:
        return f"{met[0].upper()}{met[1:]}: {verdict.name}, {run.rule.idle}."
    sign = "+" if state.label > 0 else "−"
    shrunk = "w shrinks, and then " if run.rule.shrinking else ""
    return f"Update {state.update:,}: {met}, so {shrunk}w ← w {sign} {run.rule.factor}x {_turned(state)}."


def _turned(state: State) -> str:
    """What that did to the direction of w. Whatever multiple of y·x is added, w turns towards y·x, or not at all."""
    if not state.w_before.any():
        towards = "points to the example" if state.label > 0 else "points away from the example"
        return f"gives w, which was 0, a direction: it {towards}" if state.w.any() else "leaves w = 0"
    if not state.w.any():
        return "brings w to 0"
    turn = angle(state.w_before, state.w)
    if turn:
        return f"turns w by {number(turn, 3)}° {'towards' if state.label > 0 else 'away from'} x"
    before, now = (np.append(w, b) for w, b in ((state.w_before, state.b_before), (state.w, state.b)))
    moved = "moves the boundary" if angle(before, now) else "the boundary stays"
    return f"leaves the direction of w as it was, and {moved}"
