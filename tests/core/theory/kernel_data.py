"""Data, and their signed Gram matrix, for the tests of margins in a feature space."""

from __future__ import annotations

import numpy as np

from core.datasets.arithmetic import BiasFeature
from core.datasets.dataset import Dataset, FloatArray
from core.kernels import Kernel

ONE = BiasFeature(1.0, 1.0)


def signed_gram(dataset: Dataset, kernel: Kernel, bias: BiasFeature) -> FloatArray:
    gram: FloatArray = kernel.matrix(dataset.X, dataset.X) + bias.squared
    gram *= np.outer(dataset.y, dataset.y)
    return gram


def ring(n: int, seed: int = 0) -> Dataset:
    X = np.random.default_rng(seed).normal(size=(n, 2))
    return Dataset(X, np.where((X**2).sum(axis=1) > 1.4, 1, -1))


def noise(n: int, seed: int = 0) -> Dataset:
    rng = np.random.default_rng(seed)
    return Dataset(rng.normal(size=(n, 2)), np.where(rng.random(n) < 0.5, 1, -1))
