"""A run on trial: made to its end unless nobody wants it any more."""

from __future__ import annotations

from core.datasets.dataset import Dataset
from core.errors import Cancelled, end_if, never
from core.run import Run, prepare
from core.spec import RunSpec

_UPDATES, _SECONDS = 1 << 15, 0.05


def cancellable_run(dataset: Dataset, spec: RunSpec, cancelled: Cancelled = never) -> Run:
    """The run that `train` makes, bit for bit. Raises CancelledError once it is `cancelled`."""
    run, engine = prepare(dataset, spec)
    while run.stopped is None:
        end_if(cancelled)
        run.append(engine.advance(_UPDATES, _SECONDS))
    return run
