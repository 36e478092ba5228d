"""A desktop for the tests that want a real window; without the programs it needs they are skipped."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.desktop import Desktop


@pytest.fixture
def desktop(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Desktop]:
    """A screen of 1280x800 pixels, or of the size that is given as an indirect parameter."""
    missing = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    started = Desktop.start(tmp_path, size=getattr(request, "param", "1280x800"))
    yield started
    started.stop()
