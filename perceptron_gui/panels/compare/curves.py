"""Errors against epochs, as pictures: a curve for each entry."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from core.analysis.comparison import Result
from core.datasets.dataset import FloatArray, IntArray
from core.numbers.numerals import number
from perceptron_gui.look.plots.picture import Axis, Picture, Sampled
from perceptron_gui.look.scale import Scale
from perceptron_gui.panels.compare.marks import EntryMark

_MEANING = "How many percent of these examples each run gets wrong as it goes on; its letter stands in the table too."


def pictures(results: Sequence[Result], marks: Sequence[EntryMark], held_out: int) -> tuple[Picture, Picture | None]:
    """Errors in training, and those among `held_out` examples, if there are any; in percent against epochs."""
    n = results[0].run.dataset.n
    training = _picture("training", n, n, results, marks, [result.curve.training for result in results])
    if not held_out:
        return training, None
    unseen = [result.curve.held_out for result in results]
    return training, _picture("held out", held_out, n, results, marks, unseen)


def _picture(
    kind: str, count: int, n: int, results: Sequence[Result], marks: Sequence[EntryMark], errors: Sequence[IntArray]
) -> Picture:
    last = max(result.run.history.examples for result in results) / n
    percent: list[FloatArray] = [100 * counts / count for counts in errors]
    curves = tuple(
        Sampled(mark.letter, result.curve.examples / n, values, mark.role, row=mark.letter)
        for mark, result, values in zip(marks, results, percent, strict=True)
    )
    tops, ends = zip(*(_differing(curve, curves) for curve in curves), strict=True)
    top = max(tops) or max(float(np.max(values, initial=0.0)) for values in percent)
    x = Scale.unfolding(math.ceil(max(ends) or last))
    clipped = "".join((x.note, _clipped(curves, top, x.high)))
    title = f"{kind} errors of {count:,}, axis in %{clipped}"
    return Picture(title, curves, x, Scale.up_to(top), axis=_epochs(n), told_in_key=True, meaning=_MEANING)


def _differing(curve: Sampled, others: Sequence[Sampled]) -> tuple[float, float]:
    """How high one curve is where another is not as high, and the last place where it moves; 0 where there is none.

    An axis that is as long as these shows all that tells the learners apart.
    """
    apart = np.zeros(len(curve.x), np.bool_)
    for other in others:
        apart |= curve.values != _held(other, curve.x)
    moves = np.flatnonzero(np.diff(curve.values))
    end = float(curve.x[moves[-1] + 1]) if len(moves) else 0.0
    return float(np.max(curve.values[apart], initial=0.0)), end


def _held(curve: Sampled, places: FloatArray) -> FloatArray:
    """A curve at these places, between two samples as at the one before; beyond its end as there."""
    return curve.values[np.maximum(np.searchsorted(curve.x, places, "right") - 1, 0)]


def _clipped(curves: Sequence[Sampled], top: float, last: float) -> str:
    """What is left out of a picture that is so high and reaches so far, in words."""
    high = any((curve.values > top).any() for curve in curves)
    far = any(bool(len(curve.x)) and curve.x[-1] > last for curve in curves)
    parts = [f"up to {number(top, 3)} %"] * high + ["until the last change"] * far
    return f" ({', '.join(parts)})" if parts else ""


def _epochs(n: int) -> Axis:
    """So many passes over n examples, whole or not."""
    return Axis("epoch", lambda state: state.example / n, lambda player, epoch: player.visit_example(epoch * n), number)
