"""A desktop for the tests that want a real window; without the programs it needs they are skipped."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.desktop import Desktop


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Desktop]:
    missing = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    started = Desktop.start(tmp_path)
    yield started
    started.stop()
