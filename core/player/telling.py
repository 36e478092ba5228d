"""What a page says of each update: a sentence, the arithmetic, and the theorem there, in the words of the window.

They are written by who explains a step, and put away in blocks that are compressed. Most numbers come again and again;
where one does, a character stands for it, so that hardly more than the new ones is left to be put away.
"""

from __future__ import annotations

import re
import zlib
from collections import defaultdict
from collections.abc import Generator, Sequence
from fractions import Fraction
from itertools import chain

from core.explain.steps import step_at, step_numbers, why
from core.numbers.formulas import number_text
from core.numbers.numerals import number
from core.player.numbers import in_base85
from core.record.history import State
from core.run import Run
from core.theory.corridor_words import corridor_words
from core.theory.proof import ProofStep
from core.theory.theorem import CEILING, FLOOR

BLOCK = 512
"""Moments that are told together."""
_IN_FULL, _ENDS, _EVERY = 3_000, 1_000, 100
"""Updates of a run that is told in full; of a longer one so many at the start and at the end, and every so many
between: to tell all of 10⁵ takes half a minute.
"""
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
    """Return (ends, every): updates up to `ends` and from `most` − `ends` on are told, and every so many between."""
    return (most, 1) if most <= _IN_FULL else (_ENDS, _EVERY)


def told_stretches(most: int) -> list[range]:
    """Return the moments 0 … `most` that are told, as stretches without a gap, in order."""
    ends, every = told_in_full(most)
    if every == 1:
        return [range(most + 1)]
    last = most - ends
    between = [range(k, k + 1) for k in range(ends + every - ends % every, last, every)]
    return [range(ends + 1), *between, range(last, most + 1)]


def numbers_of(run: Run, most: int) -> Numbers:
    """The numbers of the examples; none where few of them come up again."""
    if run.dataset.n > most:
        return []
    return [_NUMBER.findall(" ".join(map(number_text, x))) for x in run.dataset.X.tolist()]


def blocks(run: Run, most: int, least_cost: Fraction | None, numbers: Numbers) -> Generator[float, None, list[str]]:
    """Return what is told of moments 0 … `most`, block by block; yield the share that is done every few milliseconds.

    The parts of a moment are the sentence, what stands beside the example, the lines of the arithmetic, the sentences
    on the theorem, and the numbers beside its curves, each after its name. A moment that is not told is empty: the page
    has its numbers in the record. Numbers that are new in a block stand before its moments.
    """
    stretches = told_stretches(most)
    in_all = sum(map(len, stretches))
    moments = [""] * (most + 1)
    new: defaultdict[int, list[str]] = defaultdict(list)
    before: list[str] = []
    latest = -1
    states = chain.from_iterable(run.history.states(stretch[0], stretch[-1]) for stretch in stretches)
    for done, state in enumerate(states):
        k = state.update
        if k != latest + 1 or k % BLOCK == 0:
            before = []
        text = PART.join(_parts(run, state, least_cost))
        moments[k] = _shortened(text, numbers[state.index] if numbers and k else (), before, new[k // BLOCK])
        before, latest = _NUMBER.findall(text), k
        if done % _SLICE == 0:
            yield done / in_all
    return [_squeezed(new[start // BLOCK], moments[start : start + BLOCK]) for start in range(0, most + 1, BLOCK)]


def _squeezed(new: Sequence[str], moments: Sequence[str]) -> str:
    """Return a block as it stands on the page."""
    return in_base85(zlib.compress(MOMENT.join([" ".join(new), *moments]).encode(), 9))


def _parts(run: Run, state: State, least_cost: Fraction | None) -> tuple[str, ...]:
    """Return the parts of a moment that is told, see `blocks`."""
    arithmetic = step_numbers(run, step_at(run, state), fractions=False)
    return why(run, state), _beside(run, state), "\n".join(arithmetic), *_theory(run, state, least_cost)


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
    facts = run.facts(state, least_cost=least_cost)
    words = corridor_words(facts)
    values = {key: value for key, value in facts.lines.items() if key not in (FLOOR, CEILING)}
    told = (f"{key} {number(value)}" for key, value in values.items())
    return "\n".join(map(_strong, words.lines)), "\n".join(told)


def _strong(line: ProofStep) -> str:
    """A sentence with its numbers in it, each marked as one."""
    shown = {name: f"{STRONG}{value.text}{STRONG}" for name, value in line.values.items()}
    return line.sentence.replace("`", "").format_map(shown)
