"""What a page says of each update: a sentence, the arithmetic, and the theorem there, in the words of the window.

They are written by who explains a step, and put away in blocks that are compressed. Most numbers come again and again;
where one does, a character stands for it, so that hardly more than the new ones is left to be put away.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isnan

from core.explain import tell, why
from core.numbers.formulas import number_text
from core.numbers.numerals import number
from core.player.numbers import in_base64
from core.record.history import State
from core.run import Run
from core.theory.corridor import ALONG, LENGTH, chain_of
from core.theory.corridor_words import corridor_words
from core.theory.proof import ProofStep

BLOCK = 512
"""Moments that are told together."""
_IN_FULL, _ENDS = 3_000, 1_000
"""Updates of a run that is told in full; of a longer one the first, the last, and about as many between."""
STRONG, PART, MOMENT = "\x01", "\x02", "\x03"
"""Before and after a number in a sentence; between the parts of what is told of a moment, and between two moments."""
_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_SHORTEST = 3
"""Characters of a number for which another is worth to stand."""
_OF_EXAMPLE, _OF_BEFORE, _OF_HERE, _END = 0xE000, 0xE400, 0xEC00, 0xF400
"""The first character for a number of the example, of the moment before in the block, of this moment; and the end."""
_NEW = chr(_END)
"""In the place of a number that is new. Those of a block stand before its moments."""
_SLICE = 16
"""Moments that are told in some milliseconds."""

Numbers = Sequence[Sequence[str]]
"""Those of each example, as the arithmetic writes them without a sign."""


def told_in_full(most: int) -> tuple[int, int]:
    """(ends, every): up to `ends` and from `most` − `ends` on each update is told in full, between them every so
    many.
    """
    return (most, 1) if most <= _IN_FULL else (_ENDS, -(-most // _ENDS))


def numbers_of(run: Run, most: int) -> Numbers:
    """The numbers of the examples; none where few of them come up again."""
    if run.dataset.n > most:
        return []
    return [_NUMBER.findall(" ".join(map(number_text, x))) for x in run.dataset.X.tolist()]


def blocks(run: Run, most: int, least_cost: Fraction | None, numbers: Numbers) -> Iterator[str]:
    """Moments 0 … `most`, block by block, each after the numbers that are new in it; and between them, after some
    milliseconds each, an empty text.

    The parts of a moment are the sentence, what stands beside the example, and of those that are told in full the lines
    of the arithmetic, the sentences on the theorem, and the numbers beside its curves, each after its name.
    """
    ends, every = told_in_full(most)
    for start in range(0, most + 1, BLOCK):
        moments: list[str] = []
        new: list[str] = []
        before: list[str] = []
        for k in range(start, min(start + BLOCK, most + 1)):
            state = run.history.seek(k)
            parts = [why(run, state), _beside(run, state)]
            if k <= ends or k >= most - ends or k % every == 0:
                parts += ["\n".join(tell(run, state).numbers), *_theory(run, state, least_cost)]
            text = PART.join(parts)
            moments.append(_shortened(text, numbers[state.index] if numbers and k else (), before, new))
            before = _NUMBER.findall(text)
            if k % _SLICE == 0:
                yield ""
        told = MOMENT.join([" ".join(new), *moments])
        yield in_base64(zlib.compress(told.encode(), 9))


def _shortened(text: str, of_example: Sequence[str], of_before: Sequence[str], new: list[str]) -> str:
    """`text` with a character for each longer number: by its place in what the three have had so far, or a `new` one,
    which is added to those.
    """
    known: dict[str, str] = {}
    for first, end, numbers in ((_OF_BEFORE, _OF_HERE, of_before), (_OF_EXAMPLE, _OF_BEFORE, of_example)):
        known |= {each: chr(first + place) for place, each in reversed([*enumerate(numbers[: end - first])])}
    here = -1

    def short(match: re.Match[str]) -> str:
        nonlocal here
        here += 1
        written = match[0]
        if len(written) < _SHORTEST:
            return written
        if written not in known:
            new.append(written)
            if _OF_HERE + here < _END:
                known[written] = chr(_OF_HERE + here)
            return _NEW
        return known[written]

    return _NUMBER.sub(short, text)


def _beside(run: Run, state: State) -> str:
    """What stands beside the example."""
    if not state.example:
        return ""
    verdict = run.rule.verdict(state.score, state.label, state.added)
    return f"{verdict.name}: {verdict.test}"


def _theory(run: Run, state: State, least_cost: Fraction | None) -> tuple[str, str]:
    """The sentences below the picture, and the numbers beside its curves."""
    rows, cost = run.inequalities(state), run.objective(state.update)
    words = corridor_words(run.case(state, rows, cost=cost), least_cost)
    chain, losses = chain_of(rows), run.losses(state)
    values = {} if chain is None else {key: chain.of(key) for key in (ALONG, LENGTH) if not isnan(chain.of(key))}
    if losses is not None:
        values = {"lost": losses.squared, "missed": losses.mistakes}
    if cost is not None:
        values = {"cost": cost}
    told = (f"{key} {number(value)}" for key, value in values.items())
    return "\n".join(map(_strong, words.lines)), "\n".join(told)


def _strong(line: ProofStep) -> str:
    """A sentence with its numbers in it, each marked as one."""
    shown = {name: f"{STRONG}{value.text}{STRONG}" for name, value in line.values.items()}
    return line.sentence.replace("`", "").format_map(shown)
