"""Options of a run as a lesson gives them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from core.learners import with_learner
from core.run import checked
from core.spec import RunSpec

MOST_UPDATES = 100_000
"""In a lesson: where no run ends, this is as good as any."""


def with_options(spec: RunSpec, options: Mapping[str, Any]) -> RunSpec:
    """`spec` with these fields of a RunSpec; another learner comes with its own rule, kernel and predictor.

    Raises InputError for what is no option, is not possible, or is in no table; TypeError for another kind of value.
    """
    RunSpec.from_json(dict(options))  # which says what is no option
    learner = options.get("learner")
    if learner is not None and learner != spec.learner:
        spec = replace(with_learner(spec, learner)[0], kernel=None)
    spec = replace(spec, **options)
    spec = replace(spec, max_updates=min(spec.max_updates, MOST_UPDATES))
    checked(spec)
    return spec
