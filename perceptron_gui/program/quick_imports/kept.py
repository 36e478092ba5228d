"""What libraries compile anew at every start, kept from one to the next beside Python's own bytecode.

Sources that have no file, of which Python keeps none: the methods of dataclasses, and what PySide6 brings packed. Each
is found again by its text, so none can be out of date. Where nothing can be written, or is to be, all are compiled.
"""

from __future__ import annotations

import atexit
import marshal
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from types import CodeType

_Source = str | bytes
_Key = tuple[str, _Source]
_MANY = 1_000
"""Three times what the whole program has compiled: with more, texts of other versions are among them."""


class Kept:
    """Codes by the name and the text of their sources, in the file at `path`, which is written when Python ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._before = _read(path)
        self._used: dict[_Key, bytes] = {}
        self._more = False

    def code(self, source: _Source, name: str, make: Callable[..., CodeType] = compile) -> CodeType:
        """What `make`, which is Python's own, compiles of a source that is to be executed, or has compiled before."""
        known = self._before.get((name, source))
        if known is not None:
            self._used[name, source] = known
            code: CodeType = marshal.loads(known)
            return code
        if not self._more:
            self._more = True
            atexit.register(self.write)
        code = make(source, name, "exec", dont_inherit=True)
        self._used[name, source] = marshal.dumps(code)
        return code

    def write(self) -> None:
        """Add what is new; of many only what was used."""
        if sys.dont_write_bytecode:
            return
        own = self._path.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            own.write_bytes(marshal.dumps(self._used if len(self._before) > _MANY else self._before | self._used))
            own.replace(self._path)


def _read(path: Path) -> dict[_Key, bytes]:
    """Nothing where there is no file, or not a whole one."""
    try:
        return dict(marshal.loads(path.read_bytes()))
    except (OSError, EOFError, ValueError, TypeError):
        return {}


kept = Kept(Path(cache_from_source(__file__)).with_suffix(".kept"))
