"""Build the inner loops with the C compiler that is there; where there is none, say so and go without."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "core" / "compiled"
SOURCES = sorted(FOLDER.glob("*.c"))
NEEDED = [*SOURCES, *FOLDER.glob("*.h")]
LIBRARY = FOLDER / ("loops" + {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so"))

# Without contraction and reassociation a product and a sum are each rounded once, as in Python.
FLAGS = ["-std=c11", "-O3", "-ffp-contract=off", "-fno-fast-math", "-fvisibility=hidden", "-shared", "-fPIC"]

REQUIRED = "--required" in sys.argv


def main() -> int:
    """Build unless that is done. Without a compiler the program does without: a failure only with --required."""
    if LIBRARY.exists() and LIBRARY.stat().st_mtime >= max(path.stat().st_mtime for path in NEEDED):
        return 0
    trouble = build()
    if trouble is not None and REQUIRED and shutil.which("apt-get"):
        subprocess.run([str(Path(__file__).with_name("apt-install")), "gcc", "libc6-dev"], check=False)
        trouble = build()
    if trouble is None:
        return 0
    if REQUIRED:
        print(f"The executable needs the compiled loops, but {trouble}.", file=sys.stderr)
        return 1
    print(f"The program goes without its compiled loops, to the same results: {trouble}.")
    return 0


def build() -> str | None:
    """Put the library in its place, whole or not at all; what is in the way, or None."""
    compiler = shlex.split(os.environ.get("CC", "cc"))
    if not compiler or shutil.which(compiler[0]) is None:
        return "there is no C compiler"
    LIBRARY.unlink(missing_ok=True)
    made = LIBRARY.with_name(f".{LIBRARY.name}.{os.getpid()}")
    try:
        done = subprocess.run(
            [*compiler, *FLAGS, "-o", str(made), *map(str, SOURCES), "-lm"], capture_output=True, text=True, check=False
        )
        if done.returncode:
            lines = done.stderr.strip().splitlines()
            return f"the C compiler fails ({lines[0] if lines else f'exit {done.returncode}'})"
        made.replace(LIBRARY)
    except OSError as error:
        return f"the C compiler cannot be run ({error.strerror})"
    finally:
        made.unlink(missing_ok=True)
    return None


if __name__ == "__main__":
    sys.exit(main())
