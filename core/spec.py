"""What to run: learner, order, seed, bias and limits, as one frozen value."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any, Literal

from core.errors import InputError

Bias = float | Literal["radius"]


@dataclass(frozen=True)
class RunSpec:
    """A request for one run; equal specs on equal data give the same run bit for bit.

    `order`, `kernel` and `predictor` None mean the learner's own default. `degree`, `gamma` and `coef0` are the p, g
    and r of the kernels, `penalty` is the γ of 004 §2.7. `bias` is the bias feature B ≥ 0, or "radius" for B = max‖xᵢ‖
    (004 §2.5). Raises InputError for a number outside its range; names are looked up where they are used.
    """

    learner: str = "standard"
    order: str | None = None
    seed: int = 0
    bias: Bias = 1.0
    max_epochs: int = 1000
    max_updates: int = 1_000_000
    kernel: str | None = None
    degree: int = 3
    gamma: float = 1.0
    coef0: float = 1.0
    penalty: float = 1.0
    predictor: str | None = None

    def __post_init__(self) -> None:
        if self.bias != "radius":
            if isinstance(self.bias, str) or not (math.isfinite(self.bias) and 0 <= self.bias <= 1e100):
                raise InputError(f"bias {self.bias!r} is not possible; a number from 0 up, or radius, is expected")
            object.__setattr__(self, "bias", float(self.bias))
        for name in ("gamma", "coef0", "penalty"):
            number = getattr(self, name)
            if not (math.isfinite(number) and 0 <= number <= 1e100):
                raise InputError(f"{name} {number!r} is not possible; a number from 0 up is expected")
            object.__setattr__(self, name, float(number))
        for name, least in (("seed", 0), ("max_epochs", 1), ("max_updates", 1), ("degree", 1)):
            value = getattr(self, name)
            if not isinstance(value, int) or value < least:
                raise InputError(f"{name} {value!r} is not possible; a whole number of at least {least} is expected")

    def to_json(self) -> dict[str, Any]:
        """The fields as plain JSON values."""
        return asdict(self)

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> RunSpec:
        """The inverse of `to_json`; raises InputError for a field that does not exist."""
        strange = set(fields) - set(cls.__dataclass_fields__)
        if strange:
            raise InputError(f"{min(strange)!r} is not an option of a run")
        return cls(**fields)
