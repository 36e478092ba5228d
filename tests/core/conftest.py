"""The engine runs in two ways, compiled and in Python alone, and must come to the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.engine import compiled


@pytest.fixture(scope="module", params=["compiled", "pure"])
def either_way(request: pytest.FixtureRequest) -> Iterator[None]:
    """Run the tests of a module twice; without a C compiler only in Python."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "pure":
            patch.setenv("PERCEPTRON_PURE", "1")
        compiled.loops.cache_clear()
        if request.param == "compiled" and compiled.loops() is None:
            pytest.skip("the compiled loops were not built")
        yield
    compiled.loops.cache_clear()
