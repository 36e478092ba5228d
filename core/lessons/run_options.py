"""Options of a run as a lesson gives them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from core.learners import with_learner
from core.run import checked
from core.spec import RunSpec


def with_options(spec: RunSpec, options: Mapping[str, Any]) -> RunSpec:
    """`spec` with these fields of a RunSpec; another learner comes with its own rule, kernel and predictor.

    Raises InputError for what is no option, is not possible, or is in no table; TypeError for another kind of value.
    """
    RunSpec.from_json(dict(options))  # which says what is no option
    learner = options.get("learner")
    if learner is not None and learner != spec.learner:
        spec = replace(with_learner(spec, learner)[0], kernel=None)
    spec = replace(spec, **options)
    # Where no run ends, this limit is as good as any in a lesson.
    spec = replace(spec, max_updates=min(spec.max_updates, 100_000))
    checked(spec)
    return spec
