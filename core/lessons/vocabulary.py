"""The vocabulary of lessons: names of what a window shows, highlights and hides, each with its meaning."""

from __future__ import annotations

from collections.abc import Mapping

TABS: Mapping[str, str] = {
    "Theory": "why the run must stop: the corridor, its numbers, the proof",
    "Learner": "what the learner's rule is for, and its own numbers",
    "Step": "the update at the playhead, in pseudo-code and in numbers",
    "Weights": "the run as a path of w",
    "Compare": "several learners on one stream of examples",
    "Runs": "many runs over the same data: other orders, other data",
    "Data": "the examples as a table, and whether a line separates them",
}
"""Tab of the side panel → its content."""

NO_TAB = "none"
"""The name for a step whose side panel is hidden."""

PAGES: Mapping[str, str] = {
    "picture": "the corridor between floor and ceiling",
    "numbers": "plots and rows",
    "proof": "the proof, line by line",
}
"""Page of the Theory tab → its content."""

LAYERS: Mapping[str, str] = {
    "region": "the two regions",
    "shading": "shading by f or by votes",
    "fan": "past boundaries that vote",
    "trail": "the path of the average",
    "band": "the margin of ŵ*: a band of half-width γ, and the examples on its edges",
    "optimum": "ŵ*, the best separator",
    "certificate": "why no line separates",
    "measures": "γ and R, measured in the picture",
    "coefficients": "examples as large as their α",
    "points": "the examples",
    "boundary": "the boundary",
    "margins": "the lines f = ±1",
    "trial": "one's own line",
    "support": "the examples nearest to ŵ*'s boundary",
    "guess": "one's own guess of the next boundary",
    "reading": "the boundary of the average, the pocket or the vote",
    "compared": "boundaries of the learners compared",
    "arrow": "the arrow w",
    "current": "the ring around the current example",
    "update": "the update as vectors, tip to tail",
    "ending": "nothing any more; earlier versions wrote here how the run ended",
}
"""Layer of the canvas → its content."""

TOOLS: Mapping[str, str] = {
    "select": "select and drag examples",
    "positive": "place an example of class +1",
    "negative": "place an example of class −1",
    "spray": "place a handful",
    "erase": "erase examples",
    "line": "draw a line",
    "pan": "move the view",
}
"""Tool of the canvas → its purpose."""

LIT: Mapping[str, str] = {
    "canvas": "the whole canvas",
    "panel": "the tab beside it",
    "play": "the Play button",
    "step": "the step button",
    "timeline": "the track of the run",
    "learner": "the choice of learner, order and options",
    "gamma": "γ, in the picture and wherever it is written",
    "radius": "R, and the example it comes from",
    "star": "ŵ*",
    "example": "the example of the last update",
}
"""Things that a step may highlight, one at a time."""

SECRETS: Mapping[str, str] = {
    "totals": "how many updates and epochs the run takes, and how long its track is",
    "curves": "curves ahead of the playhead",
    "next": "the example of the next step",
    "rows": "the rows of tables ahead of the playhead",
    "star": "ŵ* and γ",
    "floor": "the floor kγ",
    "ceiling": "the ceiling √k·R",
    "bound": "the bound R²/γ², where floor and ceiling meet",
    "separable": "whether a line separates the examples, and the certificate where none does",
    "runs": "the tabs Runs and Compare",
}
"""Things that are hidden with the future; a step, or a key, may reveal one of them."""
