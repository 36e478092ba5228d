"""Build the inner loops with the C compiler that is there; where there is none, say so and go without."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

FOLDER = Path(__file__).resolve().parent.parent / "core" / "compiled"
SOURCES = sorted(FOLDER.glob("*.c"))
NEEDED = [*SOURCES, *FOLDER.glob("*.h")]
LIBRARY = FOLDER / ("loops" + {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so"))

# Without contraction and reassociation a product and a sum are each rounded once, as in Python.
FLAGS = ["-std=c11", "-O3", "-ffp-contract=off", "-fno-fast-math", "-fvisibility=hidden", "-shared"]
FLAGS_OF_MSVC = ["/nologo", "/std:c11", "/O2", "/fp:strict", "/LD"]
COMPILERS = ["cl", "gcc", "clang"] if sys.platform == "win32" else ["cc"]

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
    compiler = find_compiler()
    if compiler is None:
        return "there is no C compiler"
    LIBRARY.unlink(missing_ok=True)
    try:
        with TemporaryDirectory(prefix=".", dir=FOLDER) as folder:
            made = Path(folder, LIBRARY.name)
            done = subprocess.run(command(compiler, made), cwd=folder, capture_output=True, text=True, check=False)
            if done.returncode:
                lines = (done.stderr + done.stdout).strip().splitlines() or [f"exit {done.returncode}"]
                return f"the C compiler fails ({next((line for line in lines if 'error' in line), lines[0])})"
            made.replace(LIBRARY)
    except OSError as error:
        return f"the C compiler cannot be run ({error.strerror})"
    return None


def find_compiler() -> list[str] | None:
    """What CC says, else the first that is there."""
    said = [shlex.split(os.environ["CC"], posix=sys.platform != "win32")] if "CC" in os.environ else []
    return next((words for words in said or [[name] for name in COMPILERS] if words and shutil.which(words[0])), None)


def command(compiler: list[str], made: Path) -> list[str]:
    """What makes the library, in the words of MSVC or of the others."""
    sources = list(map(str, SOURCES))
    if Path(compiler[0]).stem.lower() in {"cl", "clang-cl"}:
        return [*compiler, *FLAGS_OF_MSVC, *sources, f"/Fe:{made}"]
    of_system = [] if sys.platform == "win32" else ["-fPIC", "-lm"]
    return [*compiler, *FLAGS, "-o", str(made), *sources, *of_system]


if __name__ == "__main__":
    sys.exit(main())
