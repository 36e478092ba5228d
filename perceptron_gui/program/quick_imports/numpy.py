"""numpy without what it makes ready for others.

- The help texts of what it has in C, which it attaches one by one at every start.
- Threads that wait for work by asking for it again and again, each for 2²⁶ ticks of its processor: OpenBLAS, which
  numpy brings, has one for each processor, from the import on and after each product. They sleep at once instead.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

_TEXTS = ("numpy._core._add_newdocs", "numpy._core._add_newdocs_scalars")
_PATIENCE = "OPENBLAS_THREAD_TIMEOUT"
_LEAST = "4"
"""Of what OpenBLAS takes, as the power of two that the ticks are; it is said to it by the environment alone."""


@contextmanager
def importing_numpy() -> Iterator[None]:
    """The block is to be where numpy is imported first; nothing else changes."""
    for name in _TEXTS:
        sys.modules.setdefault(name, ModuleType(name))
    if _PATIENCE in os.environ:
        yield
        return
    os.environ[_PATIENCE] = _LEAST
    yield
    del os.environ[_PATIENCE]  # programs that this one starts are to find it as it was
