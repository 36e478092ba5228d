"""How a cell is edited."""

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from core.datasets.dataset import LARGEST
from core.errors import InputError
from perceptron_gui.look.fields.number_field import NumberField
from perceptron_gui.look.tables.flat_model import Index
from perceptron_gui.model.document import editing
from perceptron_gui.model.document.document import Document
from perceptron_gui.panels.data.columns import ClassColumn, Feature
from perceptron_gui.panels.data.model import ExamplesModel


class Cells(QStyledItemDelegate):
    """A number is edited to its last digit, with a point or a comma; what is no number changes nothing, and says so."""

    def __init__(self, model: ExamplesModel, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._document = document

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        column = self._model.columns[index.column()]
        x = self._model.dataset.X[self._model.row_at(index.row())]
        value = float(x[column.column]) if isinstance(column, Feature) else 0.0
        field = NumberField(column.title, value, -LARGEST, LARGEST, parent=parent)
        field.setFrame(False)
        return field

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        """A label has no editor: what would open one flips it."""
        if isinstance(self._model.columns[index.column()], ClassColumn) and _would_edit(event):
            editing.flip(self._document, self._model.row_at(index.row()))
            return True
        return bool(super().editorEvent(event, model, option, index))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        column = self._model.columns[index.column()]
        if not isinstance(editor, NumberField) or not isinstance(column, Feature):
            return
        if self._model.dataset is not self._document.dataset:
            return  # the points changed under an editor that nobody saw any more
        try:
            value = editor.value()
        except InputError as error:
            self._document.refused.emit(str(error))
        else:
            editing.put_value(self._document, self._model.row_at(index.row()), column.column, value)


def _would_edit(event: QEvent) -> bool:
    """A double click with the left button, Enter or F2."""
    if isinstance(event, QMouseEvent):
        return event.type() == QEvent.Type.MouseButtonDblClick and event.button() == Qt.MouseButton.LeftButton
    keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2)
    return isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in keys
