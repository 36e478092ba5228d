"""The random user on a real screen: other windows, focus and painting than Qt's offscreen platform has."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.end_to_end.desktop import Desktop
from tests.gui import test_monkey
from tests.gui.test_monkey import PARTS
from tests.places import ROOT

_HANGS_S = 240
"""Less than what this test itself may take: it is the other one whose stacks are wanted."""


@pytest.mark.slow
@pytest.mark.parametrize("part", range(0, PARTS, 4))
def test_whatever_is_done_on_a_real_screen_breaks_nothing_and_hangs_nowhere(desktop: Desktop, part: int) -> None:
    test = test_monkey.test_whatever_is_done_can_be_undone_and_nothing_breaks_or_hangs.__name__
    one = f"tests/gui/test_monkey.py::{test}[1-{part}]"
    options = ["-q", "-p", "no:cacheprovider", "-o", f"faulthandler_timeout={_HANGS_S}"]
    environment = {**desktop.environment, "TESTS_QT_PLATFORM": desktop.environment["QT_QPA_PLATFORM"]}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, one],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
