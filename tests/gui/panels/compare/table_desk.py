"""A compare panel with its workspace, and what a person sees and does there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.analysis.compared_entries import Entry
from core.analysis.comparison_table import COLUMNS
from core.datasets.dataset import Dataset
from core.numbers.numerals import percent_text
from core.predictors import PREDICTORS
from core.run import Run, train
from core.spec import RunSpec
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.compare import ComparePanel
from perceptron_gui.panels.compare.bench import ComparisonSoFar
from tests.core.pieces import wrong

SPEC = RunSpec(max_epochs=6, max_updates=30)


PATIENCE_MS = 20_000


class Table:
    """A workspace, its compare panel, and what a person sees there."""

    def __init__(self, qtbot: QtBot, dataset: Dataset, spec: RunSpec = SPEC) -> None:
        self.qtbot = qtbot
        self.workspace = Workspace(Document(dataset, spec))
        self.document, self.player = self.workspace.document, self.workspace.player
        self.theme = ThemeModel(Appearance.LIGHT)
        self.panel = ComparePanel(self.workspace, self.theme)
        qtbot.addWidget(self.panel)
        self.panel.resize(430, 700)
        for changed in (self.document.dataset_changed, self.document.spec_changed):
            changed.connect(self.solve)
        self.solve()

    def solve(self) -> None:
        self.player.set_run(train(self.document.dataset, self.document.spec))

    def show(self) -> None:
        self.panel.show()
        self.settled()

    def settled(self) -> None:
        """Wait until all is known that was asked for."""
        bench = self.panel.bench
        self.wait_until(lambda: not bench.worker.busy and bench.found is not None and bench.found.complete)

    def wait_until(self, happened: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(happened, timeout=PATIENCE_MS)

    def stood_at(self, example: int) -> None:
        """Wait until it is known where all entries stand after so many examples."""
        bench = self.panel.bench
        self.wait_until(lambda: bench.found is not None and bench.found.example == example)

    @property
    def found(self) -> ComparisonSoFar:
        found = self.panel.bench.found
        assert found is not None
        return found

    @property
    def entries(self) -> tuple[Entry, ...]:
        return self.panel.marks.entries

    def cells(self) -> dict[Entry, list[str]]:
        """The numbers that are written for each entry."""
        model = self.panel.table.results
        rows = [[str(model.index(row, c).data()) for c in range(len(COLUMNS))] for row in range(model.rowCount())]
        return {result.entry: rows[model.lines * place + 1] for place, result in enumerate(model.results)}

    def box_of(self, entry: Entry) -> QModelIndex:
        """The box of an entry with the kernel of the boxes."""
        boxes = self.panel.chooser.boxes
        paths = [None if isinstance(row, str) else replace(row, kernel=None) for row in boxes.rows]
        row = paths.index(replace(entry.path, kernel=None))
        return boxes.index(row, list(PREDICTORS).index(entry.predictor) + 1)

    def set(self, entry: Entry, on: bool) -> None:
        """Click the box of an entry."""
        chooser, index = self.panel.chooser, self.box_of(entry)
        self.panel.choose.setChecked(True)
        assert (index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked) is not on
        chooser.scrollTo(index)
        place = QPoint(chooser.visualRect(index).left() + 10, chooser.visualRect(index).center().y())
        QTest.mouseClick(chooser.viewport(), Qt.MouseButton.LeftButton, pos=place)

    def hold_out(self, percent: str, seed: str = "0") -> None:
        """Type a share and a seed."""
        for field, text in ((self.panel.holding.share, percent), (self.panel.holding.seed, seed)):
            field.setText(text)
            field.editingFinished.emit()
        self.settled()


def written(run: Run, held_out: Dataset | None = None) -> list[str]:
    """The numbers of a run made alone, as far as they do not take another hand to find."""
    tested = [data for data in (run.dataset, held_out) if data is not None]
    errors = [f"{(w := wrong(run.decision(), data))} · {percent_text(1 - w / data.n)}" for data in tested]
    epochs = f"{run.history.epochs}" if run.order.has_epochs else "–"
    return [f"{run.updates}", epochs, *errors]
