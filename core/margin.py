"""ŵ*, γ, R and the bound R²/γ², or the proof that there is none."""

from __future__ import annotations

from dataclasses import dataclass

from core.arithmetic import BiasFeature
from core.dataset import Dataset, FloatArray, IntArray


@dataclass(frozen=True)
class Certificate:
    """Proof that no separator exists: λ ≥ 0 with Σλ = 1 and Σ λᵢyᵢx̃ᵢ = 0 (Kirchberger: at most d + 2 examples, d + 1 with B = 0).

    `indices` (m,) are rows of the data, `weights` (m,) the λ. `point` (d,) is the common point of the two hulls,
    None with B = 0 (there the hull of the yᵢxᵢ holds the origin).
    """

    indices: IntArray
    weights: FloatArray
    point: FloatArray | None


@dataclass(frozen=True)
class Margin:
    """What the convergence theorem needs of a dataset (theory: Block & Novikoff 1962; notes 000, 001).

    `separable` is True (ŵ* has a margin > 0 in rational arithmetic), False (there is a certificate) or None (too close
    to tell in double precision, or no examples). `w_star` (d,), `b_star` with |(w_star, b_star/B)| = 1; `support` are the rows
    that lie on the margin. `gamma`, `bound`, `w_star`, `b_star` are None unless separable. `radius` is R = max‖x̃ᵢ‖.
    """

    separable: bool | None
    radius: float
    bias: BiasFeature
    gamma: float | None = None
    bound: float | None = None
    w_star: FloatArray | None = None
    b_star: float | None = None
    support: IntArray | None = None
    certificate: Certificate | None = None


def margin_of(dataset: Dataset, bias: BiasFeature) -> Margin:
    """The maximum-margin separator of the augmented examples, or why there is none."""
    raise NotImplementedError
