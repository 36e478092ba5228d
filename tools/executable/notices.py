"""The notices of the system's libraries that go into the executable, as Debian has them for those very versions."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tools.executable.slimming import Entry

_TARGET = "licenses/system"
_COMMON = Path("/usr/share/common-licenses")
_NAMED = re.compile(rf"{_COMMON}/([\w.+-]*\w)")


def notices(entries: Sequence[Entry], folder: Path) -> list[Entry]:
    """Return the notice of each package that a library is of, their licences, and the package of each library."""
    if sys.platform != "linux":
        return []
    folder.mkdir(parents=True, exist_ok=True)
    sources = {target: Path(source) for target, source, kind in entries if kind == "BINARY"}
    packages = {target: package for target, source in sources.items() if (package := _package_of(source))}
    found = dict(_copyrights(set(packages.values())))
    index = folder / "libraries.txt"
    index.write_text("".join(f"{target} {package}\n" for target, package in sorted(packages.items())), "utf-8")
    texts = {f"{package}.txt": path for package, path in found.items()} | dict(_licences(found.values()))
    return [(f"{_TARGET}/{name}", str(path), "DATA") for name, path in {index.name: index, **texts}.items()]


def _package_of(library: Path) -> str | None:
    """Return the package of Debian that a library of the system belongs to; None for other libraries."""
    if Path(sys.prefix) in library.parents or not library.is_relative_to("/lib") | library.is_relative_to("/usr/lib"):
        return None
    names = {str(library), str(library.resolve()), f"/usr{library}", str(library).removeprefix("/usr")}
    for name in sorted(names):
        try:
            done = subprocess.run(["dpkg-query", "--search", name], capture_output=True, text=True, check=False)
        except OSError:
            return None
        if done.returncode == 0:
            return done.stdout.partition(":")[0]
    return None


def _copyrights(packages: set[str]) -> Iterator[tuple[str, Path]]:
    for package in sorted(packages):
        path = Path("/usr/share/doc", package, "copyright")
        if path.exists():
            yield package, path.resolve()
        else:
            print(f"{package} has no notice in {path}", file=sys.stderr)


def _licences(copyrights: Iterable[Path]) -> Iterator[tuple[str, Path]]:
    """Yield the licences that all systems of Debian have in one place, where one of the notices refers to them."""
    for name in sorted({name for path in copyrights for name in _NAMED.findall(path.read_text("utf-8", "replace"))}):
        if (_COMMON / name).exists():
            yield f"{name}.txt", (_COMMON / name).resolve()
