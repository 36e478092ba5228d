"""The convergence theorem at every update: what grows, what holds it down, and whether each inequality holds."""

from __future__ import annotations

from dataclasses import dataclass

from core.dataset import FloatArray, IntArray
from core.history import History
from core.margin import Margin


@dataclass(frozen=True)
class TheoremTable:
    """One entry per update asked for; all arrays (m,). None where there is no ŵ*."""

    update: IntArray
    w_dot_wstar: FloatArray | None
    w_norm_sq: FloatArray
    lower: FloatArray | None
    upper: FloatArray
    cosine: FloatArray | None
    potential: FloatArray | None


def theorem_table(history: History, margin: Margin, start: int = 0, stop: int | None = None) -> TheoremTable:
    """The quantities after updates start+1 … stop."""
    raise NotImplementedError
