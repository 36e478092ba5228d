"""A run on trial: made to its end unless nobody wants it any more."""

from __future__ import annotations

from core.datasets.dataset import Dataset
from core.errors import Cancelled, never
from core.run import Run, prepare
from core.spec import RunSpec

_UPDATES, _SECONDS = 1 << 15, 0.05


def cancellable_run(dataset: Dataset, spec: RunSpec, cancelled: Cancelled = never) -> Run | None:
    """The run that `train` makes, bit for bit; None once it is `cancelled`."""
    run, engine = prepare(dataset, spec)
    while run.stopped is None:
        if cancelled():
            return None
        run.append(engine.advance(_UPDATES, _SECONDS))
    return run
