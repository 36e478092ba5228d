"""What pyproject.toml cannot say of the wheel: its libraries are those of requirements/, and it has the loops in C.

Where there is no compiler that works, the wheel is for every machine and goes without them.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

_LOOPS = "core/compiled/loops" + {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")


class Metadata(MetadataHookInterface):
    """What the program needs, in the versions that it was tested with; and README, as a package index shows it."""

    def update(self, metadata: dict[str, Any]) -> None:
        requirements = Path(self.root, "requirements")
        pins = dict(re.findall(r"^([\w-]+)==(\S+)$", (requirements / "pins.txt").read_text("utf-8"), re.MULTILINE))
        names = re.findall(r"^[\w-]+$", (requirements / "run.txt").read_text("utf-8"), re.MULTILINE)
        metadata["dependencies"] = [f"{name}=={pins[name]}" for name in names]
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
    """The library, and with it the kind of machine that the wheel is for."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        tool = [sys.executable, str(Path(self.root, "tools", "build_loops.py"))]
        subprocess.run(tool, check=True)
        library = Path(self.root, _LOOPS)
        if library.exists():
            build_data["force_include"][str(library)] = _LOOPS
            build_data["pure_python"] = False
            platform = subprocess.run([*tool, "--platform"], check=True, capture_output=True, text=True).stdout.strip()
            build_data["tag"] = f"py3-none-{platform}"
