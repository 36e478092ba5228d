"""The data panel: the number of examples of each class, separable or not and why, and all examples in a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu

from core.datasets.dataset import IntArray
from core.names import brief
from core.numbers.numerals import counted
from core.record.history import State
from core.run import Run
from perceptron_gui.look.card import DiagnosisNote
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.plain import plain
from perceptron_gui.look.size import BODY
from perceptron_gui.look.text.sentences import class_name
from perceptron_gui.look.text.small_widgets import label_of, offer_menu, push_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.document import editing
from perceptron_gui.model.saved_setting import a_count, read
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.data.model import ExamplesModel, SeenExamples, data_columns
from perceptron_gui.panels.data.view import ExamplesView
from perceptron_gui.panels.following import FollowingPanel

_ASCENDING, _DESCENDING = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
_REMARKS = 3


class DataPanel(FollowingPanel):
    """The examples, where w gets them wrong at the playhead, and the one that is pointed at."""

    keeps: ClassVar[dict[str, Any]] = {"column": int, "descending": bool}

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__("Data", workspace)
        self._document, self._selection = workspace.document, workspace.selection
        self._highlight = workspace.highlight
        self.counts = label_of(rung=BODY)
        self.note = DiagnosisNote(theme)
        self.remarks = label_of(rung=BODY)
        self.model = ExamplesModel(theme)
        self.table = ExamplesView(self.model, workspace)
        self._hidden: set[int] = set()
        self._counted: tuple[Run | None, int, IntArray] = None, 0, np.empty(0, np.int64)
        self.sorted = label_of(rung=BODY, role="secondary")
        tip = "Put the examples themselves in this order: another run (it can be undone)"
        self.sort_examples = push_button("Sort the Examples", tip, rung=BODY)
        self._sorting = self.later(200, self.model.sort_again)  # Between two sortings during play.
        self._lay_out()

    def saved(self) -> dict[str, Any]:
        return dict(zip(self.keeps, self.model.sorting, strict=True))

    def restore(self, value: Any) -> None:
        dataset, kept = self._document.dataset, read(self.keeps, value)
        a_count(kept["column"], 0, len(data_columns(dataset)) - 1)
        if self.model.dataset is not dataset:  # The panel was not visible yet.
            self.model.show(SeenExamples(dataset))
        self.table.sortByColumn(kept["column"], _DESCENDING if kept["descending"] else _ASCENDING)

    def _lay_out(self) -> None:
        for widget in (self.counts, self.note, self.remarks):
            self.column.addWidget(widget)
        self.column.addWidget(self.table, 1)
        self.column.addLayout(in_row((self.sorted, 1), self.sort_examples))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFocusProxy(self.table)
        self._document.dataset_changed.connect(self.wake_again)
        self._highlight.changed.connect(self._tint)
        for changed in (self.model.layoutChanged, self.model.modelReset):
            changed.connect(self._show_sorting)
        self.sort_examples.clicked.connect(self._sort_examples)
        offer_menu(self.table, self.menu_at)

    def take_run(self, run: Run) -> None:
        self.note.show_run(run, whole=True)

    def wake(self) -> None:
        """Show the examples, with or without a run."""
        dataset, remarks = self._document.dataset, self._document.remarks
        classes = zip("○×", (dataset.positives, dataset.negatives), reversed(dataset.labels), strict=True)
        told = " · ".join(f"{marker} {count:,} {brief(class_name(name))}" for marker, count, name in classes)
        self.counts.setText(f"{told} · {counted(dataset.d, 'feature')}")
        earlier = f"{len(remarks) - _REMARKS:,} earlier; " if len(remarks) > _REMARKS else ""
        self.remarks.setText(f"Done to the points: {earlier}{'; '.join(remarks[-_REMARKS:])}.")
        self.remarks.setToolTip(plain("\n".join(remarks)))
        self.remarks.setVisible(bool(remarks))
        self.show_state(self.run, self.player.told)
        self._show_sorting()

    def _updates_on(self, run: Run, update: int) -> IntArray:
        """Return the updates on each example, (n,), counted on from the moment before: playing on takes no time."""
        counted_of, last, counts = self._counted
        if counted_of is not run or update < last:
            last, counts = 0, np.zeros(run.dataset.n, np.int64)
        self._counted = run, update, counts + run.history.counts(last, update)
        return self._counted[2]

    def show_state(self, run: Run | None, state: State | None) -> None:
        dataset = self._document.dataset
        seen = SeenExamples(dataset)
        if run is not None and state is not None and run.dataset.d == dataset.d:
            weights = state.weights_per_rate if len(state.w) == dataset.d else None
            updates = self._updates_on(run, state.update) if run.dataset is dataset else None
            seen = SeenExamples(dataset, run.rule, weights, updates, run.predictor.own)
        self.model.show(seen)
        # With another number of features others are the last columns, and a hidden one may be a label.
        known = {len(self.model.columns) - 2: seen.weights, len(self.model.columns) - 1: seen.updates}
        hidden = {place for place, values in known.items() if values is None}
        for place in self._hidden ^ hidden:
            self.table.setColumnHidden(place, place in hidden)
        self._hidden = hidden
        self._tint()
        if self.model.now is not None:
            self.table.follow(self.model.now)
        if (by := self.model.sorted_by) is not None and by.of_state:
            self._sorting.soon()

    def _tint(self) -> None:
        if self.isVisible():
            state, lit = self.player.told, self._highlight
            pointed = lit.rows[0] if lit.kind == "example" and lit.rows else None
            self.model.tint(state.index if state is not None and state.example else None, pointed)

    def _show_sorting(self) -> None:
        by = self.model.sorted_by
        self.sorted.setText(f"View only, by {brief(by.by or by.title)}: the data keep their order." if by else "")
        self.sorted.setVisible(by is not None)
        self.sort_examples.setVisible(by is not None)

    def _sort_examples(self) -> None:
        if (by := self.model.sorted_by) is not None:
            order = self.model.order
            self.table.sortByColumn(0, _ASCENDING)
            editing.sort_examples(self._document, self._selection, order, by.by or by.title)

    def menu_at(self, position: QPoint) -> QMenu:
        """Return the actions on the selected examples and on the row at a position of the table."""
        document, selection = self._document, self._selection
        menu, index = QMenu(self), self.table.indexAt(position)
        if index.isValid():
            row = self.model.row_at(index.row())
            label = int(document.dataset.y[row])
            _offer(menu, "&Insert an Example Before", partial(editing.insert, document, row, label))
        if len(selection):
            what = "Example" if len(selection) == 1 else f"{len(selection):,} Examples"
            _offer(menu, f"&Flip {what}", partial(editing.flip_selected, document, selection))
            _offer(menu, f"D&uplicate {what}", partial(editing.duplicate_selected, document, selection))
            _offer(menu, f"&Delete {what}", partial(editing.delete_selected, document, selection))
            _offer(menu, f"&Copy {what}", partial(editing.copy_selected, document, selection))
        _offer(menu, "&Paste", partial(editing.paste, document, selection))
        return menu


def _offer(menu: QMenu, text: str, act: Callable[[], object]) -> None:
    menu.addAction(text).triggered.connect(lambda _checked: act())
