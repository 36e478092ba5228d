"""What the random user is given to work on: ordinary files, extreme ones, and one that is refused."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np

from core.built_in import BUILT_IN
from core.datasets.dataset import Dataset
from core.files import write
from core.files.session import SUFFIX, Session, write_session
from core.spec import RunSpec

EXTREME = {
    "huge": ([[1e100, 1e100], [-1e100, -1e100], [1e99, -1e100]], [1, -1, -1]),
    "huge_point": ([[1e100, 1e100]], [1]),
    "tiny": ([[1e-310, 2e-310], [-1e-310, 1e-310], [5e-324, 0.0]], [1, -1, -1]),
    "mixed": ([[1e100, 1e-310], [-1e-310, -1e100], [0.0, 0.0], [1.0, 1.0]], [1, -1, 1, -1]),
    "flat": ([[1e100, 0.0], [-1e100, 0.0], [0.0, 1e-100]], [1, -1, 1]),
    "zeros": ([[0.0, 0.0], [-0.0, 0.0], [0.0, -0.0]], [1, -1, 1]),
    "close": ([[1e9, 1e9], [1e9 + 1e-6, 1e9]], [1, -1]),
    "far": ([[1e15, 1.0], [1e15 + 1, 2.0], [1e15 + 2, 1.5]], [1, -1, 1]),
    "narrow": ([[1.0, 1.0], [1.0, 1.0 + 1e-7]], [1, -1]),
    "line": ([[1e100], [-1e-310], [0.0], [-1e100]], [1, -1, 1, -1]),
    "wide": ([[1e100] * 5, [-1e100] * 4 + [1e-310], [0.0] * 5, [1.0] * 5], [1, -1, 1, -1]),
}
ORDINARY = {
    "xor": ([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1]),
    "point": ([[1.0, 2.0]], [-1]),
    "four": ([[random.Random(4 * i + j).gauss(0, 1) for j in range(4)] for i in range(60)], [1, -1, 1] * 20),
    "numbers": ([[float(i * i % 7)] for i in range(12)], [1, -1] * 6),
    "cloud": ([[random.Random(i).gauss(0, 1), random.Random(-i).gauss(0, 3)] for i in range(300)], [1, -1, 1] * 100),
}
KERNELS = {
    "polynomial": RunSpec("kernel", kernel="poly", max_epochs=50),
    "narrow_rbf": RunSpec("kernel", "shuffled", kernel="rbf", gamma=1e3),
    "linear_kernel": RunSpec("kernel", kernel="linear", bias=0.0, max_updates=100),
}
TEXTS = {"none": "x1,x2,label\n", "beyond": "x1,x2,label\n1e150,-1e150,1\n1,2,-1\n"}
MANY = 100_000


def monkey_files(folder: Path) -> list[Path]:
    """Data that come with the program, and others, which are written to `folder`."""
    paths = [data.path for data in BUILT_IN if data.path and not data.columns]
    for name, (X, y) in {**ORDINARY, **EXTREME}.items():
        paths.append(folder / f"{name}.csv")
        write(Dataset(X, y), paths[-1])
    for name, spec in KERNELS.items():
        paths.append(folder / f"{name}{SUFFIX}")
        write_session(Session(Dataset(*ORDINARY["four" if spec.gamma else "xor"]), spec), paths[-1])
    for name, text in TEXTS.items():
        paths.append(folder / f"{name}.csv")
        paths[-1].write_text(text)
    return [*paths, _many(folder)]


def _many(folder: Path) -> Path:
    path, rng = folder / "many.csv", np.random.default_rng(0)
    y = rng.choice([-1, 1], MANY)
    write(Dataset(rng.normal(size=(MANY, 2)) + 0.5 * y[:, None], y), path)
    return path
