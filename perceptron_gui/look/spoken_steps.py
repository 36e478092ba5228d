"""How much is said of a step that a person makes, to who listens."""

from __future__ import annotations

from enum import StrEnum


class SpokenSteps(StrEnum):
    """What the user chose."""

    CHANGE = "change"
    WHOLE = "whole"
    OFF = "off"
