"""What is done at imports and nobody here has a use for, left undone: half of the start.

Each part is inside of a library. Where that has changed, this does nothing or less, and all works as without it.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from perceptron_gui.program.quick_imports.enumerations import make_at_once
from perceptron_gui.program.quick_imports.late_methods import write_methods_later
from perceptron_gui.program.quick_imports.numpy import importing_numpy
from perceptron_gui.program.quick_imports.pyqtgraph import import_pyqtgraph
from perceptron_gui.program.quick_imports.pyside import import_pyside


@contextmanager
def quickly() -> Iterator[None]:
    """For the imports inside the block, of what stays for good: Python looks through none of it for what could go."""
    write_methods_later()
    make_at_once()
    gc.disable()
    with importing_numpy():
        yield
    gc.freeze()
    gc.enable()


def import_qt() -> None:
    """To be called before anything else imports Qt; once is enough."""
    import_pyside()
    import_pyqtgraph()
