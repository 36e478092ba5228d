"""Keys on a real X screen: those of each desktop, none taken twice, and what they do under a keyboard of its own."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.end_to_end.desktop import Desktop, eventually
from tests.places import ROOT

_TELL_KEYS = f"""
import json, sys
sys.path.insert(0, {str(ROOT)!r})
from pathlib import Path
from PySide6.QtGui import QGuiApplication
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.program.application import make_application
from perceptron_gui.window.main_window import MainWindow
application = make_application()
assert QGuiApplication.platformName() == "xcb"
window = MainWindow(Settings(Path(sys.argv[1], "s.ini")), ThemeModel(Appearance.LIGHT, application), Path(sys.argv[1]))
panel = window.panel.panel_actions
keys = {{action.objectName(): [key.toString() for key in action.shortcuts()] for action in window.actions()}}
keys |= {{action.text(): [key.toString() for key in action.shortcuts()] for action in panel}}
window.parts.shut_down()
print(json.dumps(keys))
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["GNOME", "KDE", ""])
def test_on_no_desktop_of_linux_a_key_is_taken_twice(name: str, desktop: Desktop, tmp_path: Path) -> None:
    desktop.environment |= {"XDG_CURRENT_DESKTOP": name, "KDE_SESSION_VERSION": "5" if name == "KDE" else ""}
    told = json.loads(desktop.run(sys.executable, "-c", _TELL_KEYS, str(tmp_path)).splitlines()[-1])
    keys = [key for some in told.values() for key in some]
    assert len(keys) > 90
    assert sorted(keys) == sorted({*keys})
    assert told["full_screen"][0] == "F11"
    assert (told["print"], told["close"], told["quit"]) == (["Ctrl+P"], ["Ctrl+W"], ["Ctrl+Q"])
    assert not [key for key in keys if key.startswith(("Ctrl+Alt+", "Meta+", "Alt+F")) or key == "F10"]


@pytest.mark.slow
def test_print_shows_a_preview_and_close_ends_the_program(desktop: Desktop, tmp_path: Path) -> None:
    points = tmp_path / "points.csv"
    points.write_text("x1,x2,label\n1,2,1\n-1,-2,-1\n")
    program = desktop.program(points)

    def closed() -> bool:
        desktop.key("ctrl+w")
        return program.poll() is not None

    try:
        desktop.find("points.csv")
        desktop.open_by("ctrl+p", "Print Preview")
        desktop.key("Escape")
        desktop.find("points.csv")
        desktop.key("ctrl+t")
        eventually(closed, "the window closes")
        assert program.returncode == 0
        settings = Path(desktop.environment["XDG_CONFIG_HOME"], "perceptron", "settings.ini")
        eventually(settings.exists, "the settings are saved")
        assert "print" in settings.read_text()
        assert program.stderr is not None
        assert program.stderr.read() == b""
    finally:
        program.kill()
        program.communicate()
