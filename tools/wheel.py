"""What pyproject.toml cannot say of the wheel: its libraries, its page, its layout, and that it has the loops in C.

Where there is no compiler that works, the wheel is for every machine and goes without them.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

_PACKAGE = "perceptron_visualiser"
_LOOPS = "core/compiled/loops" + {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")


class Metadata(MetadataHookInterface):
    """What the program needs, in every version that it works with; and README, as a package index shows it."""

    def update(self, metadata: dict[str, Any]) -> None:
        needed = Path(self.root, "requirements", "run.txt").read_text("utf-8").splitlines()
        metadata["dependencies"] = [line for line in needed if line[:1].isalpha()]
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": alone(Path(self.root, "README.md").read_text("utf-8")),
        }


def alone(page: str) -> str:
    """Return README where no other file is: without pictures, sentences that are one link, and its list of links."""
    page = re.sub(r"^!\[[^\]]*\]\([^)]*\)\n+", "", page.partition("\n## More\n")[0], flags=re.MULTILINE)
    link = r"\[([^\]]+)\]\((?!https?:)[^)]*\)"
    return re.sub(link, r"\1", re.sub(rf"(?<=\.) {link}\.", "", page))


class Loops(BuildHookInterface):
    """The packages in their places, the library, and with it the kind of machine that the wheel is for."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            raise ValueError("an editable installation is not possible; start main.py, or install without -e")
        self._made = TemporaryDirectory()
        subprocess.run([sys.executable, str(Path(self.root, "tools", "moved_imports.py")), self._made.name], check=True)
        build_data["force_include"][self._made.name] = _PACKAGE
        tool = [sys.executable, str(Path(self.root, "tools", "build_loops.py"))]
        subprocess.run(tool, check=True)
        library = Path(self.root, _LOOPS)
        if library.exists():
            build_data["force_include"][str(library)] = f"{_PACKAGE}/{_LOOPS}"
            build_data["pure_python"] = False
            platform = subprocess.run([*tool, "--platform"], check=True, capture_output=True, text=True).stdout.strip()
            build_data["tag"] = f"py3-none-{platform}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self._made.cleanup()
