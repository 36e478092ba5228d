"""What an entry of the axes is for, in its own words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Idea:
    """A sentence on what it does, one on why somebody wants it, and what is to be kept in mind, if anything.

    `usual` is what the standard perceptron has: it is told only where there is nothing else to tell.
    """

    does: str
    why: str
    mind: str = ""
    usual: bool = False
