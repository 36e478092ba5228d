"""Starts the program from its source: `python main.py`. In words that an older Python understands too."""

from __future__ import annotations

import os
import signal
import sys
from importlib.util import find_spec
from pathlib import Path

_OLDEST = (3, 11)
_LIBRARIES = ("PySide6", "pyqtgraph", "numpy", "PIL", "daqp")
"""What cannot be done without, by the names that are imported."""
_REQUIREMENTS = Path(__file__).with_name("requirements") / "run.txt"


def why_not() -> str | None:
    """Return one sentence on what must be done before the program can start; None if it can."""
    if sys.version_info < _OLDEST:
        return f"Python {'.'.join(map(str, _OLDEST))} or newer is needed, and this is {sys.version.split()[0]}"
    missing = [name for name in _LIBRARIES if find_spec(name) is None]
    if not missing:
        return None
    return (
        f"this Python has no {', '.join(missing)}: `make run` starts one that has, "
        f'or `"{sys.executable}" -m pip install -r "{_REQUIREMENTS}"` puts them there'
    )


if __name__ == "__main__":
    # Before what takes a while to import, while nothing is open: Ctrl-C then ends it without a word.
    signal.signal(signal.SIGINT, lambda number, _: os._exit(128 + number))
    trouble = why_not()
    if trouble is not None:
        print(f"error: {trouble}", file=sys.stderr)
        sys.exit(2)
    from perceptron_gui.program.sharing import importing

    with importing():
        from perceptron_gui.program.command_line import main

    sys.exit(main())
