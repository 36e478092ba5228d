"""Seeded datasets of any size."""

from __future__ import annotations

import numpy as np

from core.datasets.dataset import Dataset

_NORMAL = np.array([0.8, 0.6])


def separable(n: int, gap: float, seed: int = 0) -> Dataset:
    """Return points of the unit normal on both sides of an oblique line, `gap` away from it at least."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    y = np.where(X @ _NORMAL + 0.1 > 0, 1, -1)
    return Dataset(X + gap * y[:, None] * _NORMAL, y)


def wide(n: int, d: int, gap: float, seed: int = 0) -> Dataset:
    """Return points of the unit normal in d dimensions on both sides of a hyperplane, `gap` away from it at least."""
    rng = np.random.default_rng(seed)
    X, normal = rng.normal(size=(n, d)), rng.normal(size=d)
    normal /= np.linalg.norm(normal)
    y = np.where(X @ normal > 0, 1, -1)
    return Dataset(X + gap * y[:, None] * normal, y)


def overlapping(n: int, shift: float, seed: int = 0) -> Dataset:
    """Return two unit normals `2·shift` apart: no line separates them."""
    rng = np.random.default_rng(seed)
    y = np.where(rng.random(n) < 0.5, 1, -1)
    return Dataset(rng.normal(size=(n, 2)) + shift * y[:, None] * _NORMAL, y)


def rings(n: int, seed: int = 0) -> Dataset:
    """Return unit normals inside and outside a circle: separable in the feature space of a kernel, not by a line."""
    X = np.random.default_rng(seed).normal(size=(n, 2))
    return Dataset(X, np.where((X**2).sum(axis=1) > 1.4, 1, -1))
