"""How large everything is drawn now, in parts of its usual size; enlargement.py changes it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

PERCENTS = (100, 125, 150, 175, 200, 250)
_SCALE = "scale"


def scale_now() -> float:
    """How many times its usual size everything is drawn."""
    application = QCoreApplication.instance()
    return (application.property(_SCALE) or 1.0) if application is not None else 1.0


def note_scale(scale: float) -> None:
    """From now on that is `scale`; what is there already is enlarged elsewhere."""
    application = QCoreApplication.instance()
    if application is not None:
        application.setProperty(_SCALE, scale)


def pixels(usual: float) -> int:
    """What is `usual` pixels wide or high at the usual size, at the present one."""
    return round(usual * scale_now())
