"""The perceptron and its theory, without a window: load data, train, and see why it must stop.

>>> import core
>>> run = core.train(core.Dataset([[2, 1], [-1, -2]], [1, -1]), core.RunSpec(bias=0))
>>> run.updates, run.converged
(1, True)

Beside papers, lecture notes are cited: Perceptron 000 (a course's second chapter), Huang 001 (CMSC 422, lecture 7),
Pocket 002 (from perceptron to pocket), Dahua 003 (linear classification), Yuille 004 (lecture 8, spring 2014).
"""

from __future__ import annotations

import os
import signal
import sys
import warnings
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

if Path(*sys.argv[:1]).stem in {"-m", "perceptron-core"}:
    # Python says -m while it looks for `python -m core`: before what takes a while to import, while nothing is open,
    # Ctrl-C ends it without a word.
    signal.signal(signal.SIGINT, lambda number, _: os._exit(128 + number))

from importlib import import_module
from typing import TYPE_CHECKING, Any, overload

from numpy.typing import ArrayLike

from core import files as _files
from core import run as _run
from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import Dataset
from core.errors import Cancelled, InputError, never
from core.explain import explain
from core.files.session import Session, read_session, write_session
from core.kernels import make_kernel
from core.spec import Bias, RunSpec
from core.theory.bounds import OwnSeparator, SlackBound, best_slack_bound, own_separator, repeat_bound_of
from core.theory.margin.linear_margin import margin_of
from core.theory.margin.margin import Margin
from core.ties import Confusion

if TYPE_CHECKING:
    from core.analysis.held_out_errors import ErrorCurves, error_curves
    from core.analysis.svm import Svm, svm
    from core.classifier import Classifier
    from core.datasets.generators import generate
    from core.datasets.transforms import split
    from core.player import player_page

__version__ = "1.1.0"
"""The version that About, `--version` and the package show: its one home."""

__all__ = [
    "Classifier",
    "Confusion",
    "Dataset",
    "ErrorCurves",
    "InputError",
    "Margin",
    "OwnSeparator",
    "Run",
    "RunSpec",
    "Session",
    "SlackBound",
    "Svm",
    "error_curves",
    "explain",
    "generate",
    "load",
    "make_kernel",
    "margin",
    "player_page",
    "read_session",
    "repeat_bound",
    "separator",
    "slack_bound",
    "split",
    "svm",
    "train",
    "write_session",
]

_LATER = {
    "Classifier": "classifier",
    "ErrorCurves": "analysis.held_out_errors",
    "Svm": "analysis.svm",
    "error_curves": "analysis.held_out_errors",
    "generate": "datasets.generators",
    "player_page": "player",
    "split": "datasets.transforms",
    "svm": "analysis.svm",
}
"""Name → module. They are imported when they are first used, because the window starts without them."""


def __getattr__(name: str) -> Any:
    """Return a name of `_LATER`, and keep it (PEP 562)."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})


class Run(_run.Run):
    """A run that a notebook shows as a page which plays its first 1,000 updates."""

    def _repr_html_(self) -> str:
        from core.player import notebook_page

        return notebook_page(self)

    def plot(self, ax: Any = None) -> Any:
        """Draw examples, boundary and the best line with matplotlib, on `ax` or on new axes, which are returned."""
        from core.plots.axes import draw_plane

        return draw_plane(self, ax)

    def plot_theorem(self, ax: Any = None) -> Any:
        """Draw the run between floor and ceiling with matplotlib, on `ax` or on new axes, which are returned."""
        from core.plots.axes import draw_theorem

        return draw_theorem(self, ax)


@overload
def train(X: Dataset, y: RunSpec | None = None, *, cancelled: Cancelled = never, **options: Any) -> Run: ...
@overload
def train(
    X: ArrayLike, y: ArrayLike, spec: RunSpec | None = None, *, cancelled: Cancelled = never, **options: Any
) -> Run: ...
def train(X: Any, y: Any = None, spec: RunSpec | None = None, *, cancelled: Cancelled = never, **options: Any) -> Run:
    """Run to the end: `train(dataset, spec)`, or `train(X, y, spec)` over arrays, lists or a data frame.

    `options` are fields of a RunSpec that replace those of `spec`: `train(X, y, learner="voted")`.
    Raises InputError for what is no data, or a spec that names what does not exist, CancelledError once `cancelled`.
    """
    if isinstance(X, Dataset):
        dataset, wanted = X, y if spec is None else spec
    else:
        dataset, wanted = Dataset(X, y), spec
    if options:
        wanted = RunSpec.from_json({**vars(wanted or RunSpec()), **options})
    run = _run.train(dataset, wanted, cancelled)
    return Run(**{each.name: getattr(run, each.name) for each in fields(run)})


def load(
    path: str | Path,
    *,
    label: str | int | None = None,
    positive: str | Sequence[str] | None = None,
    negative: str | Sequence[str] | None = None,
    columns: Sequence[str | int] | None = None,
    encode: bool = False,
    skip_incomplete: bool = False,
    decimal: str | None = None,
    thousands: str | None = None,
    sheet: str | int | None = None,
) -> Dataset:
    """Return the examples in a file, with the choices that the options of the command line of the same names are.

    `positive` is a label, several, or a bound such as ">=7"; `negative` are those that are −1, where others are to be
    left out. Warns once of all that was decided about the file, if there is something to say. Raises InputError naming
    the file, the line and the column.
    """
    chosen = positive, negative, columns, label, skip_incomplete, None, encode, decimal, thousands, sheet
    found = _files.load_with_remarks(path, _files.Choices(*chosen))
    if found.notes:
        warnings.warn(f"{path}: {'; '.join(found.notes)}", stacklevel=2)
    return found.dataset


def margin(dataset: Dataset, bias: Bias = 1) -> Margin:
    """Return ŵ*, γ, R and R²/γ², or the certificate that there is none, with B ≥ 0 or "radius". Raises InputError."""
    return margin_of(dataset, bias_feature(dataset, RunSpec(bias=bias).bias))


def separator(dataset: Dataset, w: ArrayLike, b: float, bias: Bias = 1) -> OwnSeparator:
    """Return the theorem for one's own separator (w, b), w (d,): γ and R²/γ², or why it has none. Raises InputError."""
    found = margin(dataset, bias)
    return own_separator(dataset, found.bias, w, b, found)


def slack_bound(dataset: Dataset, epochs: int, bias: Bias = 1) -> SlackBound:
    """Return the least bound found on the updates of this many epochs, whether or not the data are separable.

    It is ((R + D)/γ)² with D² = epochs·Σ max(0, γ − yᵢu·x̃ᵢ)² (Freund & Schapire 1999, Theorem 2), with its u and γ.
    Raises InputError if every example is at the origin of the augmented space or `epochs` is below 1, and as `margin`
    does.
    """
    return best_slack_bound(dataset, bias_feature(dataset, RunSpec(bias=bias, max_epochs=epochs).bias), epochs)


def repeat_bound(dataset: Dataset, row: int, w: ArrayLike, b: float, bias: Bias = 1) -> int | None:
    """Return how many updates in a row example `row` can take from (w, b) (Perceptron 000); None if there is no end."""
    return repeat_bound_of(dataset, bias_feature(dataset, RunSpec(bias=bias).bias), row, w, b)
