"""The headless face in this process, for tests that ask it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.__main__ import main

Headless = Callable[..., str]


@pytest.fixture
def headless(capsys: pytest.CaptureFixture[str]) -> Headless:
    """Gives stdout, after checking that all is well."""

    def run(*arguments: object) -> str:
        assert main([str(argument) for argument in arguments]) == 0
        out, err = capsys.readouterr()
        assert err == ""
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
