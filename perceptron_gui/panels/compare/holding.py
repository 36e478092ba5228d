"""What is held out: a share of the examples drawn by a seed, or those of a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFileDialog, QLabel, QWidget

from core.datasets.dataset import Dataset
from core.files import load_held_out
from core.files.session import HeldOutFile
from perceptron_gui.look.fields.number_field import LARGEST_WHOLE, NumberField, WholeNumberField
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.size import pixels
from perceptron_gui.look.text.lettering import readable
from perceptron_gui.look.text.small_widgets import SMALL, name_for, tool_button
from perceptron_gui.model.saved_setting import a_count, a_number
from perceptron_gui.model.threads.worker import Worker, once
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.compare.bench import HeldOutChoice

_MOST_PERCENT, _MOST_SPLITS = 99, 1000


class HoldingBar(QWidget):
    """`changed` tells that something else is held out, `troubled` carries what is wrong with what was asked for."""

    changed = Signal()
    troubled = Signal(str)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._document, self._held_out_file = workspace.document, workspace.held_out_file
        self._drawn = HeldOutChoice()
        self.ask_path: Callable[[], Path | None] = self._ask_path
        self.share = NumberField("Share held out", 0, 0, _MOST_PERCENT, "So many percent are not learned from")
        self.seed = WholeNumberField("Seed of the share", 0, 0, LARGEST_WHOLE, "Which examples are held out")
        self.splits = WholeNumberField(
            "Seeds", 1, 1, _MOST_SPLITS, "Mean and spread over so many seeds: of the share held out, and of the runs"
        )
        self.file = tool_button("File…", "Hold out nothing of these examples, but ask about those of a file")
        self.reading = Worker(self)
        self.reading.answered.connect(self._take_file)
        self.reading.failed.connect(self.troubled)
        self._path = Path()
        self._lay_out()
        self.share.editingFinished.connect(self._take_share)
        self.seed.editingFinished.connect(self._take_share)
        self.splits.editingFinished.connect(self._take_share)
        self.file.clicked.connect(self._open)

    @property
    def held_out(self) -> HeldOutChoice:
        return replace(self._drawn, file=self._held_out_file.file)

    def read(self, path: Path) -> None:
        """Hold out the examples of a file, as soon as they are read."""
        self._path = path
        self.reading.ask(once(partial(load_held_out, path, self._document.dataset)))

    def saved(self) -> dict[str, Any]:
        """The share and its seed, in plain JSON values; of a file the session keeps the examples."""
        return {"share": self._drawn.share, "seed": self._drawn.seed, "seeds": self._drawn.splits}

    def restore(self, value: Any) -> None:
        share, seed = a_number(value["share"]), a_count(value["seed"], 0, LARGEST_WHOLE)
        splits = a_count(value.get("seeds", 1), 1, _MOST_SPLITS)
        if not 0 <= 100 * share <= _MOST_PERCENT:
            raise ValueError
        self.share.set_value(round(100 * share, 9))
        self.seed.set_value(seed)
        self.splits.set_value(splits)
        self._hold(HeldOutChoice(share, seed, None if share else self._held_out_file.file, splits))

    def _lay_out(self) -> None:
        for field in (self.splits, self.share, self.seed):
            field.setFixedWidth(pixels(42))
        share, seed = (
            (QLabel("Hold out"), self.share, QLabel("%")),
            (QLabel("seed"), self.seed, self.splits, QLabel("in all")),
        )
        self.setLayout(
            in_row(*share, *seed, name_for("or a", self.file), self.file, 0, margins=(0, 0, 0, 0), spacing=4)
        )
        for child in self.findChildren(QWidget):
            child.setFont(readable(self.font(), SMALL))

    @Slot()
    def _take_share(self) -> None:
        trouble = self.share.trouble or self.seed.trouble or self.splits.trouble
        if trouble:
            self.troubled.emit(f"{trouble}.")
            return
        share, seed, splits = self.share.value() / 100, self.seed.value(), self.splits.value()
        self._hold(HeldOutChoice(share, seed, None if share else self._held_out_file.file, splits))

    def _hold(self, held_out: HeldOutChoice) -> None:
        self.troubled.emit("")
        if held_out != self.held_out:
            self._drawn = replace(held_out, file=None)
            self._held_out_file.put(held_out.file)
            self.changed.emit()

    @Slot()
    def _open(self) -> None:
        path = self.ask_path()
        if path is not None:
            self.read(path)

    @Slot(object)
    def _take_file(self, examples: Dataset) -> None:
        self.share.set_value(0)
        self._hold(HeldOutChoice(0.0, self.seed.latest, HeldOutFile.of(self._path, examples), self.splits.latest))

    def _ask_path(self) -> Path | None:
        chosen, _ = QFileDialog.getOpenFileName(self.window(), "Hold Out the Examples of a File")
        return Path(chosen) if chosen else None
