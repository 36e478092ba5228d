"""How a person chose to look at the features: of this, the data and the present boundary a projection is made."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from core.datasets.dataset import FloatArray
from core.plane.projections.projection import Projection
from core.plane.projections.spread import Spread


@dataclass(frozen=True)
class ViewChoice(ABC):
    """A choice, the same whatever the data are; its fields are plain JSON values."""

    name: ClassVar[str]
    title: ClassVar[str]
    meaning: ClassVar[str]
    """What one sees, in a sentence."""
    turns: ClassVar[bool] = False
    """Whether what is seen turns with the boundary."""
    standing: ClassVar[str] = ""
    """Why nothing can be placed or moved there; empty where it can."""

    @abstractmethod
    def fits(self, d: int) -> bool:
        """Whether examples of d features can be looked at so."""

    @abstractmethod
    def projection(self, spread: Spread, w: FloatArray | None, b: float) -> Projection:
        """What is seen while w (d,) and b are the boundary; w is None where it has no direction in the features."""

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.name, **asdict(self)}
