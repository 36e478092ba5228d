"""A screen of its own, and a mouse and keyboard for it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.places import MAIN

PATIENCE_S = 120.0
_FOLDERS = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR")
_READ_CLIPBOARD = (
    "import sys; from PySide6.QtGui import QGuiApplication; a = QGuiApplication(['read']); "
    "sys.stdout.buffer.write(a.clipboard().text().encode())"
)


def home(folder: Path) -> dict[str, str]:
    """An environment for a person whose files are all in `folder`."""
    homes = {name: str(folder / name.lower()) for name in _FOLDERS}
    for path in homes.values():
        Path(path).mkdir(mode=0o700, exist_ok=True)
    return {**homes, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}


def eventually(condition: Callable[[], bool], what: str) -> None:
    """Wait until it is so, on the slowest of machines; fails after two minutes."""
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, f"this never came true: {what}"
        time.sleep(0.1)


@dataclass
class Desktop:
    """A screen of its own, with the program's window on it."""

    environment: dict[str, str]
    server: subprocess.Popen[bytes]
    size: tuple[int, int]
    window: str = ""

    def run(self, *command: str) -> str:
        """The output of a command on this screen."""
        done = subprocess.run(command, env=self.environment, capture_output=True, check=True, timeout=PATIENCE_S)
        return done.stdout.decode()

    def find(self, name: str) -> None:
        """Wait for the window whose title begins so, and give it the keyboard."""
        eventually(lambda: self._sees(name), f"a window called {name}")
        self.run("xdotool", "windowfocus", "--sync", self.window)

    def open_by(self, key: str, name: str) -> None:
        """Press a key until there is the window whose title begins so: what it opens may not be possible yet."""

        def opened() -> bool:
            self.key(key)
            time.sleep(1)
            return self._sees(name)

        eventually(opened, f"a window called {name} after {key}")
        self.find(name)

    def _sees(self, name: str) -> bool:
        search = ["xdotool", "search", "--onlyvisible", "--name", f"^{name}"]
        done = subprocess.run(search, env=self.environment, capture_output=True, text=True, check=False)
        self.window = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""
        return bool(self.window)

    @property
    def title(self) -> str:
        """The window's title."""
        return self.run("xdotool", "getwindowname", self.window).strip()

    def key(self, *keys: str) -> None:
        """Press keys, one after another."""
        for key in keys:
            self.run("xdotool", "key", "--clearmodifiers", key)
            time.sleep(0.05)

    def click(self, x: int, y: int, button: int = 1) -> None:
        """Click at a place of the screen."""
        self.run("xdotool", "mousemove", str(x), str(y))
        time.sleep(0.05)
        self.run("xdotool", "click", str(button))
        time.sleep(0.05)

    def drag(self, start: tuple[int, int], end: tuple[int, int], steps: int = 6) -> None:
        """Press, move, release."""
        self.run("xdotool", "mousemove", *map(str, start), "mousedown", "1")
        for step in range(1, steps + 1):
            place = (round(a + (b - a) * step / steps) for a, b in zip(start, end, strict=True))
            self.run("xdotool", "mousemove", *map(str, place))
            time.sleep(0.05)
        self.run("xdotool", "mouseup", "1")

    def copied(self) -> str:
        """What the program puts on the clipboard as its numbers."""
        self.key("ctrl+shift+c")
        return self.run(sys.executable, "-c", _READ_CLIPBOARD)

    @classmethod
    def start(cls, folder: Path, *, size: str = "1280x800", resets: bool = False) -> Desktop:
        """A screen for a person whose files are all in `folder`; whoever starts it stops it.

        One that `resets` starts anew whenever its last client leaves, and refuses whoever comes meanwhile.
        """
        width, height = map(int, size.split("x"))
        stays = [] if resets else ["-noreset"]
        read, write = os.pipe()
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-nolisten", "tcp", *stays],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as number:
            screen = f":{number.readline().strip()}"
        return cls({**home(folder), "DISPLAY": screen, "QT_QPA_PLATFORM": "xcb"}, server, (width, height))

    def program(self, *arguments: str | Path) -> subprocess.Popen[bytes]:
        """The program, started on this screen."""
        return subprocess.Popen([sys.executable, MAIN, *arguments], env=self.environment, stderr=subprocess.PIPE)

    def stop(self) -> None:
        """Take the screen away, as a crash of the server would."""
        self.server.kill()
        self.server.wait()
