"""What leaves the window: pictures, reports, traces, and the clipboard."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPalette
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from core import train
from core.datasets.dataset import Dataset
from core.explain.trace import trace
from perceptron_gui.exports.formats import FORMATS, ExportKind
from perceptron_gui.exports.offscreen import Subject, WindowPicture
from perceptron_gui.exports.tasks import FilmStretch, PictureChoices
from perceptron_gui.look.card import Severity
from perceptron_gui.model.workspace import TheoryPage
from perceptron_gui.window.export import PictureDialog
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.gui.hands import SMALL, exported, suffixes
from tests.partly_slow import partly_slow

SOON = [ExportKind.PICTURE, ExportKind.PLAYER]
EXPORTS = {
    ExportKind.PICTURE: "export_picture",
    ExportKind.FILM: "export_film",
    ExportKind.REPORT: "export_report",
    ExportKind.SHEET: "export_solution",
    ExportKind.PLAYER: "export_player",
}


def opened(path: Path) -> QImage:
    image = QImage(str(path))
    assert not image.isNull()
    return image


def shown(window: MainWindow) -> QImage:
    window.actions_.ask()
    window.canvas.words.placer.forget()
    window.canvas.words.redraw()
    return window.grab().toImage()


def test_a_player_says_what_it_is_before_it_asks_for_a_name(desk: Desk, window: MainWindow) -> None:
    desk.answers.wants_it = False
    window.actions_["export_player"].trigger()
    assert desk.answers.asked == ["agree"]
    desk.answers.wants_it = True
    window.actions_["export_player"].trigger()
    assert desk.answers.asked == ["agree", "agree", "save"]


def test_each_dialog_says_what_it_makes_and_none_proposes_the_name_of_another(desk: Desk, window: MainWindow) -> None:
    for action in ("export_report", "export_solution", "export_player", "export_picture", "export_trace"):
        window.actions_[action].trigger()
    names = [name.partition(".") for name, _ in desk.answers.proposed]
    stem = names[-1][0]
    assert ["".join(name) for name in names] == [
        f"{stem}-report.html",
        f"{stem}-solution.html",
        f"{stem}.play.html",
        f"{stem}.png",
        f"{stem}.trace.csv",
    ]
    titles = [title for _, title in desk.answers.proposed]
    assert all(title.startswith("Export ") for title in titles)
    assert len(set(titles)) == len(titles)


def test_a_run_too_long_for_a_sheet_is_refused_before_a_name_is_asked_for(desk: Desk, window: MainWindow) -> None:
    window.document.edit(Dataset([[10.0, 1.0], [10.5, 1.0]], [1, -1]), "change")
    desk.settled(window)
    window.actions_["export_solution"].trigger()
    assert desk.answers.asked == []
    assert "a solution sheet works out at most 200. Stop it sooner: --max-epochs, or Run ▸" in window.notice.text


@partly_slow("kind", SOON, [kind for kind in ExportKind if kind not in SOON])
def test_every_format_writes_what_it_can_hold(desk: Desk, window: MainWindow, kind: ExportKind) -> None:
    desk.shots.shot, desk.shots.stretch = SMALL, FilmStretch(0, 2, speed=10)
    for suffix in [suffix for suffix, entry in FORMATS.items() if kind in entry.kinds]:
        path = exported(desk, window, EXPORTS[kind], f"out{suffix}")
        assert path.stat().st_size > 1000
        blank = [path.with_stem("out-blank")] * (kind is ExportKind.SHEET)
        player = [path.with_stem("out-player")] * (kind is ExportKind.REPORT and suffix == ".html")
        beside = [f"; the same with gaps is {each.name}" for each in blank]
        beside += [f"; the run plays in {each.name}" for each in player]
        assert window.notice.text == f"Written to {path}{''.join(beside)}"
        files = {path, *blank, *player}
        assert {file for file in desk.folder.iterdir() if file.name.startswith((".", "out"))} == files
        for written in files:
            written.unlink()


def test_the_menu_names_every_format(window: MainWindow) -> None:
    """By hand in the table of the menus: that of the formats is imported once something is exported."""
    for kind, (suffix, entry) in itertools.product(ExportKind, FORMATS.items()):
        told = window.actions_[EXPORTS[kind]].toolTip()
        assert (suffix[1:].upper() in told or entry.title in told) == (kind in entry.kinds)


@pytest.mark.parametrize("kind", ExportKind)
def test_what_a_format_cannot_hold_is_one_sentence(desk: Desk, window: MainWindow, kind: ExportKind) -> None:
    for suffix in [suffix for suffix, entry in FORMATS.items() if kind not in entry.kinds]:
        path = exported(desk, window, EXPORTS[kind], f"out{suffix}")
        assert (window.notice.severity, path.exists()) == (Severity.ERROR, False)
        assert f"{suffix} is not a kind of {kind}" in window.notice.text


@pytest.mark.slow
@pytest.mark.parametrize("size", [QSize(500, 900), QSize(1920, 1080)])
def test_a_picture_has_the_size_that_was_asked_for(desk: Desk, window: MainWindow, size: QSize) -> None:
    for subject, scale in itertools.product(Subject, (1.0, 2.0)):
        desk.shots.shot = PictureChoices(subject, size / scale, scale)
        before = shown(window)
        assert opened(exported(desk, window, "export_picture", "out.png")).size() == size
        renderer = QSvgRenderer(str(exported(desk, window, "export_picture", "out.svg")))
        assert renderer.viewBox().size() == size
        window.notice.close_notice()
        assert shown(window).size() == before.size()


@pytest.mark.slow
def test_the_window_is_as_it_was_after_a_picture_of_another_size(desk: Desk, window: MainWindow) -> None:
    window.canvas.view.zoom(3)
    window.player.go_to_update(5)
    shown(window)  # the axes take the room that their numbers need once they are drawn
    QApplication.processEvents()
    seen = [part for part in window.findChildren(QWidget) if part.isVisible()]
    sizes = [part.size() for part in seen]
    view, before = window.canvas.stage.viewport, shown(window)
    desk.shots.shot = PictureChoices(Subject.BOTH, QSize(1000, 1400))
    exported(desk, window, "export_picture", "out.png")
    window.notice.close_notice()
    desk.qtbot.waitUntil(lambda: [part.size() for part in seen] == sizes)
    assert (window.canvas.stage.viewport, shown(window)) == (view, before)


def test_a_view_that_was_zoomed_shows_the_same_part_of_the_plane_at_another_size(
    desk: Desk, window: MainWindow
) -> None:
    window.canvas.view.zoom(3)
    view = window.canvas.stage.viewport
    with window.parts.exports.scene.drawing(Subject.CANVAS, window.canvas.size() * 2):
        twice = window.canvas.stage.viewport
    assert (twice.cx, twice.cy) == (view.cx, view.cy)
    for now, then in ((twice.x_range, view.x_range), (twice.y_range, view.y_range)):
        assert now[0] <= then[0] + 1e-9
        assert now[1] >= then[1] - 1e-9
    assert twice.ux < 0.6 * view.ux


def test_a_small_panel_shows_all_its_rows(desk: Desk, window: MainWindow) -> None:
    window.workspace.theorem_view.turn_to(TheoryPage.NUMBERS)
    desk.shots.shot = PictureChoices(Subject.PANEL, QSize(240, 200))
    text = exported(desk, window, "export_picture", "out.svg").read_text("utf-8")
    assert "k cannot pass" in text
    assert "ŵ* = (" in text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_the_window_exports_what_it_shows(desk: Desk, window: MainWindow, tmp_path: Path, suffix: str) -> None:
    desk.answers.to_save = tmp_path / f"picture{suffix}"
    window.player.go_to_update(5)
    window.actions_["export_picture"].trigger()
    assert desk.answers.to_save.stat().st_size > 1000
    assert window.notice.severity is Severity.NOTE
    if suffix == ".png":
        width = window.canvas.width() + window.panel.width()
        assert opened(desk.answers.to_save).width() == 2 * width


def test_a_picture_has_the_theory_panel_in_it(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    desk.answers.to_save = tmp_path / "picture.svg"
    window.actions_["export_picture"].trigger()
    assert desk.answers.to_save.read_text("utf-8").count("ceiling √k·R") == 1
    window.workspace.theorem_view.turn_to(TheoryPage.NUMBERS)
    window.actions_["export_picture"].trigger()
    assert desk.answers.to_save.read_text("utf-8").count("k cannot pass") == 1


def test_the_window_exports_the_trace(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    desk.answers.to_save = tmp_path / "run.csv"
    window.actions_["export_trace"].trigger()
    assert (tmp_path / "run.csv").read_text("utf-8") == "".join(trace(train(window.document.dataset)))


def test_a_name_that_the_dialog_leaves_without_a_suffix_gets_the_usual_one(desk: Desk, window: MainWindow) -> None:
    for name, written in {"export_picture": "points.png", "export_trace": "points.trace.csv"}.items():
        desk.answers.to_save = desk.folder / "points"
        window.actions_[name].trigger()
        assert (desk.folder / written).is_file()


def test_an_export_that_fails_is_one_sentence(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    desk.answers.to_save = tmp_path / "picture.text"
    window.actions_["export_picture"].trigger()
    assert window.notice.severity is Severity.ERROR
    assert f"choose {suffixes(ExportKind.PICTURE)}" in window.notice.text
    assert not desk.answers.to_save.exists()


def test_a_panel_that_is_scrolled_is_in_the_picture_whole(window: MainWindow, qtbot: QtBot) -> None:
    content, panel = QWidget(), QScrollArea()
    qtbot.addWidget(panel)
    column = QVBoxLayout(content)
    column.setContentsMargins(0, 0, 0, 0)
    for color in ("#ff0000", "#00ff00", "#0000ff"):
        block = QWidget()
        block.setFixedHeight(500)
        block.setAutoFillBackground(True)
        block.setPalette(QPalette(QColor(color)))
        column.addWidget(block)
    panel.setWidget(content)
    panel.setWidgetResizable(True)
    panel.resize(300, window.canvas.height())
    panel.show()
    panel.verticalScrollBar().setValue(120)
    assert panel.verticalScrollBar().maximum() > 0
    with WindowPicture(window.canvas, panel, QColor("white")).drawing(Subject.BOTH) as drawing:
        image, left = drawing.image(), window.canvas.width()
    for x in (left + 4, image.width() - 4):
        assert image.pixelColor(x, 4) == QColor("#ff0000")
        assert image.pixelColor(x, image.height() // 2) == QColor("#00ff00")
        assert image.pixelColor(x, image.height() - 4) == QColor("#0000ff")
    assert panel.verticalScrollBar().value() == 120
    assert panel.widgetResizable()


@pytest.mark.slow
def test_a_small_windows_picture_has_every_row_and_no_scroll_bar(
    desk: Desk, window: MainWindow, tmp_path: Path
) -> None:
    window.resize(960, 600)
    window.workspace.theorem_view.turn_to(TheoryPage.NUMBERS)
    panel = window.panel.panel
    assert isinstance(panel, QScrollArea)
    desk.qtbot.waitUntil(lambda: panel.verticalScrollBar().maximum() > 0)
    desk.answers.to_save = tmp_path / "picture.png"
    window.actions_["export_picture"].trigger()
    image = opened(desk.answers.to_save)
    bottom = [image.pixelColor(x, image.height() - 3) for x in range(2 * window.canvas.width() + 8, image.width() - 8)]
    assert len({color.name() for color in bottom}) == 1


# The clipboard and the dialogs


def test_the_picture_is_copied_as_png(desk: Desk, window: MainWindow) -> None:
    window.actions_["copy_picture"].trigger()
    data = QGuiApplication.clipboard().mimeData()
    copied = QImage.fromData(data.data("image/png").data())
    assert copied.width() == 2 * (window.canvas.width() + window.panel.panel.width())
    assert data.hasImage()


def test_the_dialog_asks_for_what_is_seen_or_for_a_size(window: MainWindow) -> None:
    dialog = PictureDialog(window.parts.exports.scene, "Theory", window)
    assert dialog.chosen == PictureChoices(Subject.BOTH)
    assert not dialog.across.isEnabled()
    dialog.subject.setCurrentText("Theory")
    assert dialog.across.value() == window.panel.panel.width()
    dialog.as_seen.setChecked(False)
    dialog.across.setValue(1600)
    dialog.down.setValue(1200)
    dialog.lettering.setValue(200)
    assert dialog.chosen == PictureChoices(Subject.PANEL, QSize(800, 600), 2.0)
