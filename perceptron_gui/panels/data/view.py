"""The view of the table: its keys, its mouse, and its selection in step with the canvas."""

from __future__ import annotations

import re
from collections.abc import Iterable

from PySide6.QtCore import QAbstractItemModel, QEvent, QItemSelectionModel, QModelIndex, QObject, QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QStyledItemDelegate, QStyleOptionHeader, QStyleOptionViewItem, QWidget

from core.datasets.dataset import LARGEST
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.fields.number_field import NumberField
from perceptron_gui.look.size import SMALL, follow_scale, pixels
from perceptron_gui.look.tables import Index, LinesTable, TableLine
from perceptron_gui.model.document import editing
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.data.model import CLASS, SCORE, ExamplesModel, RowSelection, class_texts


class CellEditor(Guarded, QStyledItemDelegate):
    """An editor for a number to its last digit, with a point or a comma; other texts show an error."""

    def __init__(self, model: ExamplesModel, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model, self._document = model, document
        self.editors: set[QWidget] = set()
        """The open editors: Enter closes one when Qt gets to it, and by then its row may be gone."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        title, value = self._model.columns[index.column()].title, float(index.data(Qt.ItemDataRole.EditRole))
        field = NumberField(title, value, -LARGEST, LARGEST, parent=parent)
        field.setFrame(False)
        self.editors.add(field)
        return field

    def destroyEditor(self, editor: QWidget, index: Index) -> None:
        self.editors.discard(editor)
        super().destroyEditor(editor, index)

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        """Return an editor for a number. A label has none: the same click flips it."""
        would_edit = False
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonDblClick:
            would_edit = event.button() == Qt.MouseButton.LeftButton
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            would_edit = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2)
        if would_edit and self._model.is_class(index.column()):
            editing.flip(self._document, [self._model.row_at(index.row())])
            return True
        return bool(super().editorEvent(event, model, option, index))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        feature = self._model.columns[index.column()].feature
        # The points may have changed under an editor that was out of sight.
        if not isinstance(editor, NumberField) or feature is None or self._model.dataset is not self._document.dataset:
            return
        if editor.trouble:
            self._document.refused.emit(editor.trouble)
        else:
            editing.put_value(self._document, self._model.row_at(index.row()), feature, editor.value())


_FLAG = QItemSelectionModel.SelectionFlag
_OWN_KEYS = (
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down),
    *(Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown),
    *(Qt.Key.Key_Minus, Qt.Key.Key_Plus, Qt.Key.Key_Period, Qt.Key.Key_Comma),
)
"""Keys that move in the table, or begin a number: there they have this meaning, not that of the run."""
_PADDING = 8
_NARROWEST, _CLASS_LEAST, _CLASS_MOST = 32, 56, 150
_LINES = 4
"""Lines that a name above a column may take."""
_WORD = re.compile(r".+?(?:[ _\-/]|\.(?!\d)|$)")
"""A word, and the sign after it"""


class Headings(Guarded, QHeaderView):
    """Names on several lines, broken after a space or a sign between words, and cut in the middle if they are long."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)  # It would take one line.

    def fit(self, names: Iterable[str]) -> None:
        """Be as high as the highest of these names."""
        room, metrics = self.defaultSectionSize() - _PADDING, self.fontMetrics()
        lines = max(self.shown(name, room).count("\n") + 1 for name in names)
        self.setFixedHeight(lines * metrics.lineSpacing() + _PADDING)

    def shown(self, name: str, room: int) -> str:
        """Return the lines of a name, as much of it as they hold."""
        metrics, middle, lines = self.fontMetrics(), Qt.TextElideMode.ElideMiddle, [""]
        for word in _WORD.findall(metrics.elidedText(name, middle, (_LINES - 1) * room)):
            if lines[-1] and metrics.horizontalAdvance(f"{lines[-1]}{word.strip()}") > room:
                lines.append("")
            lines[-1] += word
        return "\n".join(metrics.elidedText(line.strip(), middle, room) for line in lines[:_LINES])

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, section: int) -> None:
        super().initStyleOptionForIndex(option, section)
        if not section and self.sortIndicatorOrder() is Qt.SortOrder.AscendingOrder:
            option.sortIndicator = QStyleOptionHeader.SortIndicator.None_  # The order of the data is no sorting.
        option.text = self.shown(option.text, self.sectionSize(section) - _PADDING)


class ExamplesView(LinesTable):
    """Rows are selected as in any list; Delete, F and the like work as in the canvas."""

    pad = _PADDING / 2

    def __init__(self, model: ExamplesModel, workspace: Workspace) -> None:
        self.examples = model
        self._document, self._selected = workspace.document, workspace.selection
        self._highlight = workspace.highlight
        self._points = False
        """True if the mouse has pointed at a row since it came"""
        self._drag: tuple[int, int] | None = None
        """the row that is dragged by its number, and the place where it would go"""
        self._toggling = _FLAG.Select
        """The effect of a drag with Ctrl on the rows it passes, the same as on the first one."""
        super().__init__(model, "Examples", SMALL, 8)
        self.headings = Headings(self)
        self._rows = RowSelection(model, self._selected)
        self.setSelectionModel(self._rows)
        self._cells = CellEditor(model, self._document, self)
        self.setItemDelegate(self._cells)
        self.setSelectionBehavior(self.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(self.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(self.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.set_titles(self.headings, _NARROWEST)
        self.headings.setSortIndicator(0, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self.headings.sectionResized.connect(self._give_rest)
        model.modelReset.connect(self._fit_columns)
        follow_scale(self, self._fit_columns)
        model.rowsInserted.connect(self._make_room)
        self.entered.connect(self._point)
        self._selected.changed.connect(self._follow_selection)
        self._fit_columns()

    def selectionCommand(self, index: Index, event: QEvent | None = None) -> QItemSelectionModel.SelectionFlag:
        """Return the usual command of a desktop; Qt itself would ask its own list of selected rows."""
        command = super().selectionCommand(index, event)
        if not isinstance(event, QMouseEvent) or not index.isValid():
            return command
        there = self.examples.row_at(index.row()) in self._selected
        if there and event.button() == Qt.MouseButton.RightButton:
            return _FLAG.NoUpdate
        if not command & _FLAG.Toggle:
            return command
        if event.type() == QEvent.Type.MouseButtonPress:
            self._toggling = _FLAG.Deselect if there else _FLAG.Select
        return command & ~_FLAG.Toggle | self._toggling

    def commitData(self, editor: QWidget) -> None:
        if editor in self._cells.editors:
            super().commitData(editor)

    def closeEditor(self, editor: QWidget, hint: QStyledItemDelegate.EndEditHint) -> None:
        if editor in self._cells.editors:
            super().closeEditor(editor, hint)

    def event(self, event: QEvent) -> bool:
        """Let the keys of the table come before the window's shortcuts."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
            if event.key() in _OWN_KEYS and not held:
                event.accept()
                return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter edits the current cell, as in a spreadsheet; Alt with Up or Down carries the current example."""
        key, row, steps = event.key(), self.currentIndex().row(), {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if event.modifiers() == Qt.KeyboardModifier.AltModifier and key in steps:
            self._move(row, row + steps[Qt.Key(key)])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.state() is not self.State.EditingState:
            self.edit(self.currentIndex(), self.EditTrigger.EditKeyPressed, event)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Let an example be dragged by its number if the rows are in the order of the data."""
        super().mousePressEvent(event)
        index, plain = self.indexAt(event.position().toPoint()), event.modifiers() == Qt.KeyboardModifier.NoModifier
        by_number = plain and index.column() == 0 and event.button() == Qt.MouseButton.LeftButton
        self._drag = (index.row(), index.row()) if by_number and self.examples.sorted_by is None else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drag is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        row = self.rowAt(event.position().toPoint().y())
        goes_to = row if row >= 0 else 0 if event.position().y() < 0 else self.examples.dataset.n - 1
        if goes_to != self._drag[1]:
            self._drag = self._drag[0], goes_to
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        drag, self._drag = self._drag, None
        if drag is not None:
            self.viewport().unsetCursor()
            self.viewport().update()
            self._move(*drag)

    def _move(self, row: int, place: int) -> None:
        """Move the example in a row to another place; a sorted table shows another order."""
        if self.examples.sorted_by is None and row != place and row >= 0 and 0 <= place < self.examples.dataset.n:
            editing.move_row(self._document, self._selected, row, place)
            self.setCurrentIndex(self.examples.index(place, 0))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        carried, goes_to = self._drag or (0, 0)
        if carried == goes_to:
            return
        y = self.rowViewportPosition(goes_to) + (self.rowHeight(goes_to) if goes_to > carried else 0)
        with QPainter(self.viewport()) as painter:
            painter.fillRect(0, y - 1, self.viewport().width(), 2, self.palette().highlight())

    def leaveEvent(self, event: QEvent) -> None:
        if self._points:
            self._points = False
            self._highlight.clear()
        super().leaveEvent(event)

    def lines(self, first: int, last: int) -> list[TableLine]:
        """Paint selected rows in the selection colours, and wrong examples and labels in their own."""
        palette, model, rows = self.palette(), self.examples, self.examples.order[first : last + 1]
        plain, lit = palette.color(palette.ColorRole.Text), palette.color(palette.ColorRole.HighlightedText)
        behind = palette.color(palette.ColorRole.Highlight)
        places = self.columns_in_view()
        texts = {place: model.columns[place].texts(model.seen, rows) for place in places}
        colors = model.colors(rows, places, plain)
        found = []
        for i, (row, chosen) in enumerate(zip(rows.tolist(), self._selected.holds(rows).tolist(), strict=True)):
            inks = {place: lit if chosen else colors[place][i] for place in places}
            back = behind if chosen else model.background(row)
            found.append(TableLine({place: texts[place][i] for place in places}, inks, back))
        return found

    def follow(self, row: int) -> None:
        """Bring a row of the data into view, unless the person is editing here."""
        if not self.underMouse() and self.state() is self.State.NoState and 0 <= row < self.examples.dataset.n:
            self.scrollTo(self.examples.index(self.examples.place_of(row), max(self.columnAt(0), 0)))

    def _fit_columns(self) -> None:
        """Give numbers the width that they need, with names above them on several lines; the class gets the rest."""
        width, columns = self.fontMetrics().horizontalAdvance, self.examples.columns
        with QSignalBlocker(self.headings):  # The model is in the order of the data again.
            self.headings.setSortIndicator(0, Qt.SortOrder.AscendingOrder)
        self.headings.setDefaultSectionSize(width("−0.00001") + _PADDING)
        told = max(map(width, class_texts(self.examples.dataset).values())) + _PADDING
        self._class_least = min(max(told, _CLASS_LEAST), _CLASS_MOST)
        self.setColumnWidth(0, pixels(_NARROWEST))
        self.setColumnWidth(len(columns) - 1, width(columns[-1].title) + _PADDING + 4)
        self.setColumnWidth(len(columns) + SCORE, width("−0.00001 ✗") + _PADDING)
        self.headings.fit(column.title for column in columns[:200])  # No panel is wide enough for more.
        self._make_room()
        self._give_rest()

    def _make_room(self) -> None:
        widest = self.fontMetrics().horizontalAdvance(f"{self.examples.dataset.n:,}") + _PADDING
        if widest > self.columnWidth(0):
            self.setColumnWidth(0, widest)

    def _give_rest(self) -> None:
        """Give the class what the other columns leave, at least the width of its name."""
        place = len(self.examples.columns) + CLASS
        rest = self.viewport().width() - self.headings.length() + self.columnWidth(place)
        self.setColumnWidth(place, max(rest, self._class_least))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._give_rest()

    def _point(self, index: QModelIndex) -> None:
        self._points = True
        self._highlight.show_example(self.examples.row_at(index.row()))

    def _follow_selection(self) -> None:
        if self.isVisible():
            self.viewport().update()
            if len(self._selected) and not self._rows.selecting:
                self.follow(int(self._selected.rows[0]))
