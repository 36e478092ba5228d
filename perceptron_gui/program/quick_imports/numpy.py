"""numpy without the help texts of what it has in C, which it attaches one by one at every start."""

from __future__ import annotations

import sys
from types import ModuleType

_TEXTS = ("numpy._core._add_newdocs", "numpy._core._add_newdocs_scalars")


def leave_out_texts() -> None:
    """To be called before numpy is imported; nothing else changes."""
    for name in _TEXTS:
        sys.modules.setdefault(name, ModuleType(name))
