"""Colours that are written in can be read."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPalette
from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QProxyStyle,
    QRadioButton,
    QSpinBox,
    QStyle,
    QStyleOptionButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

import perceptron_gui
from core.explain.report import documents
from core.plots.corridor import GAPS
from core.predictors import PREDICTORS
from core.theory.bound_gap import PARTS
from perceptron_gui.canvas.markers import MarkerStyle, argb, draw_markers, mark_style, wrong_style
from perceptron_gui.look.theme import (
    DARK,
    LIGHT,
    LIT,
    PALEST,
    THEMES,
    Appearance,
    Theme,
    ThemeModel,
    palette_of,
    style_sheet,
)


def luminance(color: QColor) -> float:
    """Relative luminance (WCAG 2.2)."""
    parts = (color.redF(), color.greenF(), color.blueF())
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: QColor, b: QColor) -> float:
    lighter, darker = sorted((luminance(a), luminance(b)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


GROUNDS = "page", "panel"
WRITTEN = "ink", "secondary", "danger", "own", *(f"compared_{place}" for place in range(1, 9))
MARKS = "positive", "negative", "promise", "now", "voters", *(kind.role for kind in PREDICTORS.values()), *WRITTEN
"""What a point, a line or a word has for a colour; all but the hairlines, which part what stands apart without them."""
HALOED = "positive", "negative", "promise", "now"
"""What has a halo of the page's colour on a region of the canvas, or its name beside it."""
each_theme = pytest.mark.parametrize("theme", THEMES, ids=["light", "dark", "strong light", "strong dark"])


def test_every_colour_is_looked_at() -> None:
    roles = {name for name, value in vars(Theme).items() if isinstance(value, type(vars(Theme)["own"]))}
    written = {LIGHT.text_role(role) for role in MARKS} | {DARK.text_role(role) for role in MARKS}
    assert roles == {*MARKS, *written, *GROUNDS, "hairline"}


@each_theme
@pytest.mark.parametrize("role", sorted(set(MARKS)))
def test_words_and_marks_of_every_role_stand_out(theme: Theme, role: str) -> None:
    """Success criteria 1.4.3 and 1.4.11 of WCAG 2.2; in high contrast 1.4.6."""
    word, mark = theme.color(theme.text_role(role)), theme.color(role)
    for ground in GROUNDS:
        assert contrast(word, theme.color(ground)) >= (7 if theme.contrast else 4.5)
    for under in theme.grounds:
        assert contrast(mark, under) >= (2.7 if role in HALOED else 3)


@each_theme
@pytest.mark.parametrize("role", sorted(set(MARKS)))
def test_a_pale_mark_stands_out_as_a_mark_must(theme: Theme, role: str) -> None:
    """Of any share; what has room for it is paler than the full colour, but in high contrast."""
    for share in (PALEST, 0.2, 0.5, 0.8, 1.0):
        pen = theme.pen(role, 1.0, share=share)
        assert pen.color() == theme.pale(role, share)
        for under in theme.grounds:
            least = 7 if theme.contrast and under == theme.color("page") else 2.7 if role in HALOED else 3
            assert contrast(pen.color(), under) >= least
    page, full = theme.color("page"), theme.color(role)
    assert contrast(theme.pale(role, PALEST), page) <= contrast(full, page)
    assert (theme.pale("ink", PALEST) == theme.color("ink")) is theme.contrast


@each_theme
@pytest.mark.parametrize("role", ["promise", "own"])
def test_each_part_of_a_bar_stands_out_and_is_paler_than_the_one_before(theme: Theme, role: str) -> None:
    """The parts of the gap under the bound; where all are of one colour a line of the page is between them."""
    for count in (len(GAPS), len(PARTS)):
        seen = [contrast(shade, theme.color("page")) for shade in theme.shades(role, count)]
        for ground in GROUNDS:
            assert min(contrast(shade, theme.color(ground)) for shade in theme.shades(role, count)) >= 3
        assert theme.contrast or all(after < before for before, after in pairwise(seen))


NEUTRAL = "ink", "boundary", "secondary", "voters"


@each_theme
def test_no_two_roles_can_be_taken_for_each_other(theme: Theme) -> None:
    """In the plain appearances; high contrast mixes ink into all, and letters and dashes tell them apart."""
    if theme.contrast:
        return
    for one, other in combinations(sorted(set(MARKS)), 2):
        if not {one, other} <= set(NEUTRAL):
            assert difference(theme.color(one), theme.color(other)) >= 20, (one, other)


@each_theme
def test_the_regions_of_both_classes_differ_in_grey(theme: Theme) -> None:
    circles, crosses = theme.grounds[2:]
    assert contrast(circles, crosses) >= (1.25 if theme.dark else 1.15)


def difference(one: QColor, other: QColor) -> float:
    """ΔE*ab of CIE 1976, under D65."""
    return float(np.linalg.norm(np.subtract(lab(one), lab(other))))


def lab(color: QColor) -> tuple[float, float, float]:
    encoded = np.array([color.redF(), color.greenF(), color.blueF()])
    linear = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    to_xyz = [(0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.072175), (0.0193339, 0.119192, 0.9503041)]
    parts = np.array(to_xyz) @ linear / (0.95047, 1.0, 1.08883)
    x, y, z = np.where(parts > 216 / 24389, np.cbrt(parts), (24389 / 27 * parts + 16) / 116).tolist()
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


FAINT = {
    "canvas/layers/drawn_lines.py": "arrows that fade when they were seen; the reach of a tool, and what it would add",
    "canvas/layers/earlier.py": "lines by the hundred, a shading: the one with most votes, or pointed at, is in full",
    "canvas/markers.py": "marks of very many examples, which show where they are dense",
    "canvas/layers/boundary.py": "regions, their shading and the hatching of a tie",
    "canvas/layers/frame.py": "the grid; plates of numbers, names and words; words that fade with what they tell of",
    "canvas/layers/optimum.py": "the band between two lines; what is within a hull",
    "canvas/layers/proof.py": "what a picture of the proof is not about; the wrong side of a line",
    "canvas/layers/points.py": "within a disc, whose rim is a line",
    "look/motion.py": "a page that appears",
    "look/plots/axes.py": "the plate of a reading",
    "look/plots/painting.py": "between promises and beyond them; within a frame; the plate of a remark",
    "look/plots/chart.py": "what is no longer true",
    "look/text/rich_text.py": "behind words",
    "look/theme.py": "an icon or an action that is off",
    "panels/bottom/track.py": "the ground of the bands, behind their marks",
    "panels/compare/results.py": "behind words",
    "panels/data/model.py": "behind words",
    "panels/learner/view.py": "behind words",
    "panels/runs/what_if.py": "the shades of a map, with a scale and numbers",
    "panels/step/table.py": "behind words",
    "panels/theory/pictures.py": "plates of words",
    "panels/theory/proof.py": "behind words",
    "panels/weights/view.py": "the region of all that separates, the wrong side of a line; plates of words",
}
"""Where a colour is fainter than a mark may be, and why: it is behind marks and words, or in a frame."""
_FAINTER = re.compile(r"\.color\((?:[^()]|\([^()]*\))*, |setAlphaF\(|setOpacity\(|\.mixed\(")


def test_what_is_fainter_than_a_mark_is_known() -> None:
    folder = Path(perceptron_gui.__file__).parent
    found = {
        str(path.relative_to(folder).as_posix())
        for path in folder.rglob("*.py")
        if _FAINTER.search(path.read_text("utf-8"))
    }
    assert found == set(FAINT)


@each_theme
@pytest.mark.parametrize("lit", ["now", "promise"])
def test_words_on_what_is_lit_can_be_read(theme: Theme, lit: str) -> None:
    for ground in GROUNDS:
        for role in ("ink", "secondary"):
            assert contrast(theme.color(role), theme.mixed(lit, ground, LIT)) >= 4.5


@each_theme
def test_words_of_widgets_can_be_read_where_they_are_not_off(theme: Theme) -> None:
    palette, role = palette_of(theme), QPalette.ColorRole
    for words, ground in (
        (role.WindowText, role.Window),
        (role.Text, role.Base),
        (role.Text, role.AlternateBase),
        (role.ButtonText, role.Button),
        (role.ToolTipText, role.ToolTipBase),
        (role.PlaceholderText, role.Base),
        (role.HighlightedText, role.Highlight),
        (role.Link, role.Base),
        (role.Link, role.Window),
    ):
        assert contrast(palette.color(words), palette.color(ground)) >= 4.5, words


def test_a_report_is_written_in_colours_that_can_be_read() -> None:
    written = re.findall(r"[ ;{]color: (#[0-9a-f]{6})", documents.STYLE)
    assert len(written) >= 2
    assert min(contrast(QColor(color), QColor("#ffffff")) for color in written) >= 4.5


BLINDNESS = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Severity 1.0, on linear RGB: Machado, Oliveira and Fernandes, A Physiologically-based Model for Simulation of Color
Vision Deficiency, IEEE TVCG 15(6), 2009, table of the matrices."""


def seen_with(kind: str, color: QColor) -> QColor:
    """A colour as someone with that deficiency sees it."""
    encoded = np.array([color.redF(), color.greenF(), color.blueF()])
    linear = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.array(BLINDNESS[kind]) @ linear, 0, 1)
    return QColor.fromRgbF(*np.where(seen <= 0.0031308, seen * 12.92, 1.055 * seen ** (1 / 2.4) - 0.055).tolist())


@each_theme
@pytest.mark.parametrize("kind", BLINDNESS)
def test_marks_stand_out_for_the_colour_blind(theme: Theme, kind: str) -> None:
    for role in MARKS:
        for ground in GROUNDS:
            assert contrast(seen_with(kind, theme.color(role)), seen_with(kind, theme.color(ground))) >= 3, role


@each_theme
def test_classes_differ_in_shape_where_their_colours_are_one(qapp: object, theme: Theme) -> None:
    """The marks in black alone are two pictures, and the dashed ring is another than a full one."""
    circle, cross = (mark_style(theme, label, 20) for label in (1, -1))
    assert shape(circle) != shape(cross)
    assert circle.fill != cross.fill
    ring = wrong_style(theme, 12)
    assert shape(ring) != shape(replace(ring, dashed=False))


def shape(style: MarkerStyle) -> bytes:
    """The picture of a marker in black alone."""
    image = QImage(40, 40, QImage.Format.Format_Grayscale8)
    image.fill(255)
    black = argb(QColor("black"))
    with QPainter(image) as painter:
        draw_markers(painter, np.array([[20.0, 20.0]]), replace(style, fill="#00000000", outline=black, halo=""))
    return bytes(image.constBits())


def test_high_contrast_is_what_the_system_asks_for_or_the_user(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    model = ThemeModel(Appearance.CONTRAST)
    assert model.current.contrast
    model.choose(Appearance.SYSTEM)
    assert not model.current.contrast
    asked = SimpleNamespace(contrastPreference=lambda: Qt.ContrastPreference.HighContrast)
    hints = SimpleNamespace(colorScheme=lambda: Qt.ColorScheme.Dark, accessibility=lambda: asked)
    monkeypatch.setattr("perceptron_gui.look.theme.QGuiApplication.styleHints", lambda: hints)
    told: list[Theme] = []
    model.changed.connect(told.append)
    model.follow_system()
    assert told == [Theme(dark=True, contrast=True)]
    model.choose(Appearance.LIGHT)
    assert model.current == LIGHT


FRAMED = [QLineEdit, QSpinBox, QListView, QPlainTextEdit, QCheckBox, QRadioButton]


@each_theme
@pytest.mark.parametrize("kind", FRAMED)
def test_the_frame_of_what_can_be_changed_stands_out(kind: type[QWidget], theme: Theme, qtbot: QtBot) -> None:
    ground = QWidget()
    qtbot.addWidget(ground)
    ground.setPalette(palette_of(theme))
    ground.setStyleSheet(style_sheet(theme))
    field = kind(ground)
    field.resize(120, 60)
    ground.resize(140, 80)
    picture = ground.grab().toImage()
    seen = max(contrast(picture.pixelColor(place), theme.color("panel")) for place in edge(field))
    assert seen >= 3


def edge(field: QWidget) -> list[QPoint]:
    """From outside to the middle of what is framed, from the left at half its height."""
    if not isinstance(field, (QCheckBox, QRadioButton)):
        return [QPoint(x, 30) for x in range(3)]
    option = QStyleOptionButton()
    option.initFrom(field)
    part = QStyle.SubElement.SE_RadioButtonIndicator
    if isinstance(field, QCheckBox):
        part = QStyle.SubElement.SE_CheckBoxIndicator
    box = field.style().subElementRect(part, option, field)
    return [QPoint(x, box.center().y()) for x in range(box.left(), box.left() + 3)]


class DesktopStyle(QProxyStyle):
    """The style of a desktop whose dialogs have icons on their buttons."""

    def styleHint(self, hint: QStyle.StyleHint, *about: object) -> int:
        return int(hint == QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons)


def test_no_icon_of_the_desktop_stands_on_a_button_of_a_dialog(qtbot: QtBot) -> None:
    box, style = QDialogButtonBox(), DesktopStyle()
    qtbot.addWidget(box)
    box.setStyle(style)
    box.ensurePolished()
    assert not box.style().styleHint(QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons, None, box)
