"""Printing: the pages of the exports in Qt's preview, and from there on paper, or as PDF where there is no printer."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtCore import QMarginsF, QSize, Qt
from PySide6.QtGui import QColor, QPageLayout, QPageRanges, QPdfWriter, QTransform
from PySide6.QtPrintSupport import QPrintPreviewDialog, QPrintPreviewWidget
from PySide6.QtWidgets import QComboBox, QGraphicsView, QLineEdit, QToolButton

from core.explain.report.solution import solution_of
from perceptron_gui.exports.paper import Drawing, paged, put_on, put_picture_on
from perceptron_gui.files.settings import PRINTABLE, Settings
from perceptron_gui.look.theme import Appearance
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk

_PAGE = re.compile(rb"/Type /Page\b")


class Shown(NamedTuple):
    """What a person saw of a preview: its pages, their orientation, its buttons by Tab, and the names of its fields."""

    pages: int
    orientation: QPageLayout.Orientation
    reached: list[str]
    names: list[str]


def pages_in(pdf: bytes) -> int:
    return len(_PAGE.findall(pdf))


@pytest.fixture
def previews(monkeypatch: pytest.MonkeyPatch) -> list[Shown]:
    """The previews that were shown; from each of them a person prints."""
    shown: list[Shown] = []

    def prints(dialog: QPrintPreviewDialog) -> int:
        dialog.show()
        (preview,) = dialog.findChildren(QPrintPreviewWidget)
        reached = [each for each in dialog.findChildren(QToolButton) if each.focusPolicy() & Qt.FocusPolicy.TabFocus]
        fields = (
            *dialog.findChildren(QComboBox),
            dialog.findChildren(QLineEdit)[-1],
            *dialog.findChildren(QGraphicsView),
        )
        names, buttons = [each.accessibleName() for each in fields], [each.text() for each in reached]
        shown.append(Shown(preview.pageCount(), dialog.printer().pageLayout().orientation(), buttons, names))
        preview.print_()
        return 1

    monkeypatch.setattr(QPrintPreviewDialog, "exec", prints)
    return shown


def printed(desk: Desk, window: MainWindow, what: str) -> bytes:
    """The PDF that a person without a printer gets."""
    window.actions_[f"print_{what}"].trigger()
    desk.qtbot.waitUntil(lambda: not window.parts.exports.job.running, timeout=60_000)
    path = window.files.suggested(".pdf")
    assert window.notice.text == f"Written to {path}"
    pdf = path.read_bytes()
    path.unlink()
    return pdf


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("perceptron_gui.files.open_save.Files.folder", tmp_path)


def test_report_and_sheets_are_the_pages_of_their_pdf(desk: Desk, window: MainWindow, previews: list[Shown]) -> None:
    run = window.player.run
    assert run is not None
    sheet = solution_of(run, window.files.title)
    for what, told in (("solution", sheet), ("blank", sheet.blank())):
        pdf = printed(desk, window, what)
        assert pages_in(pdf) == pages_in(paged(told, {})) > 0
        assert b"/Subtype /Image" not in pdf
    pdf = printed(desk, window, "report")
    assert pages_in(pdf) > 1
    assert previews[-1].pages == pages_in(pdf)


def test_parts_of_the_window_are_one_page_in_colours_for_paper(
    desk: Desk, window: MainWindow, previews: list[Shown], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Drawing] = []
    monkeypatch.setattr("perceptron_gui.window.export.put_picture_on", lambda _paper, drawing: drawn.append(drawing))
    window.theme.choose(Appearance.DARK)
    page = window.theme.current.color("page")
    for what in ("both", "canvas", "panel"):
        window.actions_[f"print_{what}"].trigger()
        image = drawn[-1].image()
        assert QColor(image.pixel(image.width() - 3, image.height() - 3)).lightness() > 240
        wide = image.width() > image.height()
        assert previews[-1].orientation is QPageLayout.Orientation(int(wide))
    assert window.theme.appearance is Appearance.DARK
    assert window.theme.current.color("page") == page


def test_a_picture_fills_the_page_in_vectors(tmp_path: Path, window: MainWindow) -> None:
    painted: list[QTransform] = []
    drawing = Drawing(QSize(200, 100), lambda painter: painted.append(painter.transform()))
    writer = QPdfWriter(str(tmp_path / "page.pdf"))
    writer.setResolution(100)
    writer.setPageMargins(QMarginsF())
    put_picture_on(writer, drawing)
    assert painted == [QTransform.fromScale(writer.width() / 200, writer.width() / 200)]


def test_only_the_pages_that_are_wanted_are_printed(tmp_path: Path, window: MainWindow) -> None:
    run, ranges = window.player.run, QPageRanges()
    assert run is not None
    sheet = solution_of(run, "points")
    assert pages_in(paged(sheet, {})) >= 2
    ranges.addPage(2)
    writer = QPdfWriter(str(tmp_path / "page.pdf"))
    writer.setPageRanges(ranges)
    put_on(writer, sheet, {})
    writer.deleteLater()
    assert pages_in((tmp_path / "page.pdf").read_bytes()) <= 1


def test_the_last_choice_is_kept_and_has_the_key(desk: Desk, window: MainWindow, previews: list[Shown]) -> None:
    assert window.settings.printed == PRINTABLE[0]
    assert window.actions_["print_both"].isChecked()
    printed(desk, window, "solution")
    assert window.actions_["print_solution"].isChecked()
    window.actions_["print"].trigger()
    assert len(previews) == 2
    assert previews[1].pages > 1
    settings = Settings(desk.settings_file)
    assert settings.printed == "solution"
    settings.store.setValue("printed", '"anything"')
    assert settings.printed == PRINTABLE[0]


def test_what_shows_the_whole_run_is_not_printed_while_the_future_is_hidden(window: MainWindow) -> None:
    window.workspace.visible.set_hidden(True)
    for what in PRINTABLE:
        told = window.actions_[f"print_{what}"].toolTip()
        assert ("Hide the Future is on" in told) is (what in ("report", "solution", "blank"))
    assert window.actions_["print"].isEnabled()
    window.settings.printed = "report"
    assert not window.actions_["print"].isEnabled()


@pytest.mark.qt_log_ignore("QPainter::", "QFont::setPixelSize")
def test_a_print_that_fails_or_is_not_wanted_is_told_so(
    desk: Desk, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(dialog: QPrintPreviewDialog) -> int:
        dialog.printer().setOutputFileName("/no/such/folder/page.pdf")
        dialog.findChildren(QPrintPreviewWidget)[0].print_()
        return 1

    window.notice.clear()
    monkeypatch.setattr(QPrintPreviewDialog, "exec", lambda _dialog: 0)
    window.actions_["print_canvas"].trigger()
    assert not window.notice.text or "prints now" in window.notice.text
    monkeypatch.setattr(QPrintPreviewDialog, "exec", fails)
    window.actions_["print_solution"].trigger()
    assert window.notice.text == "This could not be printed. Choose another printer, or a file in another folder."
    assert window.notice.severity == "error"


def test_the_preview_is_reached_by_tab_and_its_fields_have_names(window: MainWindow, previews: list[Shown]) -> None:
    window.actions_["print_canvas"].trigger()
    assert {"Print", "Landscape", "Next page"} <= {*previews[0].reached}
    assert previews[0].names == ["Zoom", "Page", "Pages"]
