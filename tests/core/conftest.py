"""The engine in two ways, which must come to the same; and the headless face in this process, for tests that ask it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from core import compiled
from core.__main__ import main

Headless = Callable[..., str]


@pytest.fixture
def headless(capsys: pytest.CaptureFixture[str]) -> Headless:
    """Gives stdout, after checking that all is well: on stderr there are notes at most."""

    def run(*arguments: object) -> str:
        assert main([str(argument) for argument in arguments]) == 0
        out, err = capsys.readouterr()
        assert all(line.startswith("note: ") for line in err.splitlines())
        return out

    return run


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Headless:
    """Gives the one line on stderr, after checking that there is nothing else."""

    def run(*arguments: object) -> str:
        with pytest.raises(SystemExit) as caught:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert (caught.value.code, out, err.count("\n")) == (2, "", 1)
        return err.rstrip("\n")

    return run


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
