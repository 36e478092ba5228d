"""`python -m benchmarks [NAME …]`: all of them, or those named."""

from __future__ import annotations

import sys
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
    "window": "The window",
    "frames": "Frames at full speed, 1920 × 1080: 100, 10,000 and 100,000 points, milliseconds (of all processors)",
}


def main(names: list[str]) -> None:
    """Run the benchmarks called `names`, all where none is."""
    for name in names or BENCHMARKS:
        report(BENCHMARKS[name], import_module(f"benchmarks.{name}").figures())


if __name__ == "__main__":
    main(sys.argv[1:])
