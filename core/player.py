"""A run as one page that plays in any browser, with the numbers of the trace, bit for bit, and the words of the window.

The words are compressed in blocks. Most numbers in them repeat, so a single character says how many numbers ago a
number was there before, and hardly more than new numbers is left to compress.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode, b85encode
from collections.abc import Generator, Iterator
from fractions import Fraction
from hashlib import sha256
from html import escape
from itertools import count
from string import Template
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from core.analysis.svm import least_cost
from core.explain.report.facts import ending_of
from core.explain.steps import step_at, step_numbers
from core.explain.wording import classes_of, of_visit, why
from core.learners import title_of
from core.names import legible
from core.numbers.numerals import at_most, counted, number
from core.pace import USUAL_SPEED
from core.plane.projections import Projection, Spread, ViewChoice, usual_view_choice
from core.plots.spec import Curve, KnownCurve, PlotSpec
from core.plots.theorem import whole_corridor
from core.plots.track import Track, visited
from core.predictors import BestErrors
from core.record.history import State
from core.resources import resource
from core.run import Run
from core.theory.corridor_words import corridor_words
from core.theory.diagnosis import where_they_lie
from core.theory.quantities import ALONG, CEILING, FLOOR, LENGTH
from core.theory.theorem import TheoremTable, theorem_table

MOST_UPDATES = 100_000
"""The most updates of a page; of a longer run it holds the first ones."""


def player_page(run: Run, name: str = "", most: int = MOST_UPDATES, view: ViewChoice | None = None) -> str:
    """Return one file that plays a run over the data called `name`, and asks nobody for anything.

    Its numbers are those of the trace. It holds the first updates, `most` at most, and says so, in the projection of
    `view`.
    """
    slices = player_page_in_slices(run, name, most, view)
    try:
        while True:
            next(slices)
    except StopIteration as end:
        return str(end.value)  # A generator returns its result with this exception.


def player_page_in_slices(
    run: Run, name: str = "", most: int = MOST_UPDATES, view: ViewChoice | None = None
) -> Generator[float, None, str]:
    """Make the page in slices of some milliseconds; yield the share that is done after each."""
    yield 0.0
    held = min(run.updates, most, (1 << 22) // (run.dataset.d + 1))  # With many features a page holds fewer updates.
    theorem, least = theorem_table(run.history, run.margin, 0, held), least_cost(run)
    told = {
        "updates": held,
        "record": record_of(run, theorem),
        "plane": plane_of(run, view),
        "track": track_of(run, held),
        "picture": corridor_picture(run, held, least),
        **_facts(run, held),
    }
    texts = yield from blocks(run.read_through(), held, least)
    title = f"{title_of(run.spec)} on {legible(name) or run.dataset.size}"
    return _self_contained(title, told | {"texts": texts})


def _facts(run: Run, held: int) -> dict[str, object]:
    return {
        "ending": f"{run.in_counts}. {ending_of(run)}",
        "excerpt": f"This page holds the first {held:,} of {counted(run.updates, 'update')}." * (held < run.updates),
        "block": BLOCK,
        "full": told_in_full(held),
        "classes": classes_of(run.dataset),
        "features": list(run.dataset.features),
        "predictor": {"name": run.predictor.name, "role": run.predictor.role, "title": run.predictor.title},
        "speed": USUAL_SPEED,
        "tie": {"right": list(run.tie.right)},
    }


def notebook_page(run: Run) -> str:
    """Return a frame for a notebook. The notebook is saved with it, so it holds fewer updates.

    The browser lets the page run its script and nothing else.
    """
    return (
        f'<iframe title="A run of the perceptron" sandbox="allow-scripts" width="100%" height="760" '
        f'style="border: 0" srcdoc="{escape(player_page(run, most=1_000))}"></iframe>'
    )


def _self_contained(title: str, told: dict[str, Any]) -> str:
    """Return one file with style, script and numbers in it; it may load nothing else.

    `told` is data, so nothing in it can begin or end an element.
    """
    style, script = _bare("player.css"), _bare("player.js")
    taken = f"style-src {_hash(style)}; script-src {_hash(script)}"
    policy = f"default-src 'none'; {taken}; base-uri 'none'; form-action 'none'"
    data = json.dumps(told, ensure_ascii=False, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c")
    page = Template(resource("player", "player.html").read_text(encoding="utf-8"))
    whole = page.substitute(policy=policy, title=escape(title), style=style, script=script, data=data)
    return legible(whole, keep="\t\n\u2028\u2029")


def _bare(name: str) -> str:
    """Return a file of the player without indentation and comment lines, which a browser does not read."""
    lines = (line.strip() for line in resource("player", name).read_text(encoding="utf-8").splitlines())
    return "\n".join(line for line in lines if line and not line.startswith(("//", "/*")))


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


Packed = list[str]
"""The kind of number in a column, as numpy names it, and its bytes as text, lowest first."""


def packed(values: ArrayLike) -> Packed:
    """Return a column in the narrowest kind of number that holds it exactly, including NaN and the sign of a zero."""
    exact = np.ascontiguousarray(values, "<f8")
    for kind in ("i1", "i2", "i4", "f4"):
        # A value beyond the narrow kind is found by the comparison that follows.
        with np.errstate(invalid="ignore", over="ignore"):
            narrow = exact.astype(f"<{kind}")
        if narrow.astype("<f8").tobytes() == exact.tobytes():
            return [kind, in_base85(narrow.tobytes())]
    return ["f8", in_base85(exact.tobytes())]


def in_base85(data: bytes) -> str:
    """Return bytes in base 85, with ' for the sign < that begins elements."""
    return b85encode(data).decode().replace("<", "'")


def columns(table: ArrayLike) -> list[Packed]:
    """Return the columns of a table (m, p)."""
    return [packed(column) for column in np.asarray(table).T]


def record_of(run: Run, theorem: TheoremTable) -> dict[str, Any]:
    """Return the first updates of the record, by the names of the trace; missing values are None.

    `weights` (w, b), or b alone, begin with the start. `decides` are the same divided by the learning rate, if there
    is one. `sizes` are τ of each update in a feature space, unless it is always 1.
    """
    history, most = run.history, len(theorem.update)
    example = history.example(0, most)
    along, sized = theorem.w_dot_wstar, run.rule.sized and not run.space.has_coordinates
    notes = run.notes
    return {
        "epoch": packed(history.epochs_of(example)) if run.order.has_epochs else None,
        "example": packed(example),
        "index": packed(history.index(0, most)),
        "activation": packed(history.activation(0, most)),
        "weights": columns(history.weights(0, most)),
        "w_dot_wstar": None if along is None else packed(np.append(run.margin.along_start, along)),
        "w_norm_sq": packed(np.append(run.margin.start_squared, theorem.w_norm_sq)),
        "decides": None if run.rule.exact_rate == 1 else columns(history.weights_per_rate(0, most)),
        "sizes": packed(history.sizes(0, most)) if sized else None,
        "pocket": [k for k in notes.updates if k <= most] if isinstance(notes, BestErrors) else None,
    }


def plane_of(run: Run, view: ViewChoice | None) -> dict[str, Any]:
    """Return the places of the examples, and the section for lines and level sets.

    A view that turns with the boundary, or does not fit, is replaced by the usual one.
    """
    dataset = run.dataset
    if view is None or view.turns or not view.fits(dataset.d):
        view = usual_view_choice(dataset.d)
    projection = view.projection(Spread(dataset), None, 0.0)
    origin = projection.lift(np.zeros((1, 2)))
    axes = projection.lift(np.eye(2)) - origin
    known = dataset.n * dataset.d <= 1 << 21  # With so few examples the page can mark the wrong ones.
    return {
        "points": columns(projection.points(dataset.X)),
        "labels": packed(dataset.y),
        "examples": columns(dataset.X) if known else None,
        "axes": axes.tolist(),
        "origin": origin[0].tolist(),
        "titles": list(projection.titles),
        "sentence": projection.sentence,
        "kernel": _kernel(run, projection),
        "star": _star(run, projection),
        "proof": _proof(run, projection),
    }


def _kernel(run: Run, projection: Projection) -> dict[str, Any] | None:
    if run.space.kernel is None:
        return None
    return {
        **run.space.kernel.described(),
        "reduced": columns(projection.reduced(run.dataset.X)),
        "shift": projection.shift.tolist(),
        "beyond": projection.beyond.tolist(),
    }


def _star(run: Run, projection: Projection) -> dict[str, Any] | None:
    margin = run.margin
    if margin.w_star is None or margin.b_star is None or margin.gamma is None:
        return None
    (u, v), c = projection.line(margin.w_star, margin.b_star)
    return {"line": [float(u), float(v), c], "gamma": margin.gamma, "name": "best line"}


def _proof(run: Run, projection: Projection) -> dict[str, Any] | None:
    """Return the examples that say why no line separates, and the point that their hulls share: 0 for rays from it."""
    certificate = run.margin.certificate
    if certificate is None or run.predictor.votes or not where_they_lie(run.dataset, run.margin):
        return None
    at = np.zeros(run.dataset.d) if certificate.point is None else certificate.point
    return {"rows": certificate.indices.tolist(), "at": projection.place(at), "rays": certificate.point is None}


_MOST_MARKS = 400
"""Visits: with more, a mark for each does not fit on the widest page."""


def track_of(run: Run, held: int) -> dict[str, Any]:
    """Return the track of the first `held` updates: its bands, and of few visits examples, mistakes and words."""
    history = run.history
    visits = history.examples if held == run.updates else history.seek(held).example
    track = Track(run, visits, visits, whole=True)
    few = track.end <= _MOST_MARKS
    rows, mistakes = visited(track) if few else (np.empty(0, np.int64), list[int]())
    return {
        "visits": visits,
        "band": track.band,
        "end": track.end,
        "epochs": run.order.has_epochs,
        "last": track.name(round(track.end / track.band)),
        "rows": packed(rows) if few else None,
        "mistakes": packed(mistakes),
        "words": [of_visit(run, history.at_example(visit)) for visit in range(visits + 1)] if few else [],
    }


def corridor_picture(run: Run, held: int, least: Fraction | None) -> dict[str, Any] | None:
    """Return the picture of the theorem at the first `held` updates, as `corridor_plot` describes it.

    A curve has its places `k` and values `v`; ‖w‖ and w·ŵ* are already in the record of the page.
    """
    plot = whole_corridor(run, held, least)
    if plot is None:
        return None
    meeting, bound = plot.meeting, run.margin.bound_at_most if run.margin.theorem else None
    return {
        "name": plot.title,
        "axis": plot.axis.title,
        "end": plot.x.high,
        "low": plot.y.low,
        "top": plot.y.high,
        "curves": [_curve(plot, curve) for curve in plot.curves],
        "filled": plot.gap is not None,
        "meeting": meeting and {"k": meeting.place, "v": meeting.value, "name": meeting.name},
        "bound": "" if bound is None else f"k ≤ {at_most(bound)}",
    }


def _curve(plot: PlotSpec, curve: Curve) -> dict[str, Any]:
    promised = isinstance(curve, KnownCurve)
    name = curve.title or curve.name if isinstance(curve, KnownCurve) else curve.name
    told = {"key": curve.key, "name": name, "role": curve.role.replace("_", "-"), "promised": promised}
    if curve.key in (LENGTH, ALONG):
        return told
    k, v = plot.points(curve)
    return told | {"k": packed(k), "v": packed(v)}


BLOCK = 1024
"""Moments in one block."""
_IN_FULL, _ENDS, _EVERY = 3_000, 1_000, 100
"""The most updates that all have words; of a longer run the ends have words, and every 100th update between.

Words for all of 10⁵ updates take half a minute.
"""
STRONG, PART, MOMENT = "\x01", "\x02", "\x03"
"""Marks before and after a number in a sentence, between the parts of a moment, and between two moments."""


def told_in_full(most: int) -> tuple[int, int]:
    """Return (ends, every): updates up to `ends`, from `most` − `ends` on, and every `every` between have words."""
    return (most, 1) if most <= _IN_FULL else (_ENDS, _EVERY)


_NUMBER = re.compile("[0-9][0-9.,]+[0-9]")
_FIRST, _FAR = 0xE000, 64
"""The character for a number that is the same as the last one, and how many numbers ago a number may be."""


def told_moments(most: int) -> list[int]:
    """Return the moments of 0 … `most` that have words."""
    ends, every = told_in_full(most)
    return [k for k in range(most + 1) if k <= ends or k >= most - ends or k % every == 0]


def blocks(run: Run, most: int, least_cost: Fraction | None) -> Generator[float, None, list[str]]:
    """Return the words of moments 0 … `most` in blocks; yield the share that is done every few milliseconds.

    The parts of a moment are its sentence, the label of its example, the lines of the arithmetic, the sentences on the
    theorem, and the numbers beside the curves, each after its name. A moment without words is empty: the page has its
    numbers in the record. New numbers of a block come before its moments.
    """
    moments, chosen = [""] * (most + 1), told_moments(most)
    for done, k in enumerate(chosen):
        moments[k] = PART.join(_parts(run, run.history.seek(k), least_cost))
        if done % 16 == 0:  # This many moments take some milliseconds.
            yield done / len(chosen)
    told = (_shortened(MOMENT.join(moments[start : start + BLOCK])) for start in range(0, most + 1, BLOCK))
    return [in_base85(zlib.compress(block.encode(), 9)) for block in told]


def _shortened(block: str) -> str:
    """Return the numbers of a block that are new, and the block with one character for each longer number."""
    places, last, new = count(), dict[str, int](), list[str]()

    def back(match: re.Match[str]) -> str:
        number, place = match[0], next(places)
        ago = min(place - last.get(number, -_FAR), _FAR)
        last[number] = place
        if ago == _FAR:
            new.append(number)
        return chr(_FIRST + ago)

    text = _NUMBER.sub(back, block)
    return MOMENT.join([" ".join(new), text])


def _parts(run: Run, state: State, least_cost: Fraction | None) -> Iterator[str]:
    yield why(run, state)
    verdict = run.rule.verdict(state.score, state.label, state.added) if state.example else None
    yield "" if verdict is None else f"{verdict.name}: {verdict.test}"
    yield "\n".join(step_numbers(run, step_at(run, state), fractions=False))
    facts, marked = run.facts(state, least_cost=least_cost), []
    for line in corridor_words(facts).lines:
        values = {name: f"{STRONG}{value.text}{STRONG}" for name, value in line.values.items()}
        marked.append(line.sentence.replace("`", "").format_map(values))
    yield "\n".join(marked)
    yield "\n".join(f"{key} {number(value)}" for key, value in facts.lines.items() if key not in (FLOOR, CEILING))
