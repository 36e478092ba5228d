"""A run as one page that plays in any browser, with the numbers of the trace and the words of the window."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Generator
from hashlib import sha256
from html import escape
from string import Template
from typing import Any

from core.analysis.svm import least_cost
from core.explain.report.facts import ending_of
from core.learners import title_of
from core.names import legible
from core.numbers.numerals import counted
from core.pace import USUAL_SPEED
from core.plane.projections import ViewChoice
from core.player.contents import (
    BLOCK,
    blocks,
    corridor_picture,
    numbers_of,
    plane_of,
    record_of,
    told_in_full,
    track_of,
)
from core.resources import resource
from core.run import Run
from core.theory.theorem import theorem_table

MOST_UPDATES = 100_000
"""The most updates of a page; of a longer run it holds the first ones."""


def player_page(run: Run, name: str = "", most: int = MOST_UPDATES, view: ViewChoice | None = None) -> str:
    """Return one file that plays a run over the data called `name`, and asks nobody for anything.

    Its numbers are those of the trace. It holds the first updates, `most` at most, and says so, in the projection of
    `view`.
    """
    slices = player_page_in_slices(run, name, most, view)
    while True:
        try:
            next(slices)
        except StopIteration as end:
            # A generator returns its result with this exception.
            return str(end.value)


def player_page_in_slices(
    run: Run, name: str = "", most: int = MOST_UPDATES, view: ViewChoice | None = None
) -> Generator[float, None, str]:
    """Make the page in slices of some milliseconds; yield the share that is done after each."""
    yield 0.0
    held = min(run.updates, most, (1 << 22) // (run.dataset.d + 1))  # With many features a page holds fewer updates.
    theorem, numbers = theorem_table(run.history, run.margin, 0, held), numbers_of(run, held)
    least = least_cost(run)
    told = {
        "updates": held,
        "record": record_of(run, theorem),
        "plane": plane_of(run, view),
        "track": track_of(run, held),
        "picture": corridor_picture(run, held, least),
        "numbers": numbers,
        **_facts(run, held),
    }
    texts = yield from blocks(run.read_through(), held, least, numbers)
    title = f"{title_of(run.spec)} on {legible(name) or run.dataset.size}"
    return _self_contained(title, told | {"texts": texts})


def _facts(run: Run, held: int) -> dict[str, object]:
    epochs = f" in {counted(run.history.epochs, 'epoch')}" if run.order.has_epochs else ""
    ends, every = told_in_full(held)
    negative, positive = run.dataset.labels
    return {
        "ending": f"{counted(run.updates, 'update')}{epochs}. {ending_of(run)}",
        "excerpt": f"This page holds the first {held:,} of {counted(run.updates, 'update')}." * (held < run.updates),
        "block": BLOCK,
        "full": [ends, every],
        "classes": f"○ {_of_class(positive, '+1')}   × {_of_class(negative, '−1')}",
        "features": list(run.dataset.features),
        "predictor": {"name": run.predictor.name, "role": run.predictor.role, "title": run.predictor.title},
        "speed": USUAL_SPEED,
        "tie": {"right": list(run.tie.right)},
    }


def _of_class(label: str, sign: str) -> str:
    """Return the name of a class, with its sign if the name differs."""
    return sign if label.replace("-", "−") == sign else f"{label} ({sign})"


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
    style = resource("player", "player.css").read_text(encoding="utf-8")
    # The script goes in without indentation and comment lines, which a browser does not read.
    lines = (line.strip() for line in resource("player", "player.js").read_text(encoding="utf-8").splitlines())
    script = "\n".join(line for line in lines if line and not line.startswith(("//", "/*")))
    taken = f"style-src {_hash(style)}; script-src {_hash(script)}"
    whole = Template(resource("player", "player.html").read_text(encoding="utf-8")).substitute(
        policy=f"default-src 'none'; {taken}; base-uri 'none'; form-action 'none'",
        title=escape(title),
        style=style,
        script=script,
        data=json.dumps(told, ensure_ascii=False, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c"),
    )
    return legible(whole, keep="\t\n\u2028\u2029")


def _hash(text: str) -> str:
    """Return the hash that lets a browser accept this style or script and no other."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
