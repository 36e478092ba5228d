"""The base of all dialogs that ask for something, and the question where to save."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QMessageBox,
    QPushButton,
    QScrollArea,
    QWidget,
)

from core.names import legible
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.fields.number_field import Field, FieldCheck, NumberField
from perceptron_gui.look.layouts import in_column, scrolled
from perceptron_gui.look.plain import plain, plain_label
from perceptron_gui.look.size import pixels, sized

Answer = TypeVar("Answer")
_BUTTONS = QDialogButtonBox.StandardButton


class QuestionDialog(Guarded, QDialog, Generic[Answer]):
    """A dialog whose title begins with the verb of its button. A subclass ends it with `verdict` and `buttons`."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(legible(title))
        self.verdict = plain_label()
        self.buttons = QDialogButtonBox(_BUTTONS.Ok | _BUTTONS.Cancel)
        self.buttons.button(_BUTTONS.Ok).setText(title.partition(" ")[0])
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def setVisible(self, visible: bool) -> None:
        if visible:
            self._fit_into_screen()
        super().setVisible(visible)

    def _fit_into_screen(self) -> None:
        """Scroll all but the buttons if the screen cannot hold the dialog, as with the largest letters."""
        layout, room = self.layout(), self.screen().availableSize()
        if layout is None:
            return
        margin = pixels(16)
        layout.setContentsMargins(margin, margin, margin, margin)
        layout.activate()
        least = layout.totalMinimumSize()
        least = least.expandedTo(QSize(0, layout.totalMinimumHeightForWidth(least.width())))
        if least == least.boundedTo(room):
            return
        content = QWidget()
        content.setLayout(layout)
        self.setLayout(column := in_column((scrolled(content), 1), self.buttons))
        column.activate()  # The least size of before no longer holds.
        self.resize(self.sizeHint().expandedTo(content.sizeHint()).boundedTo(room))

    def showEvent(self, event: QShowEvent) -> None:
        """Give the focus to the first field for typing or choosing, and not to a button."""
        super().showEvent(event)
        widget = self.nextInFocusChain()
        while widget is not None and widget is not self:
            takes_keys = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible() and widget.isEnabled()
            if takes_keys and not isinstance(widget, (QPushButton, QScrollArea)):
                widget.setFocus(Qt.FocusReason.TabFocusReason)
                return
            widget = widget.nextInFocusChain()

    def judge(self, trouble: str) -> None:
        """Show the error, if there is one; without one the dialog can be accepted."""
        self.verdict.setText(trouble)
        self.buttons.button(_BUTTONS.Ok).setEnabled(not trouble)

    @property
    @abstractmethod
    def chosen(self) -> Answer:
        """The present answer."""

    def ask(self) -> Answer | None:
        """Ask once; return the choice, or None if the dialog was cancelled."""
        wanted = self.chosen if self.exec() else None
        # The parent lives as long as the program and would keep every dialog.
        self.deleteLater()
        return wanted


class FormDialog(QuestionDialog[Answer]):
    """A form of rows, which `end` closes."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.form = QFormLayout(self, labelAlignment=Qt.AlignmentFlag.AlignRight)

    def end(self, *fields: Field[Any]) -> None:
        """Return the last rows: errors in the fields, if there are any, and the buttons."""
        if fields:
            self.form.addRow(FieldCheck(fields, self.buttons))
        self.form.addRow(self.buttons)


class NumbersDialog(QuestionDialog[Answer]):
    """A dialog with a row for each of many numbers, scrolled if they do not fit; a `remark` may be below."""

    def __init__(self, title: str, fields: Sequence[NumberField], parent: QWidget | None, remark: str = "") -> None:
        super().__init__(title, parent)
        self.fields = fields
        content = QWidget()
        self.form = QFormLayout(content, labelAlignment=Qt.AlignmentFlag.AlignRight)
        self.form.setContentsMargins(0, 0, 0, 0)
        for field in fields:
            self.form.addRow(plain_label(field.accessibleName(), wraps=False), field)
        rows = scrolled(content)
        sized(rows, QWidget.setMinimumWidth, 260)  # Room for 17 digits beside a name.
        rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.remark = plain_label(remark, wraps=False)
        remarks = [self.remark] if remark else []
        self.setLayout(in_column(rows, *remarks, FieldCheck(fields, self.buttons), self.buttons))


def resize_within_screen(dialog: QDialog, wanted: QSize) -> None:
    """Make `dialog` as large as `wanted`, but no larger than the screen has room for: its buttons are at the bottom.

    A window that is shown has a frame as large as the dialog's will be, which Qt counts beside the size.
    """
    owner = dialog.parentWidget()
    frame = owner.window().frameSize() - owner.window().size() if owner is not None else QSize()
    dialog.resize(wanted.boundedTo(dialog.screen().availableSize() - frame.expandedTo(QSize(0, 0))))


_SUFFIX = re.compile(r"\*(\.\w+)")


class SaveDialog(QFileDialog):
    """Asks where to save. A name without a suffix gets that of the kind chosen before it is judged.

    Qt's own static function would ask about `points` and then let `points.csv` be overwritten. Its question before a
    file is replaced would take the name of that file for HTML.
    """

    def __init__(self, suggested: Path, kinds: str, parent: QWidget | None = None, title: str = "Save As") -> None:
        super().__init__(parent, title, str(suggested.parent), kinds, acceptMode=QFileDialog.AcceptMode.AcceptSave)
        self._known = set(_SUFFIX.findall(kinds))
        self.setOption(QFileDialog.Option.DontConfirmOverwrite)
        self.selectFile(suggested.name)
        fitting = (kind for kind in kinds.split(";;") if suggested.suffix in _SUFFIX.findall(kind))
        self.selectNameFilter(next(fitting, ""))
        self.setDefaultSuffix(suggested.suffix)
        self.filterSelected.connect(self._on_kind)

    def ask(self) -> Path | None:
        """Return where to save, None for nowhere; ask again where a file is not to be replaced."""
        while self.exec():
            path = Path(self.selectedFiles()[0])
            if not path.is_file() or may_replace(path, "is there already", self.parentWidget()):
                return path
        return None

    def _on_kind(self, kind: str) -> None:
        """Change the suffix with the kind, also in a name that has one."""
        suffixes = _SUFFIX.findall(kind)
        if not suffixes:
            return
        self.setDefaultSuffix(suffixes[0])
        chosen = Path(self.selectedFiles()[0]) if self.selectedFiles() else Path()
        if chosen.suffix in self._known - set(suffixes):
            self.selectFile(chosen.with_suffix(suffixes[0]).name)


def may_replace(path: Path, why: str, parent: QWidget | None) -> bool:
    """Ask whether the content of a file may be lost; `why` says about its name what a person should know before."""
    return agrees("Replace the file?", f"“{legible(path.name)}” {why}.", parent, "Its present content would be lost.")


def agrees(title: str, told: str, parent: QWidget | None, lost: str = "") -> bool:
    """Ask before the verb that begins the title is done; if anything is `lost`, Enter cancels."""
    box = QMessageBox(QMessageBox.Icon.NoIcon, title, plain(told), QMessageBox.StandardButton.Cancel, parent)
    box.setInformativeText(lost)
    role = QMessageBox.ButtonRole.DestructiveRole if lost else QMessageBox.ButtonRole.AcceptRole
    button = box.addButton(title.partition(" ")[0], role)
    box.setDefaultButton(button)
    if lost:
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    agreed = box.clickedButton() is button
    box.deleteLater()
    return agreed
