"""True if a file is still what it was when it was read or written."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from core.errors import Cancelled, never, raise_if_cancelled


class OnDisk(Enum):
    """What became of a file."""

    SAME = auto()
    CHANGED = auto()
    GONE = auto()


@dataclass(frozen=True)
class Stamp:
    """A file at one moment: bytes, time of the last change in nanoseconds, and a digest of the content in hex."""

    size: int
    changed_ns: int
    digest: str

    def compare(self, path: Path) -> OnDisk:
        """Return what happened to the file since. Its content is compared only if size or time differ.

        A file out of reach counts as the same, because nothing is known about it.
        """
        try:
            status = path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return OnDisk.GONE
        except (OSError, ValueError):
            # A disk that cannot be asked now is no reason to call the file changed.
            return OnDisk.SAME
        if (status.st_size, status.st_mtime_ns) == (self.size, self.changed_ns):
            return OnDisk.SAME
        now = stamp_of(path)
        return OnDisk.SAME if now is not None and now.digest == self.digest else OnDisk.CHANGED


def stamp_of(path: Path, cancelled: Cancelled = never) -> Stamp | None:
    """Return the file as it is now; None for what is no regular file, or is out of reach.

    Raises CancelledError soon after `cancelled` says so.
    """
    import hashlib  # it brings OpenSSL, and the first picture does without

    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            return None
        digest = hashlib.blake2b()
        with path.open("rb") as stream:
            while block := stream.read(1 << 20):
                raise_if_cancelled(cancelled)
                digest.update(block)
    except (OSError, ValueError):
        return None
    return Stamp(status.st_size, status.st_mtime_ns, digest.hexdigest())


def same_file(a: Path, b: Path) -> bool:
    """Return whether two names lead to one place, whether or not there is a file."""
    try:
        return os.path.realpath(a) == os.path.realpath(b)
    except (OSError, ValueError):  # no names of files, or names in a folder that is gone
        return False
