"""How large everything is drawn: for a lecture hall larger than the desktop would have it.

Qt takes the factor once, before there is an application, and then scales letters, lines, points and widgets alike.
"""

from __future__ import annotations

import os
from collections.abc import MutableMapping

PERCENTS = (100, 125, 150, 175, 200, 250)
_FACTOR = "QT_SCALE_FACTOR"


def enlarge(percent: int, environment: MutableMapping[str, str] = os.environ) -> None:
    """Have all windows of this process drawn at `percent` of their usual size; before the application is made."""
    if percent != PERCENTS[0]:
        environment[_FACTOR] = f"{percent / 100 * float(environment.get(_FACTOR, 1))}"
