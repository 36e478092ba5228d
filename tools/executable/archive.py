"""Packs dist/perceptron as it is handed out: `python -m tools.executable.archive`.

On Linux a .tar.xz, and a .deb where dpkg-deb is; on Windows and macOS a .zip.
"""

from __future__ import annotations

import lzma
import platform
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from core import __version__
from tools.executable import debian

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"
_SHARED = {
    "applications": "resources/desktop/perceptron.desktop",
    "mime/packages": "resources/desktop/perceptron.xml",
    "icons/hicolor/scalable/apps": "resources/icons/perceptron.svg",
}
"""Folder below /usr/share → what comes there."""


def main() -> None:
    """Pack it for the system that this is, and say what was made and how large it is."""
    for made in _archives():
        print(f"{made.relative_to(ROOT)}: {made.stat().st_size / 1e6:.1f} MB")


def _archives() -> list[Path]:
    named = DIST / f"perceptron-{__version__}-{platform.system().lower()}-{platform.machine().lower()}"
    if sys.platform == "win32":
        return [Path(shutil.make_archive(str(named), "zip", DIST, "perceptron"))]
    if sys.platform == "darwin":  # whose own tool keeps links and signatures
        archive = Path(f"{named}.zip")
        subprocess.run(["ditto", "-c", "-k", "--keepParent", DIST / "perceptron.app", archive], check=True)
        return [archive]
    made = [tar(DIST / "perceptron", Path(f"{named}.tar.xz"))]
    return [*made, deb(DIST / "perceptron", DIST)] if shutil.which("dpkg-deb") else made


def tar(folder: Path, archive: Path) -> Path:
    """Return the folder as small as xz makes it, which takes a minute and a half."""

    def of_nobody(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        return entry

    with (
        lzma.open(archive, "wb", preset=9 | lzma.PRESET_EXTREME) as small,
        tarfile.open(fileobj=small, mode="w") as packed,
    ):
        packed.add(folder, folder.name, filter=of_nobody)
    return archive


def deb(folder: Path, into: Path, compression: Sequence[str] = ("-Zxz",)) -> Path:
    """Return a package of Debian: the folder in /usr/lib, the commands, and what Debian wants beside it."""
    asked = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True)
    architecture = asked.stdout.strip()
    made = into / f"{debian.NAME}_{__version__}_{architecture}.deb"
    with TemporaryDirectory(dir=into) as place:
        root = Path(place, "root")
        program = root / "usr" / "lib" / debian.NAME
        shutil.copytree(folder, program, symlinks=True)
        (root / "usr" / "bin").mkdir()
        for command in (path for path in program.iterdir() if path.is_file()):
            (root / "usr" / "bin" / command.name).symlink_to(f"../lib/{debian.NAME}/{command.name}")
        for where, what in _SHARED.items():
            (root / "usr" / "share" / where).mkdir(parents=True)
            shutil.copy(ROOT / what, root / "usr" / "share" / where)
        debian.write(root)
        for path in root.rglob("*"):
            if not path.is_symlink():  # A library is loaded, not started.
                path.chmod(0o755 if path.is_dir() or path.parent == program else 0o644)
        size = sum(path.lstat().st_size for path in root.rglob("*")) // 1024
        (root / "DEBIAN").mkdir()
        (root / "DEBIAN" / "control").write_text(_control(architecture, size), "utf-8")
        root.chmod(0o755)
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", *compression, "--build", root, made],
            stdout=subprocess.DEVNULL,
            check=True,
        )
    return made


def _control(architecture: str, kilobytes: int) -> str:
    return f"""Package: {debian.NAME}
Version: {__version__}
Architecture: {architecture}
Maintainer: {debian.MAINTAINER}
Installed-Size: {kilobytes}
Depends: libc6 (>= {platform.libc_ver()[1]}), libgl1, libegl1
Recommends: libwayland-client0, libwayland-cursor0, xkb-data, fontconfig-config, libcups2
Section: education
Priority: optional
Description: watch the perceptron learn, and see why it must stop
 Points on a plane, a boundary that turns with every mistake, and beside it the
 proof of the convergence theorem in the numbers of these points.
"""


if __name__ == "__main__":
    main()
