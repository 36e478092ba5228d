"""A lock on a file: held by one at a time, and worth nothing on a file that is no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from perceptron_gui.files import recovery as module
from perceptron_gui.files.recovery import FileLock


def test_a_lock_is_held_by_one_until_it_is_released(tmp_path: Path) -> None:
    first, second = (FileLock(tmp_path / "points.lock") for _ in range(2))
    assert first.take()
    assert not second.take()
    first.release()
    assert not (tmp_path / "points.lock").exists()
    assert second.take()
    second.release()


@pytest.mark.parametrize("again", [False, True], ids=["removed", "made anew"])
def test_the_lock_of_a_file_that_was_removed_meanwhile_does_not_count(
    again: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, locked = tmp_path / "points.lock", module._locked

    def too_late(descriptor: int) -> bool:
        """Lock the file just after somebody else has released, that is removed, it."""
        path.unlink()
        if again:
            path.touch()
        return locked(descriptor)

    monkeypatch.setattr(module, "_locked", too_late)
    assert not FileLock(path).take()
    monkeypatch.undo()
    assert FileLock(path).take()
