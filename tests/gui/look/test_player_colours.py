"""The page that plays a run has the colours of the window, and all of them can be seen."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from PySide6.QtGui import QColor

from core.resources import resource
from perceptron_gui.look.theme import DARK, LIGHT, LIT, PALEST, Theme
from tests.gui.look.test_theme import HALOED, contrast

STYLE, SCRIPT = (resource("player", f"player.{kind}").read_text("utf-8") for kind in ("css", "js"))
BLOCKS = re.findall(r":root[^{]*\{([^}]*)\}", STYLE)
COLOURS = [dict(re.findall(r"--([\w-]+): (#\w+)", block)) for block in BLOCKS]
RULES = STYLE[STYLE.index("* {") :]
WRITTEN = set(re.findall(r"[{; ]color: var\(--([\w-]+)\)", RULES))
"""What words of the page are written in."""
GROUNDS = {"page", "panel"}
FAINT = GROUNDS | {"hairline"}
"""What parts without telling: frames of boxes and the grid; a button that the mouse is on."""
each_theme = pytest.mark.parametrize(
    ("theme", "colours"), list(zip((LIGHT, DARK), COLOURS, strict=True)), ids=["light", "dark"]
)


def of_theme(theme: Theme, name: str) -> str:
    """The window's colour that has the same meaning."""
    role = name.replace("-", "_")
    if name == "track":
        return theme.pale("secondary", PALEST).name()
    return theme.pale(role.removesuffix("_pale"), PALEST).name() if role.endswith("_pale") else getattr(theme, role)


@each_theme
def test_the_page_that_plays_a_run_has_the_same_colours(theme: Theme, colours: dict[str, str]) -> None:
    assert {name: of_theme(theme, name) for name in colours} == colours


def test_both_appearances_have_all_colours_that_the_script_asks_for() -> None:
    found = SCRIPT[SCRIPT.index("function readColours") : SCRIPT.index("const textRole")]
    asked = set(re.findall(r'"([a-z-]+)"', found))
    assert len(asked) > 10
    for colours in COLOURS:
        assert asked | {"track"} == set(colours)


@each_theme
def test_words_of_the_page_can_be_read(theme: Theme, colours: dict[str, str]) -> None:
    """Those of its rules, and those on its canvas: of a role that has it, in the colour for words."""
    on_canvas = {name for name in colours if f"{name}-text" not in colours} - FAINT
    on_canvas -= {name for name in colours if name.endswith("-pale")} | {"track", "positive", "negative"}
    assert {"ink", "secondary", "promise-text", "averaged", "pocket", "voters"} <= on_canvas
    assert {"ink", "secondary", "now-text"} <= WRITTEN
    for ground in sorted(GROUNDS):
        for name in sorted(WRITTEN | on_canvas):
            assert contrast(QColor(colours[name]), QColor(colours[ground])) >= 4.5, (name, ground)


@each_theme
def test_words_in_the_row_of_the_playhead_can_be_read(theme: Theme, colours: dict[str, str]) -> None:
    lit = re.findall(r"tr\[aria-current\] td \{ background: color-mix\(in srgb, var\(--now\) (\d+)%", RULES)
    assert lit == [f"{100 * LIT:.0f}"]
    for name in [*re.findall(r"td button \{[^}]* color: var\(--([\w-]+)\)", RULES), "ink"]:
        assert contrast(QColor(colours[name]), theme.mixed("now", "page", LIT)) >= 4.5, name


@each_theme
def test_marks_of_the_page_stand_out(theme: Theme, colours: dict[str, str]) -> None:
    """Points, lines, curves still to come, the groove of a slider: on page, panel and the regions of both classes."""
    shares = ", ".join(f"{theme.of_label(label)}: {theme.region(label):g}" for label in (1, -1))
    assert f"{'dark' if theme.dark else 'light'}: {{ {shares} }}" in SCRIPT
    for name in sorted(set(colours) - FAINT):
        for under in theme.grounds:
            assert contrast(QColor(colours[name]), under) >= (2.7 if name.removesuffix("-pale") in HALOED else 3), name


def test_what_the_script_fades_is_a_ground() -> None:
    """The plates of words, regions, triangles, bands, and the visits still to come: every line is in full colour."""
    assert re.findall(r"stroke\(pen, faded", SCRIPT) == []
    faded = re.findall(r"faded\(([^)]*\)?), ([\w.]+)\)", SCRIPT)
    assert {role for role, _ in faded if not role.startswith('"')} == {"role", "roleOf(label)"}


ROW = r"^  (\w+): \{ width: ([\d.]+), dash: (\[[\d, ]*\])(, named: true)? \},$"
PLANE = {"separator", "margin"}
TOGETHER = {
    "PLANE_LINES": [
        {"boundary", "before"} | PLANE,
        *({own, "lastVector"} | PLANE for own in ("predictor", "vote")),
        {"curve"},
    ],
    "PICTURE_LINES": [{"promise", "played", "coming", "meeting"}],
}
"""What can be seen at once: of a learner that predicts with its last vector, with another, with a vote, by a kernel."""


@pytest.mark.parametrize("table", TOGETHER)
def test_lines_of_the_page_are_told_apart_without_colour(table: str) -> None:
    """By dash, by half as much width again, or each by its name; a curve still to come goes on from a named one."""
    found = SCRIPT[SCRIPT.index(f"const {table} = ") :]
    rows = re.findall(
        r"^  (\w+): \{ width: ([\d.]+), dash: (\[[\d, ]*\])(, named: true)? \},$",
        found[: found.index("};")],
        re.MULTILINE,
    )
    lines = {name: (float(width), dash, bool(named)) for name, width, dash, named in rows}
    assert set(lines) == set.union(*TOGETHER[table])
    for seen in TOGETHER[table]:
        for one, other in combinations(sorted(seen), 2):
            (width, dash, named), (other_width, other_dash, other_named) = lines[one], lines[other]
            wider = max(width, other_width) / min(width, other_width)
            assert dash != other_dash or wider >= 1.5 or (named and other_named), (one, other)


def test_every_line_of_the_page_looks_as_its_table_says() -> None:
    drawn = re.findall(r"(?<!function )drawLine\(pen,.*\)", SCRIPT)
    assert len(drawn) == 5
    assert all("PLANE_LINES." in call for call in drawn)
    for table in TOGETHER:
        rows = SCRIPT[SCRIPT.index(f"const {table} = ") :]
        for name in re.findall(r"^  (\w+): \{ width", rows[: rows.index("};")], re.MULTILINE):
            assert f"{table}.{name}" in SCRIPT, name
