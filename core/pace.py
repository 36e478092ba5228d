"""How fast a run is played: in the window, in a film and on the page that plays it. In updates a second."""

from __future__ import annotations

USUAL_SPEED = 4.0
"""The speed until a person chooses another."""

SLOWEST, FASTEST = 0.5, 50_000.0
