"""The data that come with the program as pictures to choose from, each with what to watch in it."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QHideEvent, QIcon, QPainter, QPixmap, QShowEvent
from PySide6.QtWidgets import QDialogButtonBox, QHBoxLayout, QLabel, QListView, QVBoxLayout, QWidget

from core.built_in import BUILT_IN, BuiltIn
from core.datasets.dataset import Dataset
from core.errors import InputError
from core.learners import find_learner
from core.numbers.numerals import counted
from core.spec import RunSpec
from perceptron_gui.look.fields.question_dialog import QuestionDialog, resize_within_screen
from perceptron_gui.look.text.lettering import readable
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.window.dialogs.learner_dialog import numbers_text
from perceptron_gui.window.dialogs.preview import Preview
from perceptron_gui.window.dialogs.scatter import draw_scatter

_PICTURE = QSize(156, 117)
_CARD = QSize(173, 168)
_MARKS = 0.5
_SIZE = QSize(1080, 680)
_SIDE_WIDTH, _PREVIEW_HEIGHT = 330, 290
_ROOT = QModelIndex()


class Cards(QAbstractListModel):
    """The sets with their pictures, which are drawn one after another once they are asked for."""

    drawn = Signal()
    """One more picture is there."""

    def __init__(self, theme: ThemeModel, ratio: float, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ratio = ratio
        self._datasets: dict[int, Dataset | InputError] = {}
        self._pictures: dict[int, QIcon] = {}
        self._awaited: dict[int, None] = {}
        blank = QPixmap(_PICTURE)
        blank.fill(Qt.GlobalColor.transparent)
        self._blank = _icon(blank)
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._draw_next)
        theme.changed.connect(self._restyle)

    @property
    def complete(self) -> bool:
        """Whether no picture is asked for that is not there."""
        return not self._awaited

    def pause(self) -> None:
        """Draw no more until a picture is asked for."""
        self._timer.stop()
        self._awaited.clear()

    def dataset(self, row: int) -> Dataset:
        """The examples of a set. Raises InputError where its file is damaged."""
        if row not in self._datasets:
            try:
                self._datasets[row] = BUILT_IN[row].dataset()
            except InputError as error:
                self._datasets[row] = error
        found = self._datasets[row]
        if isinstance(found, InputError):
            raise found
        return found

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(BUILT_IN)

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | QIcon | None:
        data = BUILT_IN[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return data.title
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            return data.watch
        return self._picture(index.row()) if role == Qt.ItemDataRole.DecorationRole else None

    def _picture(self, row: int) -> QIcon:
        if row not in self._pictures:
            self._awaited[row] = None
            self._timer.start()
        return self._pictures.get(row, self._blank)

    @Slot()
    def _draw_next(self) -> None:
        """One picture between two events, so that the dialog is there at once."""
        row = next(iter(self._awaited))
        del self._awaited[row]
        if not self._awaited:
            self._timer.stop()
        self._pictures[row] = _icon(self._drawn(row))
        index = self.index(row, 0)
        self.dataChanged.emit(index, index, [Qt.ItemDataRole.DecorationRole])
        self.drawn.emit()

    def _drawn(self, row: int) -> QPixmap:
        picture = QPixmap(_PICTURE * self._ratio)
        picture.setDevicePixelRatio(self._ratio)
        try:
            dataset = self.dataset(row)
        except InputError:
            dataset = Dataset.empty()
        area = QRectF(0, 0, _PICTURE.width(), _PICTURE.height())
        with QPainter(picture) as painter:
            draw_scatter(painter, area, dataset, self._theme.current, scale=_MARKS)
        return picture

    @Slot()
    def _restyle(self) -> None:
        self._pictures.clear()
        self.dataChanged.emit(self.index(0, 0), self.index(len(BUILT_IN) - 1, 0))


class GalleryDialog(QuestionDialog):
    """Arrow keys and the mouse choose a set, Enter and a double click open it."""

    def __init__(self, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__("Gallery", parent, QDialogButtonBox.StandardButton.Open)
        self.cards = Cards(theme, self.devicePixelRatioF(), self)
        self.view = QListView(
            viewMode=QListView.ViewMode.IconMode,
            movement=QListView.Movement.Static,
            resizeMode=QListView.ResizeMode.Adjust,
            gridSize=_CARD,
            wordWrap=True,
        )
        self.preview = Preview(theme)
        self.title, self.watch, self.facts, self.origin = (_label() for _ in range(4))
        self._set_up_view()
        self._lay_out()
        self.resize(_SIZE)
        self.view.doubleClicked.connect(self.accept)
        self.view.selectionModel().currentChanged.connect(self._show_current)

    @property
    def chosen(self) -> BuiltIn:
        """The set that is chosen; the first until the dialog was shown."""
        return BUILT_IN[max(self.view.currentIndex().row(), 0)]

    def showEvent(self, event: QShowEvent) -> None:
        if not event.spontaneous():
            resize_within_screen(self, self.size())
        if not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self.cards.index(0, 0))
        self.view.setFocus()
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self.cards.pause()
        super().hideEvent(event)

    @Slot()
    def _show_current(self) -> None:
        data = self.chosen
        self.title.setText(data.title)
        self.watch.setText(data.watch)
        self.origin.setText(data.origin)
        try:
            dataset = self.cards.dataset(self.view.currentIndex().row())
        except InputError as error:
            self.preview.show_dataset(None)
            self.facts.setText(str(error))
        else:
            self.preview.show_dataset(dataset)
            self.facts.setText(f"{_counts(dataset)}\nOpens with: {_run_words(data.spec)}")

    def _set_up_view(self) -> None:
        view = self.view
        view.setModel(self.cards)
        view.setIconSize(_PICTURE)
        view.setTextElideMode(Qt.TextElideMode.ElideNone)
        view.setAccessibleName("Gallery")
        view.setAccessibleDescription("The data that come with the program; Enter opens the chosen set")

    def _lay_out(self) -> None:
        self.title.setFont(readable(self.font(), 1.2, bold=True))
        self.watch.setFont(readable(self.font()))
        side = QWidget()
        side.setFixedWidth(_SIDE_WIDTH)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        self.preview.setFixedHeight(_PREVIEW_HEIGHT)
        column.addWidget(self.preview)
        for label in (self.title, self.watch, self.facts, self.origin):
            column.addWidget(label)
        column.addStretch(1)
        row = QHBoxLayout()
        row.addWidget(self.view, 1)
        row.addWidget(side)
        whole = QVBoxLayout(self)
        whole.addLayout(row, 1)
        whole.addWidget(self.buttons)


def _label() -> QLabel:
    return QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)


def _icon(picture: QPixmap) -> QIcon:
    """The picture, the same where it is selected: its colours have a meaning."""
    icon = QIcon(picture)
    icon.addPixmap(picture, QIcon.Mode.Selected)
    return icon


def _counts(dataset: Dataset) -> str:
    negative, positive = dataset.labels
    classes = f"{dataset.positives:,} ○ {positive}, {dataset.negatives:,} × {negative}"
    return f"{counted(dataset.n, 'example')}: {classes}\n→ {dataset.features[0]}, ↑ {dataset.features[1]}"


def _run_words(spec: RunSpec) -> str:
    """The learner, and what of its options is not usual."""
    title, usual = find_learner(spec.learner).title, RunSpec(spec.learner)
    parts = [title]
    if (words := numbers_text(spec, whole=True)) != "plane":
        parts.append(words)
    if spec.bias != usual.bias:
        parts.append(f"bias {spec.bias if isinstance(spec.bias, str) else f'{spec.bias:g}'}")
    return ", ".join(parts)
