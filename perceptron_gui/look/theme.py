"""Colours by meaning, light and dark, each also of high contrast; icons in them; and the style of the program."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from PySide6.QtCore import QByteArray, QObject, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontDatabase, QGuiApplication, QIcon, QIconEngine, QPainter, QPalette, QPen, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QWidget

from core.resources import resource
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.size import enlarged, letters, note_sheet

_DASHES: dict[Qt.PenStyle, list[float]] = {Qt.PenStyle.DashLine: [6.0, 2.5], Qt.PenStyle.DotLine: [2.0, 1.0]}

LIT = 0.14
"""The strength of a colour behind marked words: no more, so that they can be read."""
_REGIONS = {(1, False): 0.18, (-1, False): 0.08, (1, True): 0.24, (-1, True): 0.12}
"""The share of a class's colour in its region, by label and darkness: so unequal that the two differ in grey, too."""
MARK = 3.0
"""The least contrast of a mark with its background: WCAG 2.2, 1.4.11."""
PALEST = 0.0
"""The share of a colour in a mark that is as pale as it can be."""
_HIGH_CONTRAST = 7.0
"""The least contrast with the page in an appearance of high contrast: WCAG 2.2, 1.4.6, asks it of words."""
_GROUNDS = {False: "#ffffff", True: "#000000"}
"""Light or dark → page and panel of high contrast; the ink is that of the other."""


@dataclass(frozen=True)
class _Shade:
    """A colour on a light and on a dark page; with high contrast it is farther from the `ground` as far as needed."""

    light: str
    dark: str
    ground: bool | None = None

    def __get__(self, theme: Theme, owner: type[Theme]) -> str:
        shade = self.dark if theme.dark else self.light
        if not theme.contrast:
            return shade
        return _stronger(shade, theme.dark) if self.ground is None else _GROUNDS[theme.dark is self.ground]


def contrast(a: QColor, b: QColor) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    dark, light = sorted((_luminance(a), _luminance(b)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: QColor) -> float:
    """Return the relative luminance (WCAG 2.2)."""
    parts = color.redF(), color.greenF(), color.blueF()
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def _stronger(shade: str, dark: bool) -> str:
    """Mix as much of the ink into a colour as it needs to stand out from the ground."""
    ground, ink = QColor(_GROUNDS[dark]), QColor(_GROUNDS[not dark])
    shares = (_mixed(ink, QColor(shade), step / 100).name() for step in range(101))
    return next(color for color in shares if contrast(QColor(color), ground) >= _HIGH_CONTRAST)


@cache
def _pale(theme: Theme, role: str, share: float) -> str:
    color, page, grounds = theme.color(role), theme.color("page"), theme.grounds
    shades = [QColor(_mixed(color, page, step / 100).name()) for step in range(round(100 * share), 101)]
    place = bisect_left(shades, MARK, key=lambda shade: min(contrast(shade, ground) for ground in grounds))
    return shades[min(place, len(shades) - 1)].name()


def _mixed(above: QColor, below: QColor, share: float) -> QColor:
    return QColor.fromRgbF(
        share * above.redF() + (1 - share) * below.redF(),
        share * above.greenF() + (1 - share) * below.greenF(),
        share * above.blueF() + (1 - share) * below.blueF(),
    )


@dataclass(frozen=True)
class Theme:
    """A colour for each meaning; never used without a shape, a dash or a word beside it."""

    dark: bool
    contrast: bool = False
    """True if all of it stands out more than it must."""
    thickness: float = 1.0
    """the width of pens as a multiple of the usual one"""

    page = _Shade("#ffffff", "#14171c", ground=True)
    panel = _Shade("#f6f7f9", "#1c2027", ground=True)
    ink = _Shade("#1b1f24", "#e8eaed", ground=False)
    boundary = _Shade("#1b1f24", "#e8eaed", ground=False)
    """the decision boundary of the vector at the playhead"""
    secondary = _Shade("#5f6773", "#9aa3ad")
    hairline = _Shade("#e3e6ea", "#2c323b")
    positive = _Shade("#0072B2", "#56B4E9")
    negative = _Shade("#D55E00", "#F28E4B")
    negative_text = _Shade("#b34f00", "#F28E4B")
    promise = _Shade("#009b71", "#3fd0a4")
    """ŵ*, γ and everything the theorem promises; dashed"""
    promise_text = _Shade("#007a5a", "#3fd0a4")
    now = _Shade("#b67e00", "#F0C04A")
    """the playhead, the current example, a mistake"""
    now_text = _Shade("#8a5a00", "#F0C04A")
    danger = _Shade("#b3261e", "#ff8a80")
    averaged = _Shade("#A8457F", "#E7A6C8")
    pocket = _Shade("#00707a", "#5fc9d3")
    own = _Shade("#6A3FC0", "#B9A3FF")
    """a separator that a person tries out; dashed and dotted"""
    voters = _Shade("#5f6773", "#9aa3ad")
    compared_1 = _Shade("#252bd6", "#7f86ff")
    """runs that are compared, each with a letter or a name beside it; all dark enough to be read as text"""
    compared_2 = _Shade("#24500f", "#7fe04a")
    compared_3 = _Shade("#b8304f", "#ff5fa2")
    compared_4 = _Shade("#5c1a08", "#e04cf8")
    compared_5 = _Shade("#06486e", "#5fa394")
    compared_6 = _Shade("#a0359a", "#f08fe6")
    compared_7 = _Shade("#5d6a00", "#c6d860")
    compared_8 = _Shade("#6b4a3a", "#d6b09c")

    def color(self, role: str, alpha: float = 1.0) -> QColor:
        color = QColor(str(getattr(self, role)))
        color.setAlphaF(alpha)
        return color

    def pen(self, role: str, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine, share: float = 1.0) -> QPen:
        """Return a pen in the colour of `role`, as pale as `pale` makes it of `share`, in the painter's units.

        Its ends are flat: round ones, a dash each, take Qt ten times as long. It is not cosmetic, or it would be half
        as wide to the eye at a scale factor of 2.
        """
        color, flat = self.color(role) if share == 1 else self.pale(role, share), Qt.PenCapStyle.FlatCap
        pen = QPen(color, width * self.thickness, style, flat, Qt.PenJoinStyle.RoundJoin)
        if style in _DASHES:
            pen.setDashPattern(_DASHES[style])
        return pen

    def mixed(self, role: str, under: str, share: float) -> QColor:
        """Return what `role` at the opacity `share` over the colour `under` looks like, as a colour that hides all."""
        return _mixed(self.color(role), self.color(under), share)

    def pale(self, role: str, share: float) -> QColor:
        """Return `share` of `role` over the page, a colour that hides all: for a mark that stands back behind others.

        It is more of it where a mark could not be seen otherwise on page, panel or a region. Of high contrast nothing
        is pale. A region, a grid or a shade of a map may be fainter: `color`.
        """
        return QColor(_pale(self, role, 1.0 if self.contrast else share))

    def shades(self, role: str, count: int) -> list[QColor]:
        """Return this many evenly spaced colours of `role`, from that of its words to the palest for a mark."""
        strong, palest = self.color(self.text_role(role)), self.pale(role, PALEST)
        return [_mixed(palest, strong, place / max(count - 1, 1)) for place in range(count)]

    @property
    def grounds(self) -> tuple[QColor, ...]:
        """The colours that marks are drawn on."""
        regions = (self.mixed(self.of_label(label), "page", self.region(label)) for label in (1, -1))
        return self.color("page"), self.color("panel"), *regions

    def region(self, label: int) -> float:
        """Return the share of a class's colour in the region predicted as that class."""
        return _REGIONS[label, self.dark]

    def text_role(self, role: str) -> str:
        """Return the role whose colour words of `role` are written in: a darker one where there is one."""
        return f"{role}_text" if hasattr(self, f"{role}_text") else role

    def of_label(self, label: int) -> str:
        return "positive" if label > 0 else "negative"


LIGHT, DARK = Theme(dark=False), Theme(dark=True)
THEMES = LIGHT, DARK, Theme(dark=False, contrast=True), Theme(dark=True, contrast=True)


class Appearance(StrEnum):
    """The appearance that the user chose."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


class ThemeModel(QObject):
    """The theme in force. Listeners of `changed` restyle themselves from `current`."""

    changed = Signal(object)

    def __init__(self, appearance: Appearance = Appearance.SYSTEM, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.appearance = appearance
        self.current = self._resolved()
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self.follow_system)
        hints.accessibility().contrastPreferenceChanged.connect(self.follow_system)

    def choose(self, appearance: Appearance) -> None:
        self.appearance = appearance
        self.follow_system()

    def follow_system(self) -> None:
        theme = self._resolved()
        if theme != self.current:
            self.current = theme
            self.changed.emit(theme)

    def _resolved(self) -> Theme:
        """Return the appearance to draw. High contrast is light or dark as the system is."""
        hints = QGuiApplication.styleHints()
        if self.appearance in {Appearance.LIGHT, Appearance.DARK}:
            return Theme(self.appearance is Appearance.DARK)
        asked = hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast
        return Theme(hints.colorScheme() == Qt.ColorScheme.Dark, asked or self.appearance is Appearance.CONTRAST)


_ROLES = {"positive": "positive", "negative": "negative", "info": "secondary", "warning": "now_text"}
"""The icons that have another colour than ink."""


def icon(name: str, theme: Theme, *, pale_off: bool = False) -> QIcon:
    """Return the icon called `name` in the colours of `theme`, paler where its button is not checked if `pale_off`.

    Raises FileNotFoundError for a name that has no file.
    """
    return QIcon(_Engine(name, theme, pale_off))


class _Engine(Guarded, QIconEngine):
    """Paints an icon at whatever size is asked for; disabled it is paler."""

    def __init__(self, name: str, theme: Theme, pale_off: bool) -> None:
        super().__init__()
        self._name, self._theme, self._pale_off = name, theme, pale_off
        self._normal = _renderer(name, theme.color(_ROLES.get(name, "ink")).name())

    def clone(self) -> QIconEngine:
        return _Engine(self._name, self._theme, self._pale_off)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        painter.save()
        drawn = self._normal
        if self._pale_off and state == QIcon.State.Off:
            painter.setOpacity(0.38)
        if mode == QIcon.Mode.Disabled:
            painter.setOpacity(0.38)
            drawn = _renderer(self._name, self._theme.color("ink").name())
        drawn.render(painter, QRectF(rect))
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        if not size.isEmpty():  # A button without space asks for no icon.
            with QPainter(pixmap) as painter:
                self.paint(painter, QRect(0, 0, size.width(), size.height()), mode, state)
        return pixmap


@cache
def _renderer(name: str, color: str) -> QSvgRenderer:
    svg = (resource("icons", "actions") / f"{name}.svg").read_text("utf-8").replace("currentColor", color)
    return QSvgRenderer(QByteArray(svg.encode()), aspectRatioMode=Qt.AspectRatioMode.KeepAspectRatio)


_FONTS = ("Inter-Regular.otf", "Inter-SemiBold.otf", "DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
"""Inter, and the font of the few signs that it has not, such as ⊥ and ∠."""


def apply_to_application(application: QApplication, theme: Theme) -> None:
    """Let everything look as `theme` and the present scale say, the same on every desktop."""
    for name in _FONTS:
        QFontDatabase.addApplicationFont(str(resource("fonts", name)))
    application.setStyle("Fusion")
    application.setFont(letters())
    restyle(theme)


def restyle(theme: Theme) -> None:
    """Give the application the palette and the sheet of `theme`, at the present scale."""
    QApplication.setPalette(palette_of(theme))
    note_sheet(style_sheet(theme))


def style_picture(whole: QWidget, theme: Theme) -> None:
    """Let a widget that no screen shows, and all in it, look as `theme` says, at the scale in force now."""
    whole.setFont(letters())
    whole.setPalette(palette_of(theme))
    whole.setStyleSheet(enlarged(style_sheet(theme)))


def style_sheet(theme: Theme, name: str = "style.qss") -> str:
    """Return a style sheet in the colours of a theme: `@role` becomes that of a role."""
    shade = "dark" if theme.dark else "light"
    template = resource(name).read_text("utf-8").replace("@icons", resource("icons").as_posix())
    return re.sub(r"@(\w+)", lambda found: theme.color(found[1]).name(), template.replace("@shade", shade))


_PART = QPalette.ColorRole
_PALETTE = {
    "panel": (_PART.Window, _PART.AlternateBase, _PART.Button),
    "page": (_PART.Base, _PART.ToolTipBase, _PART.HighlightedText),
    "ink": (_PART.WindowText, _PART.Text, _PART.ButtonText, _PART.ToolTipText),
    "secondary": (_PART.PlaceholderText,),
    "positive": (_PART.Highlight, _PART.Accent, _PART.Link),
    "hairline": (_PART.Mid,),
}
"""Role of a colour → the parts of widgets that have it."""


def palette_of(theme: Theme) -> QPalette:
    """Return the colours of widgets."""
    palette = QPalette()
    for role, parts in _PALETTE.items():
        for part in parts:
            palette.setColor(part, theme.color(role))
    for part in (_PART.WindowText, _PART.Text, _PART.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, part, theme.color("secondary", 0.6))
    return palette
