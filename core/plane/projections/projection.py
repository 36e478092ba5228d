"""What a projection is: where examples of any number of features are seen on a plane, and the section it stands for.

An example has a place on the plane, whatever its other features are; a boundary is drawn where it cuts the section. So
which side of a drawn line an example is seen on says nothing of its class unless it lies in the section itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from core.datasets.dataset import FloatArray

PLANE = 2
"""Features that a plane shows as they are."""


@dataclass(frozen=True, eq=False)
class Projection(ABC):
    """One way to see R^d, d = `d`, at one moment."""

    d: int
    titles: tuple[str, str]
    """What the axes are, → and ↑; the second is empty for a line of numbers."""
    sentence: str
    """Of what the picture is a section; empty where it leaves nothing out."""

    @property
    def columns(self) -> tuple[int, ...]:
        """The features on the axes: what a move on the plane changes. None where a move would mean nothing."""
        return ()

    @property
    def shift(self) -> FloatArray:
        """By how much `reduced` counts the first two coordinates otherwise than the plane does; (2,)."""
        return np.zeros(PLANE)

    @property
    def beyond(self) -> FloatArray:
        """The coordinates after the second that all points of the section share, as `reduced` counts them."""
        return np.zeros(0)

    @abstractmethod
    def points(self, X: FloatArray) -> FloatArray:
        """Where examples X (n, d) are drawn; shape (n, 2)."""

    @abstractmethod
    def vectors(self, rows: FloatArray) -> FloatArray:
        """The parts of vectors `rows` (m, d) that lie in the plane; shape (m, 2)."""

    @abstractmethod
    def lift(self, points: FloatArray) -> FloatArray:
        """The points of the section that `points` (m, 2) of the plane stand for; shape (m, d)."""

    @abstractmethod
    def lines(self, weights: FloatArray) -> FloatArray:
        """w·x + b on the section, for rows (w, b) of `weights` (m, d + 1): rows (w₁, w₂, b₀) of shape (m, 3)."""

    @abstractmethod
    def reduced(self, X: FloatArray) -> FloatArray:
        """Coordinates of X (n, d), few of them, that leave all products with points of the section as they are.

        And all distances to them. In these the point of the section for (x, y) is (x + shift₁, y + shift₂, *beyond).
        """

    @abstractmethod
    def same_as(self, other: Projection) -> bool:
        """Whether everything is seen alike."""

    def place(self, x: FloatArray) -> tuple[float, float]:
        """Where one example x (d,) is drawn."""
        across, up = self.points(x[None, :])[0].tolist()
        return across, up

    def line(self, w: FloatArray, b: float) -> tuple[FloatArray, float]:
        """w·x + b on the section, w (d,): (w₁, w₂) and b₀.

        A vector of other features has no line there, and is 0; of one in a feature space there is only its b.
        """
        if len(w) != self.d:
            return np.zeros(PLANE), 0.0 if len(w) else b
        drawn = self.lines(np.append(w, b)[None, :])[0]
        return drawn[:-1], float(drawn[-1])


def reduced_by(X: FloatArray, axes: FloatArray, off: FloatArray) -> FloatArray:
    """X (n, d) along two orthonormal `axes` (2, d), along `off` (d,) at right angles to them, and beside all three.

    That is a length, so that no distance to `off + x·axes[0] + y·axes[1]` changes; shape (n, 4).
    """
    length = float(np.linalg.norm(off))
    frame = np.vstack([axes, off / length if length else np.zeros_like(off)])
    along = X @ frame.T
    return np.column_stack([along, np.linalg.norm(X - along @ frame, axis=1)])
