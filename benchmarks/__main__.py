"""`python -m benchmarks [NAME …]`: all of them, or those named; `soak [--minutes M]` only where it is named."""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from importlib import import_module

from benchmarks.report import report

BENCHMARKS = {
    "engine": "Engine, recording every update",
    "kernel": "The kernel perceptron, and γ in its feature space",
    "growth": "How costs grow: ten times as much of something (four times as many points of a grid)",
    "record": "The record of a run",
    "memory": "Memory of a long run",
    "margin": "The maximum margin",
    "files": "Files",
    "fields": "Decision values on a grid of 200 × 200",
    "readings": "Pocket, vote and average at any moment of a long run",
    "sparse": "Sparse examples, as of texts",
    "player": "The page that plays a run",
    "window": "The window",
    "frames": "Frames at full speed, 1920 × 1080: 100, 10,000 and 100,000 points, ms at full pace (of all)",
    "whole_jobs": "Whole jobs at the command line",
    "sharing": "What threads share, with each measure and without it",
}

SOAK = "soak"


def main(names: list[str], minutes: float) -> None:
    """Run the benchmarks called `names`, all where none is; a soak lasts so many `minutes`.

    Of several each has a process of its own: none works in the memory that another has left.
    """
    if len(names) == 1:
        _run(names[0], minutes)
        return
    for name in names or BENCHMARKS:
        subprocess.run([sys.executable, "-m", "benchmarks", name, "--minutes", str(minutes)], check=True)


def _run(name: str, minutes: float) -> None:
    module = import_module(f"benchmarks.{name}")
    if name == SOAK:
        report(f"Memory at full speed, {minutes:g} minutes without a pause", module.figures(minutes))
    else:
        report(BENCHMARKS[name], module.figures())


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m benchmarks", description="Speed and memory, as ratios in one run.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {', '.join([*BENCHMARKS, SOAK])}")
    parser.add_argument("--minutes", type=float, default=60.0, help="how long a soak lasts (default: %(default)g)")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.names if name not in (*BENCHMARKS, SOAK)]:
        parser.error(f"there is no benchmark called {unknown[0]}")
    main(arguments.names, arguments.minutes)
