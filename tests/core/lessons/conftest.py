"""A file that a lesson is written to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.lessons.written import Write


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(text: str) -> Path:
        path = tmp_path / "3_my_lesson.toml"
        path.write_text(text, "utf-8")
        return path

    return written
