"""The one style of the program: its font, its palette, and its style sheet, filled from the theme and the scale."""

from __future__ import annotations

import re
from functools import cache

from PySide6.QtGui import QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from core.resources import resource
from perceptron_gui.look.size import enlarged, letters, note_sheet
from perceptron_gui.look.theme import Theme

_FONTS = ("Inter-Regular.otf", "Inter-SemiBold.otf", "DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
"""Inter, and the font of the few signs that it has not, such as ⊥ and ∠."""


def apply_to_application(application: QApplication, theme: Theme) -> None:
    """Let everything look as `theme` and the present scale say, the same on every desktop."""
    load_fonts()
    application.setStyle("Fusion")
    application.setFont(letters())
    restyle(theme)


def restyle(theme: Theme) -> None:
    """Give the application the palette and the sheet of `theme`, at the present scale."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        return
    application.setPalette(palette_of(theme))
    note_sheet(style_sheet(theme))


def style_picture(whole: QWidget, theme: Theme) -> None:
    """Let a widget that no screen shows, and all in it, look as `theme` says, at the scale in force now."""
    whole.setFont(letters())
    whole.setPalette(palette_of(theme))
    whole.setStyleSheet(enlarged(style_sheet(theme)))


@cache
def load_fonts() -> None:
    """Load the bundled fonts, once."""
    for name in _FONTS:
        QFontDatabase.addApplicationFont(str(resource("fonts", name)))


def style_sheet(theme: Theme) -> str:
    """Return the style sheet in the colours of a theme: `@role` becomes that of a role."""
    shade = "dark" if theme.dark else "light"
    template = resource("style.qss").read_text("utf-8").replace("@icons", resource("icons").as_posix())
    return re.sub(r"@(\w+)", lambda found: theme.color(found[1]).name(), template.replace("@shade", shade))


def palette_of(theme: Theme) -> QPalette:
    """Return the colours of widgets."""
    roles = QPalette.ColorRole
    palette = QPalette()
    for role, name in (
        (roles.Window, "panel"),
        (roles.Base, "page"),
        (roles.AlternateBase, "panel"),
        (roles.Button, "panel"),
        (roles.ToolTipBase, "page"),
        (roles.WindowText, "ink"),
        (roles.Text, "ink"),
        (roles.ButtonText, "ink"),
        (roles.ToolTipText, "ink"),
        (roles.PlaceholderText, "secondary"),
        (roles.Highlight, "positive"),
        (roles.Accent, "positive"),
        (roles.Link, "positive"),
        (roles.HighlightedText, "page"),
        (roles.Mid, "hairline"),
    ):
        palette.setColor(role, theme.color(name))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, theme.color("secondary", 0.6))
    return palette
