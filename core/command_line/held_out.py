"""`--holdout`: examples that the run does not learn from, and the errors of every predictor there and in training."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from core.analysis.held_out_errors import ErrorCounts, epoch_ends, errors_at, update_moments
from core.command_line.options import dataset_from
from core.datasets.dataset import Dataset, IntArray
from core.datasets.splitting import alike, held_out_rows, split
from core.run import Run


@dataclass(frozen=True, eq=False)
class HoldoutOption:
    """The examples held out, and where they are from: `rows` of the run's own file, or another file, `path`."""

    dataset: Dataset
    path: str | None = None
    rows: IntArray | None = None

    def in_json(self, run: Run) -> dict[str, Any]:
        """What they are, and the errors at the end of the run by predictor, in plain JSON values."""
        (end,) = errors_at(run, self.dataset, [run.history.examples])
        return {
            "path": self.path,
            "rows": None if self.rows is None else self.rows.tolist(),
            "n": self.dataset.n,
            "positives": self.dataset.positives,
            "negatives": self.dataset.negatives,
            "errors": {name: {"training": end.training[name], "held_out": end.held_out[name]} for name in end.training},
        }


def add_held_out_options(parser: ArgumentParser) -> None:
    """What to hold out, and where the errors against epochs are written."""
    group = parser.add_argument_group("held out")
    group.add_argument(
        "--holdout",
        metavar="SHARE|FILE",
        help="keep this share of the examples (between 0 and 1, drawn by the seed) from the run, or take those of a "
        "file: the errors of every predictor there and in training (rows then count within the examples trained on)",
    )
    group.add_argument(
        "--errors", metavar="FILE", help="write these errors against epochs, at about 200 of them at most, as CSV"
    )


def held_out_from(options: Namespace, dataset: Dataset, seed: int) -> tuple[Dataset, HoldoutOption | None]:
    """The examples to learn from, and those that `--holdout` keeps from the run: a share of them, or another file.

    Raises InputError for a share that is not between 0 and 1, or a file that does not hold the same kind of examples.
    """
    if options.holdout is None:
        return dataset, None
    try:
        share = float(options.holdout)
    except ValueError:
        return dataset, HoldoutOption(_alike(options, dataset), path=options.holdout)
    training, held_out = split(dataset, share, seed)
    return training, HoldoutOption(held_out, rows=held_out_rows(dataset.n, share, seed))


def error_table(run: Run, held_out: Dataset) -> Iterator[str]:
    """The errors against epochs as CSV, against updates where the order has no epochs: a header, then a row a moment.

    `epoch` (empty without epochs), `update` and `example` say when, then come the errors of each predictor on the
    training data and on those held out. Long runs are looked at in about 200 places.
    """
    by_epoch = run.history.epochs > 0
    moments = errors_at(run, held_out, epoch_ends(run) if by_epoch else update_moments(run))
    for place, at in enumerate(moments):
        if place == 0:
            kinds = ("training", "held_out")
            yield ",".join(
                ["epoch", "update", "example", *(f"{name}_{kind}" for name in at.training for kind in kinds)]
            )
            yield "\n"
        yield ",".join(map(str, [at.epoch if by_epoch else "", at.update, at.example, *_counts(at)])) + "\n"


def _counts(at: ErrorCounts) -> Iterator[int]:
    for name, count in at.training.items():
        yield from (count, at.held_out[name])


def _alike(options: Namespace, dataset: Dataset) -> Dataset:
    """The examples of another file, with the features and the classes of `dataset`."""
    other = dataset_from(options.holdout, options)
    chosen = options.positive is not None  # then every other class is −1, whatever it is called
    return alike(other, dataset, options.holdout, by_sign=chosen)
