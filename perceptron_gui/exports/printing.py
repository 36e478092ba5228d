"""The preview from which pages are printed. Qt's part for printers is needed here only."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QPageLayout
from PySide6.QtPrintSupport import QPrinter, QPrintPreviewDialog
from PySide6.QtWidgets import QApplication, QComboBox, QGraphicsView, QLineEdit, QToolBar, QToolButton, QWidget

from perceptron_gui.exports.paper import DOTS, MARGINS, TITLE, Pages
from perceptron_gui.look.card import Notice, Severity
from perceptron_gui.look.fields.question_dialog import resize_within_screen


def print_after_preview(pages: Pages, proposed: Path, notice: Notice, parent: QWidget, *, wide: bool) -> None:
    """Show pages as they will be printed, and print them if the person wants it; `notice` says what came of it.

    Where there is no printer Qt writes a PDF, for which a path is `proposed`.
    """
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(proposed.stem)
    printer.setCreator(TITLE)
    printer.setResolution(DOTS)
    printer.setPageMargins(MARGINS, QPageLayout.Unit.Millimeter)
    if wide:
        printer.setPageOrientation(QPageLayout.Orientation.Landscape)
    if printer.outputFormat() is QPrinter.OutputFormat.PdfFormat:
        printer.setOutputFileName(str(proposed))

    def draw(_paper: object) -> None:
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            pages(printer)  # This keeps the printer as long as the dialog.
        finally:
            QApplication.restoreOverrideCursor()

    dialog = QPrintPreviewDialog(printer, parent)
    (bar,) = dialog.findChildren(QToolBar)
    resize_within_screen(dialog, parent.size().expandedTo(bar.sizeHint()))  # Print is the last button of the bar.
    _make_reachable(dialog)
    dialog.paintRequested.connect(draw)
    printed = dialog.exec()
    dialog.deleteLater()
    if printed and printer.printerState() is QPrinter.PrinterState.Error:
        told = "This could not be printed. Choose another printer, or a file in another folder."
        notice.show_notice(Severity.ERROR, told)
    elif printed:
        file = printer.outputFileName()
        notice.show_notice(Severity.NOTE, f"Written to {file}" if file else f"Sent to {printer.printerName()}")


def _make_reachable(dialog: QPrintPreviewDialog) -> None:
    """Let Tab come to the buttons, which Qt leaves to the mouse, and a screen reader name the fields."""
    for button in dialog.findChildren(QToolButton):
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    for kind, name in ((QComboBox, "Zoom"), (QLineEdit, "Page"), (QGraphicsView, "Pages")):
        dialog.findChildren(kind)[-1].setAccessibleName(name)
