"""`main.py` as a program of its own; and in this process, for tests of what it does rather than how it ends."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from perceptron_gui.program import headless
from perceptron_gui.program.command_line import main
from tests.places import MAIN


def program(
    *arguments: str | Path, cwd: Path, piped: str | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """`main.py` with nothing in its environment but what is given, and text `piped` to it."""
    return subprocess.run(
        [sys.executable, MAIN, *map(str, arguments)],
        cwd=cwd,
        env=environment,
        input=piped,
        capture_output=True,
        text=True,
        check=False,
    )


@dataclass(frozen=True)
class CommandLine:
    """`main.py` in this process and on its QApplication: a second or two of imports less than a program of its own."""

    application: QApplication
    capsys: pytest.CaptureFixture[str]

    def __call__(self, *arguments: object) -> None:
        """Do what is asked for, after which there is nothing on stdout and stderr, and 0 the exit code."""
        assert self.describe(*arguments) == ("", "")

    def describe(self, *arguments: object) -> tuple[str, str]:
        """Do what is asked for; returns what is then on stdout and stderr, after checking that the exit code is 0."""
        with self._on_this_application():
            assert main([str(argument) for argument in arguments]) == 0
        return self.capsys.readouterr()

    def refused(self, *arguments: object) -> str:
        """What is said where it cannot be done, after checking that it is one line on stderr and 2 the exit code."""
        with self._on_this_application(), pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        out, err = self.capsys.readouterr()
        assert (ended.value.code, out) == (2, "")
        assert_one_line(err, "")
        return err

    @contextmanager
    def _on_this_application(self) -> Iterator[None]:
        palette = self.application.palette()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(headless, "make_application", lambda: self.application)
            yield
        self.application.setPalette(palette)


def assert_one_line(said: str, words: str) -> None:
    assert said.startswith("error: ")
    assert words in said
    assert said.count("\n") == 1
