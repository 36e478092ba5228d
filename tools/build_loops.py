"""Build the inner loops with the C compiler that is there; where there is none, say so and go without.

build_loops.py              build them unless they are built already
build_loops.py --required   fail where they cannot be built
build_loops.py --platform   print the platform tag of a wheel that holds them
"""

from __future__ import annotations

import os
import platform
import re
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
from contextlib import suppress
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
OLDEST_MACOS_ON_ARM = (11, 0)
"""Apple's own processors have no older system, whatever Python was built for."""


def main() -> int:
    """Build unless that is done. Without a compiler the program does without: a failure only with --required."""
    if "--platform" in sys.argv:
        print(wheel_platform(sysconfig.get_platform(), platform.machine()))
        return 0
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
    """Put the library in its place, whole or not at all; return what is in the way, or None.

    The compiler works in the system's folder for temporary files, so an interrupted build leaves nothing behind.
    """
    compiler = find_compiler()
    if compiler is None:
        return "there is no C compiler"
    with suppress(OSError):  # one of older sources may not be loaded, even where no new one can be built
        LIBRARY.unlink(missing_ok=True)
    # Without a handler SIGTERM would end this process before the folder is removed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with TemporaryDirectory() as folder:
        made = Path(folder, LIBRARY.name)
        try:
            done = subprocess.run(
                command(compiler, made), cwd=folder, env=environment(), capture_output=True, text=True, check=False
            )
        except OSError as error:
            return f"the C compiler cannot be run ({error.strerror})"
        if done.returncode:
            lines = (done.stderr + done.stdout).strip().splitlines() or [f"exit {done.returncode}"]
            return f"the C compiler fails ({next((line for line in lines if 'error' in line), lines[0])})"
        return put_in_place(made)


def put_in_place(made: Path) -> str | None:
    """Move the library to its place in one step, because a program may start meanwhile."""
    beside = LIBRARY.with_name(f"{LIBRARY.name}.{os.getpid()}")
    try:
        shutil.copy(made, beside)
        beside.replace(LIBRARY)
    except OSError as error:
        return f"nothing can be written to {FOLDER} ({error.strerror})"
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
    return None


def environment() -> dict[str, str]:
    """Return what the compiler is told: on macOS, to build for the system that the wheel's tag names."""
    if sys.platform != "darwin":
        return dict(os.environ)
    oldest = wheel_platform(sysconfig.get_platform(), platform.machine()).split("_")[1:3]
    return {**os.environ, "MACOSX_DEPLOYMENT_TARGET": ".".join(oldest)}


def wheel_platform(built_for: str, machine: str) -> str:
    """Return the platform tag of a wheel with the library, for a Python `built_for` a platform on this `machine`.

    A Python for macOS may be universal, but the library is compiled for one kind of processor.
    """
    macos = re.fullmatch(r"macosx-(\d+)\.(\d+)-\w+", built_for)
    if macos is None:
        return re.sub(r"[-.]", "_", built_for)
    major, minor = int(macos[1]), int(macos[2])
    if machine == "arm64":
        major, minor = max((major, minor), OLDEST_MACOS_ON_ARM)
    return f"macosx_{major}_{minor}_{machine}"


def find_compiler() -> list[str] | None:
    """Return the compiler that CC names, else the first that is there."""
    said = [shlex.split(os.environ["CC"], posix=sys.platform != "win32")] if "CC" in os.environ else []
    return next((words for words in said or [[name] for name in COMPILERS] if words and shutil.which(words[0])), None)


def command(compiler: list[str], made: Path) -> list[str]:
    """Return the command that makes the library, for MSVC or for other compilers."""
    sources = list(map(str, SOURCES))
    if Path(compiler[0]).stem.lower() in {"cl", "clang-cl"}:
        return [*compiler, *FLAGS_OF_MSVC, *sources, f"/Fe:{made}"]
    of_system = [] if sys.platform == "win32" else ["-fPIC", "-lm"]
    return [*compiler, *FLAGS, "-o", str(made), *sources, *of_system]


if __name__ == "__main__":
    sys.exit(main())
