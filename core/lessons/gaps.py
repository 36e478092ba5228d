"""Gaps in the texts of a lesson, which the run itself fills: `{updates}` is a number, `{next}` an example."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from core.lessons.moment import LessonMoment
from core.lessons.quantities import QUANTITIES, value_text
from core.numbers.formulas import vector

UNKNOWN = "…"
"""Where the run is not known yet, or does not know."""

_GAP = re.compile(
    r"\{(?P<name>\w*)\}(?: (?P<noun>updates|epochs|examples|mistakes|errors)\b(?: (?P<verb>are|were|have|do)\b)?)?"
)
"""A gap, the word that it counts, and the verb of that."""


def _next(moment: LessonMoment) -> str:
    return UNKNOWN if moment.next_row is None else _example(moment, moment.next_row)


def _last(moment: LessonMoment) -> str:
    return _example(moment, moment.state.index) if moment.state.moved else UNKNOWN


def _example(moment: LessonMoment, row: int) -> str:
    dataset = moment.run.dataset
    return f"{'○' if dataset.y[row] > 0 else '×'} at {vector(dataset.X[row].tolist())}"


EXAMPLES: Mapping[str, Callable[[LessonMoment], str]] = {"next": _next, "last": _last}
"""What fills a gap beside the quantities: the example of the next update, and that of the last one."""


def stranger(text: str) -> str | None:
    """The first name in braces that nothing fills; None where there is none."""
    return next((name for name in _names(text) if name not in QUANTITIES and name not in EXAMPLES), None)


def filled(text: str, moment: LessonMoment | None) -> str:
    """Return the text with what the run knows at a moment; "{updates} updates" becomes "1 update" for one."""

    def told(gap: re.Match[str]) -> str:
        filling = UNKNOWN if moment is None else _filling(gap["name"], moment)
        noun, verb = gap["noun"], gap["verb"]
        if filling == "1":
            of_one = {"are": "is", "were": "was", "have": "has", "do": "does"}
            noun, verb = noun and noun.removesuffix("s"), verb and of_one[verb]
        return " ".join(filter(None, (filling, noun, verb)))

    return _GAP.sub(told, text)


def untold(text: str, moment: LessonMoment) -> str | None:
    """The first name in braces that the run does not know at a moment; None where it knows them all."""
    return next((name for name in _names(text) if _filling(name, moment) == UNKNOWN), None)


def _names(text: str) -> list[str]:
    return [gap["name"] for gap in _GAP.finditer(text)]


def _filling(name: str, moment: LessonMoment) -> str:
    if name in EXAMPLES:
        return EXAMPLES[name](moment)
    value = QUANTITIES[name].of(moment)
    return UNKNOWN if value is None else value_text(value)
