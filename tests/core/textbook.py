"""The perceptron as a textbook writes it, one example at a time: the oracle that the engine must equal bit for bit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from core.datasets.dataset import Dataset


@dataclass
class TextbookRun:
    """What a plain loop saw."""

    index: list[int] = field(default_factory=list)
    example: list[int] = field(default_factory=list)
    activation: list[float] = field(default_factory=list)
    weights: list[list[float]] = field(default_factory=list)
    intercepts: list[float] = field(default_factory=list)
    stopped: str = ""
    examples: int = 0
    epochs: int = 0


def passes(n: int, order: str, seed: int) -> Iterator[list[int]]:
    """Epoch after epoch, the rows in the order they are visited."""
    generator = np.random.Generator(np.random.PCG64(seed))
    while True:
        yield list(range(n)) if order == "cyclic" else generator.permutation(n).tolist()


def textbook(
    dataset: Dataset,
    *,
    bias_squared: float = 1.0,
    order: str = "cyclic",
    seed: int = 0,
    max_epochs: int = 1000,
    max_updates: int = 1_000_000,
    start: tuple[float, ...] | None = None,
) -> TextbookRun:
    """PerceptronTrain of the notes (Perceptron 000), with the limits of a run."""
    X, y = dataset.X.tolist(), dataset.y.tolist()
    *w, b = start or [0.0] * (dataset.d + 1)
    run = TextbookRun()
    for rows in passes(dataset.n, order, seed):
        run.epochs += 1
        clean = True
        for i in rows:
            run.examples += 1
            a = w[0] * X[i][0]
            for j in range(1, dataset.d):
                a = a + w[j] * X[i][j]
            a = a + b
            if y[i] * a <= 0:
                clean = False
                w = [w[j] + y[i] * X[i][j] for j in range(dataset.d)]
                b = b + y[i] * bias_squared
                run.index.append(i)
                run.example.append(run.examples)
                run.activation.append(a)
                run.weights.append(w)
                run.intercepts.append(b)
                if len(run.index) == max_updates:
                    run.stopped = "max-updates"
                    return run
        if clean:
            run.stopped = "converged"
            return run
        if run.epochs == max_epochs:
            run.stopped = "max-epochs"
            return run
    raise AssertionError("the stream of passes ended")
