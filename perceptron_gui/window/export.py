"""Export from the window: the picture as it is on the screen, and the trace of the run."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Slot

from core.command_line.trace import write_trace
from core.errors import InputError
from perceptron_gui.canvas import Canvas
from perceptron_gui.files.open_save import Dialogs, Files
from perceptron_gui.look.notice_bar import NoticeBar, Severity
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.window.picture import WRITERS, export_view
from perceptron_gui.window.side_panel import SidePanel


class Exports(QObject):
    """Asks where to, writes, and says what went wrong, if something did."""

    def __init__(
        self,
        canvas: Canvas,
        panel: SidePanel,
        player: Player,
        files: Files,
        theme: ThemeModel,
        notice: NoticeBar,
        dialogs: Dialogs,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._canvas = canvas
        self._panel = panel
        self._player = player
        self._files = files
        self._theme = theme
        self._notice = notice
        self._dialogs = dialogs

    @Slot()
    def picture(self) -> None:
        """The canvas and the panel that is seen, as they are now."""
        kinds = ";;".join(f"{suffix[1:].upper()} (*{suffix})" for suffix in WRITERS)
        page = self._theme.current.color("panel")
        self._write(".png", kinds, lambda path: export_view(path, self._canvas, self._panel.panel, page))

    @Slot()
    def trace(self) -> None:
        """Every update of the run, a row each."""
        run = self._player.run
        if run is not None:
            write = partial(write_trace, run)
            self._write(
                ".trace.csv", "Trace (*.csv)", write, "; its index counts the examples from 0, the window from 1"
            )

    def _write(self, suffix: str, kinds: str, write: Callable[[Path], None], remark: str = "") -> None:
        path = self._dialogs.path_to_save(self._files.suggested(suffix), kinds)
        if path is None:
            return
        if not path.suffix:
            path = path.with_suffix(suffix)
        try:
            write(path)
        except InputError as error:
            self._notice.show_notice(Severity.ERROR, str(error))
        else:
            self._notice.show_notice(Severity.NOTE, f"Written to {path}{remark}")
