"""Tests of which `make test` takes a few parameters and `make test-slow` the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def partly_slow(
    names: str | tuple[str, ...], soon: Iterable[Any], later: Iterable[Any], ids: Callable[[Any], str] | None = None
) -> pytest.MarkDecorator:
    """`pytest.mark.parametrize`, with the values of `later` for `make test-slow`."""
    slow = [pytest.param(*value if isinstance(names, tuple) else (value,), marks=pytest.mark.slow) for value in later]
    return pytest.mark.parametrize(names, [*soon, *slow], ids=ids)
