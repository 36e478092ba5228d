"""The summary of a run in a few lines of words, for a terminal."""

from __future__ import annotations

import io
import sys
from typing import Any


def in_words(summary: dict[str, Any]) -> str:
    """What `Run.summary` holds, for a person at a terminal."""
    data = summary["dataset"]
    negative, positive = data["labels"]
    counts = f"{data['positives']} {positive} (+1), {data['negatives']} {negative} (-1)"
    lines = [
        f"{data['path']}: {data['n']} examples in {data['d']} dimensions, {counts}",
        f"{summary['learner']}, {summary['order']} order, bias {summary['bias']}: {_ending(summary)}",
        f"{_vector(summary)}{summary['training_errors']} training errors",
        _theory(summary),
    ]
    if "objective" in summary:
        lines.append(f"objective |w|^2/2 + penalty * sum of hinge = {summary['objective']}")
    lines += [f"note: {remark}" for remark in summary.get("remarks", ())]
    return "\n".join(lines)


def _ending(summary: dict[str, Any]) -> str:
    how = "converged" if summary["converged"] else f"stopped at {summary['stopped']}"
    passes = "" if summary["epochs"] is None else f" in {summary['epochs']} epochs"
    return f"{how} after {summary['updates']} updates{passes}"


def _vector(summary: dict[str, Any]) -> str:
    return "" if summary["weights"] is None else f"w = {summary['weights']}, b = {summary['intercept']}: "


def _theory(summary: dict[str, Any]) -> str:
    if summary["separable"]:
        bound = summary["bound"]
        promise = "" if bound is None else f", so at most (R/margin)^2 = {bound} updates"
        return f"separable: margin {summary['margin']}, radius {summary['radius']}{promise}"
    if summary["certificate"]:
        return f"not separable: the hulls meet over the examples {summary['certificate']['indices']}"
    return "too close to tell whether a separator exists"


def say(text: str) -> None:
    """Print, whatever the encoding of stdout."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    print(text, flush=True)
