"""Small whole numbers in about as many bits as they differ by, without loss."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

SmallNumbers = NDArray[np.unsignedinteger[Any]]

_LEVEL, _WINDOW_BITS, _MEMORY_LEVEL = 1, 13, 6
"""As fast as it goes; how far it looks back; and what it works in: little, for that is taken anew each time."""


@dataclass(frozen=True, eq=False, slots=True)
class Squeezed:
    """Numbers as zlib has them (RFC 1950)."""

    kind: np.dtype[np.unsignedinteger[Any]]
    content: bytes

    @classmethod
    def of(cls, numbers: SmallNumbers, *, returning: bool) -> Squeezed:
        """`returning`: whether the same follow on each other again and again; else looking for that is in vain."""
        strategy = zlib.Z_DEFAULT_STRATEGY if returning else zlib.Z_HUFFMAN_ONLY
        press = zlib.compressobj(_LEVEL, zlib.DEFLATED, _WINDOW_BITS, _MEMORY_LEVEL, strategy)
        return cls(numbers.dtype, press.compress(numbers.tobytes()) + press.flush())

    @property
    def nbytes(self) -> int:
        return len(self.content)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """As it was, shape (m,), for whoever takes an array."""
        return np.frombuffer(zlib.decompress(self.content, _WINDOW_BITS), self.kind).astype(dtype or self.kind)
