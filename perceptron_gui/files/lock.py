"""A lock that cannot outlive its process: the operating system lets go of it, whatever the end was."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class FileLock:
    """Held by one process at a time. What the file at `path` says, how old it is and who made it does not matter."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    def take(self) -> bool:
        """Whether it is held now; False where another process, or another lock of this one, holds it.

        Raises OSError where there can be no such file.
        """
        descriptor = os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600)
        if _locked(descriptor) and _is_there(descriptor, self.path):
            self._descriptor = descriptor
            return True
        os.close(descriptor)
        return False

    def release(self) -> None:
        if self._descriptor is not None:
            descriptor, self._descriptor = self._descriptor, None
            # Before it is let go of, lest a file that somebody else has just locked be removed.
            with suppress(OSError):
                self.path.unlink()
            os.close(descriptor)


def _locked(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True  # a file system without locks: nobody can hold one
    return True


def _is_there(descriptor: int, path: Path) -> bool:
    """Whether `path` is still the file that was locked; whoever held the lock before may have removed it."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except OSError:
        return False
