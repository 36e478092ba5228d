"""Starts the program where it is installed: the command `perceptron`, the executable, `python -m perceptron_gui`."""

from __future__ import annotations

import os
import signal
import sys


def main() -> int:
    """Do what the command line asks for; returns the exit code."""
    # Before what takes a while to import, while nothing is open: Ctrl-C then ends it without a word.
    signal.signal(signal.SIGINT, lambda number, _: os._exit(128 + number))
    from perceptron_gui.program.sharing import importing

    with importing():
        from perceptron_gui.program.command_line import main

    return main(installed=True)


if __name__ == "__main__":
    sys.exit(main())
