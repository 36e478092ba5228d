"""The numbers of a comparison, to be taken away: copied, or saved as a table or as a picture for a slide."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from core.analysis.comparison_table import ComparisonTable
from core.errors import InputError
from core.files.disk.atomic import write_atomically
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.text.small_widgets import tool_button

_KINDS = {".csv": "CSV table", ".tex": "LaTeX table", ".png": "PNG picture"}


@dataclass(frozen=True)
class Shown:
    """What the panel shows: its table, and what makes a picture of it."""

    table: ComparisonTable
    picture: Callable[[], bytes]


class SavingBar(QWidget):
    """`troubled` carries what is wrong with where it was to be saved; empty where nothing is."""

    troubled = Signal(str)

    def __init__(self, shown: Callable[[], Shown | None]) -> None:
        super().__init__()
        self._shown = shown
        self.ask_path: Callable[[], Path | None] = self._ask_path
        self.copy = tool_button("Copy", "Copy the table as text, for a spreadsheet")
        self.save = tool_button("Save…", "Save the table as CSV or LaTeX, or table and curves as a picture for a slide")
        self.copy.clicked.connect(self._copy)
        self.save.clicked.connect(self._save)
        self.setLayout(in_row(self.copy, self.save, margins=(0, 0, 0, 0), spacing=4))

    def write(self, path: Path) -> None:
        """Save what is shown, by the suffix of the file. Raises InputError."""
        shown, suffix = self._shown(), path.suffix.lower()
        if shown is None:
            raise InputError("there is nothing to save yet; results are expected", path=path)
        writers: dict[str, Callable[[], bytes | str]] = {
            ".csv": shown.table.as_csv,
            ".tex": shown.table.as_latex,
            ".png": shown.picture,
        }
        if suffix not in writers:
            raise InputError(f"{suffix or 'no suffix'} is not possible; {', '.join(writers)} is expected", path=path)
        write_atomically(path, writers[suffix]())

    @Slot()
    def _copy(self) -> None:
        if (shown := self._shown()) is not None:
            QGuiApplication.clipboard().setText(shown.table.as_text())

    @Slot()
    def _save(self) -> None:
        path = self.ask_path()
        if path is None:
            return
        try:
            self.write(path)
        except InputError as error:
            self.troubled.emit(f"{error}.")
        else:
            self.troubled.emit("")

    def _ask_path(self) -> Path | None:
        kinds = {f"{title} (*{suffix})": suffix for suffix, title in _KINDS.items()}
        chosen, kind = QFileDialog.getSaveFileName(self.window(), "Save the Comparison", "comparison", ";;".join(kinds))
        if not chosen:
            return None
        path = Path(chosen)
        return path if path.suffix else path.with_suffix(kinds[kind])
