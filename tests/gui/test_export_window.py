"""What leaves the window: pictures, films, reports, traces, the classes of another file, and the clipboard."""

from __future__ import annotations

import csv
import itertools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageSequence
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QPalette
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from core import load, train
from core.command_line.trace import predictions, trace
from core.dataset import FloatArray
from core.errors import InputError
from core.files import read_questions
from core.numerals import number
from perceptron_gui.exports.classify import Answer, Order, classify
from perceptron_gui.exports.film import Stretch
from perceptron_gui.exports.formats import FORMATS, Kind, Reel, film_writer
from perceptron_gui.exports.formats.gif_blocks import Palette, counted
from perceptron_gui.exports.scene import Scene, Subject
from perceptron_gui.exports.tasks import Shot
from perceptron_gui.files.built_in import BUILT_IN, FIRST_FILE
from perceptron_gui.look.notice_bar import Severity
from perceptron_gui.window.export_dialog import FilmDialog, PictureDialog
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk

DATA = FIRST_FILE
SMALL = Shot(Subject.CANVAS, QSize(320, 240))
EXPORTS = {Kind.PICTURE: "export_picture", Kind.FILM: "export_film", Kind.ACCOUNT: "export_report"}


def opened(path: Path) -> QImage:
    image = QImage(str(path))
    assert not image.isNull()
    return image


def exported(desk: Desk, window: MainWindow, action: str, name: str) -> Path:
    """The file that an action wrote, once it is whole."""
    path = desk.folder / name
    desk.answers.to_save = path
    window.actions_[action].trigger()
    desk.qtbot.waitUntil(lambda: not window.exports.job.running, timeout=60_000)
    return path


def shown(window: MainWindow) -> QImage:
    return window.grab().toImage()


@pytest.mark.parametrize("kind", Kind)
def test_every_format_writes_what_it_can_hold(desk: Desk, window: MainWindow, kind: Kind) -> None:
    desk.shots.shot = SMALL
    for suffix in [suffix for suffix, entry in FORMATS.items() if kind in entry.kinds]:
        path = exported(desk, window, EXPORTS[kind], f"out{suffix}")
        assert path.stat().st_size > 1000
        assert window.notice.text == f"Written to {path}"
        assert [file.name for file in desk.folder.iterdir() if file.name.startswith((".", "out"))] == [path.name]
        path.unlink()


@pytest.mark.parametrize("kind", Kind)
def test_what_a_format_cannot_hold_is_one_sentence(desk: Desk, window: MainWindow, kind: Kind) -> None:
    for suffix in [suffix for suffix, entry in FORMATS.items() if kind not in entry.kinds]:
        path = exported(desk, window, EXPORTS[kind], f"out{suffix}")
        assert (window.notice.severity, path.exists()) == (Severity.ERROR, False)
        assert f"{suffix} is not a kind of {kind}" in window.notice.text


@pytest.mark.parametrize("size", [QSize(640, 480), QSize(1920, 1080), QSize(500, 900)])
def test_a_picture_has_the_size_that_was_asked_for(desk: Desk, window: MainWindow, size: QSize) -> None:
    for subject, scale in itertools.product(Subject, (1.0, 2.0)):
        desk.shots.shot = Shot(subject, size / scale, scale)
        before = shown(window)
        assert opened(exported(desk, window, "export_picture", "out.png")).size() == size
        renderer = QSvgRenderer(str(exported(desk, window, "export_picture", "out.svg")))
        assert renderer.viewBox().size() == size
        window.notice.close_notice()
        assert shown(window).size() == before.size()


def test_the_window_is_as_it_was_after_a_picture_of_another_size(desk: Desk, window: MainWindow) -> None:
    window.canvas.zoom(3)
    window.player.go_to_update(5)
    desk.qtbot.wait(50)
    seen = [part for part in window.findChildren(QWidget) if part.isVisible()]
    sizes = [part.size() for part in seen]
    view, before = window.canvas.stage.viewport, shown(window)
    desk.shots.shot = Shot(Subject.BOTH, QSize(1000, 1400))
    exported(desk, window, "export_picture", "out.png")
    window.notice.close_notice()
    desk.qtbot.wait(50)
    assert [part.size() for part in seen] == sizes
    assert (window.canvas.stage.viewport, shown(window)) == (view, before)


def test_a_view_that_was_zoomed_shows_the_same_part_of_the_plane_at_another_size(
    desk: Desk, window: MainWindow
) -> None:
    window.canvas.zoom(3)
    view = window.canvas.stage.viewport
    with window.exports.scene.drawing(Subject.CANVAS, window.canvas.size() * 2):
        twice = window.canvas.stage.viewport
    assert (twice.cx, twice.cy) == (view.cx, view.cy)
    for now, then in ((twice.x_range, view.x_range), (twice.y_range, view.y_range)):
        assert now[0] <= then[0] + 1e-9
        assert now[1] >= then[1] - 1e-9
    assert twice.ux < 0.6 * view.ux


def test_a_small_panel_shows_all_its_rows(desk: Desk, window: MainWindow) -> None:
    desk.shots.shot = Shot(Subject.PANEL, QSize(240, 200))
    text = exported(desk, window, "export_picture", "out.svg").read_text("utf-8")
    assert "k cannot pass" in text
    assert "ŵ* = (" in text


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
    assert desk.answers.to_save.read_text("utf-8").count("k cannot pass") == 1


def test_the_window_exports_the_trace(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    desk.answers.to_save = tmp_path / "run.csv"
    window.actions_["export_trace"].trigger()
    assert (tmp_path / "run.csv").read_text("utf-8") == "".join(trace(train(window.document.dataset)))


def test_an_export_that_fails_is_one_sentence(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    desk.answers.to_save = tmp_path / "picture.bmp"
    window.actions_["export_picture"].trigger()
    assert window.notice.severity is Severity.ERROR
    assert ".png, .svg, .pdf is expected" in window.notice.text
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
    with Scene(window.canvas, panel, QColor("white")).drawing(Subject.BOTH) as drawing:
        image, left = drawing.image(), window.canvas.width()
    for x in (left + 4, image.width() - 4):
        assert image.pixelColor(x, 4) == QColor("#ff0000")
        assert image.pixelColor(x, image.height() // 2) == QColor("#00ff00")
        assert image.pixelColor(x, image.height() - 4) == QColor("#0000ff")
    assert panel.verticalScrollBar().value() == 120
    assert panel.widgetResizable()


def test_a_small_windows_picture_has_every_row_and_no_scroll_bar(
    desk: Desk, window: MainWindow, tmp_path: Path
) -> None:
    window.resize(960, 600)
    panel = window.panel.panel
    assert isinstance(panel, QScrollArea)
    desk.qtbot.waitUntil(lambda: panel.verticalScrollBar().maximum() > 0)
    desk.answers.to_save = tmp_path / "picture.png"
    window.actions_["export_picture"].trigger()
    image = opened(desk.answers.to_save)
    bottom = [image.pixelColor(x, image.height() - 3) for x in range(2 * window.canvas.width() + 8, image.width() - 8)]
    assert len({color.name() for color in bottom}) == 1


# Films


def frames(path: Path) -> list[Image.Image]:
    with Image.open(path) as image:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(image)]


def pixels(image: QImage) -> FloatArray:
    """Red, green and blue; shape (height, width, 3)."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), -1)[:, : 3 * plain.width()]
    return rows.reshape(plain.height(), plain.width(), 3).astype(np.float64)


def test_a_film_shows_each_update_of_the_stretch_and_holds_the_last(desk: Desk, window: MainWindow) -> None:
    seen = []
    for update in range(2, 7):
        window.player.go_to_update(update)
        with window.exports.scene.drawing(Subject.CANVAS) as drawing:
            seen.append(pixels(drawing.image()))
    desk.shots.shot, desk.shots.stretch = Shot(Subject.CANVAS), Stretch(2, 6, speed=10)
    path = exported(desk, window, "export_film", "run.gif")
    with Image.open(path) as image:
        assert image.info["loop"] == 0
        assert [frame.info["duration"] for frame in ImageSequence.Iterator(image)] == [100] * 4 + [2000]
    for frame, picture in zip(frames(path), seen, strict=True):
        off = np.abs(np.asarray(frame) - picture)
        assert off.max() < 64
        assert off.mean() < 0.5


def test_all_pictures_of_a_film_share_one_palette(desk: Desk, window: MainWindow) -> None:
    desk.shots.shot = SMALL
    data = exported(desk, window, "export_film", "run.gif").read_bytes()
    assert data[10] & 0x80
    flags = list(local_flags(data))
    assert len(flags) == window.player.extent + 2
    assert not any(flag & 0x80 for flag in flags)


def local_flags(data: bytes) -> list[int]:
    """The flags of each picture in a GIF (GIF89a, § 20): bit 7 says that it has a palette of its own."""
    place, found = 13 + 3 * 2 ** ((data[10] & 7) + 1), []
    while data[place : place + 1] != b";":
        if data[place] == 0x2C:
            found.append(data[place + 9])
            place += 11
        else:
            assert data[place] == 0x21
            place += 2
        while data[place]:
            place += data[place] + 1
        place += 1
    return found


def test_the_window_can_be_used_while_a_film_is_made(desk: Desk, window: MainWindow) -> None:
    desk.shots.shot = SMALL
    desk.answers.to_save = desk.folder / "run.gif"
    window.player.go_to_update(4)
    updates = window.player.extent
    window.actions_["export_film"].trigger()
    desk.qtbot.waitUntil(lambda: "%" in window.notice.text and "0%" not in window.notice.text, timeout=30_000)
    assert window.player.position == 4
    window.actions_["select_all"].trigger()
    window.actions_["delete"].trigger()
    desk.qtbot.waitUntil(lambda: not window.exports.job.running, timeout=60_000)
    assert len(frames(desk.folder / "run.gif")) == updates + 2


@pytest.mark.parametrize("by", ["button", "closing"])
@pytest.mark.parametrize("slices", [1, 20])
def test_a_cancelled_film_leaves_nothing(desk: Desk, window: MainWindow, by: str, slices: int) -> None:
    desk.shots.shot = SMALL
    seen: list[float] = []
    window.exports.job.progressed.connect(seen.append)
    before = {path.name for path in desk.folder.iterdir()}
    (desk.folder / "old.gif").write_bytes(b"old")
    for name in ("run.gif", "old.gif"):
        if not window.isVisible():
            break
        seen.clear()
        desk.answers.to_save = desk.folder / name
        window.actions_["export_film"].trigger()
        desk.qtbot.waitUntil(lambda: len(seen) >= slices, timeout=30_000)
        if by == "button":
            window.notice.accept()
        else:
            window.close()
        assert not window.exports.job.running
        assert window.notice.text == "" or by == "closing"
    assert (desk.folder / "old.gif").read_bytes() == b"old"
    after = {path.name for path in desk.folder.iterdir()} - {"old.gif", "settings.ini", "settings.ini.lock"}
    assert after <= before


def test_one_film_is_made_at_a_time(desk: Desk, window: MainWindow) -> None:
    desk.answers.to_save = desk.folder / "run.gif"
    window.actions_["export_film"].trigger()
    asked = len(desk.answers.asked)
    window.actions_["export_report"].trigger()
    assert len(desk.answers.asked) == asked
    assert window.notice.text.startswith("Writing run.gif")
    window.notice.accept()


@given(
    first=st.integers(0, 10_000),
    steps=st.integers(1, 10_000),
    speed=st.floats(0.1, 50_000),
    most=st.integers(3, 500),
    ends=st.booleans(),
)
def test_a_film_keeps_its_ends_its_speed_and_its_limit(
    first: int, steps: int, speed: float, most: int, ends: bool
) -> None:
    stretch = Stretch(first, first + steps, speed, most, ends)
    updates = stretch.updates
    assert (updates[0], updates[-1]) == (first, first + steps)
    assert sorted(set(updates)) == updates
    assert stretch.moments == [*updates, *[None] * ends]
    assert 2 <= len(stretch.moments) <= most
    assert len(stretch.hundredths) == len(stretch.moments)
    assert min(stretch.hundredths) >= 0
    if steps / speed < 600 * (len(updates) - 1):
        assert abs(sum(stretch.hundredths[: len(updates) - 1]) / 100 - steps / speed) <= 0.006


def painted(*colours: str) -> QImage:
    """Stripes of these colours."""
    image = QImage(len(colours), 7, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    for place, colour in enumerate(colours):
        painter.fillRect(place, 0, 1, 7, QColor(colour))
    painter.end()
    return image


def test_few_colours_stay_exactly_what_they_are(qtbot: QtBot, tmp_path: Path) -> None:
    colours = ("#ffffff", "#0072b2", "#d55e00", "#009e73", "#fefefe", "#0072b3")
    pictures = [painted(*colours), painted(*reversed(colours)), painted(*reversed(colours))]
    with (tmp_path / "stripes.gif").open("wb") as stream:
        reel = Reel((10, 20, 30), pictures.__getitem__)
        assert list(film_writer(tmp_path / "stripes.gif")(reel, stream))[-1] == 1.0
    for frame, picture in zip(frames(tmp_path / "stripes.gif"), pictures, strict=True):
        for x in range(len(colours)):
            assert QColor(*np.asarray(frame)[3, x].tolist()) == picture.pixelColor(x, 3)


def test_a_rare_colour_is_not_lost_among_many(qtbot: QtBot) -> None:
    colours = np.full((256, 256, 3), 128, np.uint8)
    colours[..., 0], colours[..., 1] = np.mgrid[:256, :256]
    colours[9, 9] = (255, 0, 0)
    plain = QImage(colours.tobytes(), 256, 256, 3 * 256, QImage.Format.Format_RGB888)
    greys = plain.convertToFormat(QImage.Format.Format_RGB32)
    palette = Palette([counted(greys)])
    assert len(palette.colours) <= 255
    near = palette.colours[palette.pixels(greys)[9, 9]].astype(int)
    assert np.abs(near - (255, 0, 0)).max() < 64


def test_a_film_of_a_whole_run_ends_with_its_end(desk: Desk, window: MainWindow) -> None:
    desk.shots.shot = Shot(Subject.CANVAS)
    window.player.end()
    with window.exports.scene.drawing(Subject.CANVAS) as drawing:
        seen = pixels(drawing.image())
    film = frames(exported(desk, window, "export_film", "run.gif"))
    assert np.abs(np.asarray(film[-1]) - seen).mean() < 0.5 < np.abs(np.asarray(film[-2]) - seen).mean()


# The classes of another file


def test_another_file_is_classified_as_on_the_command_line(desk: Desk, window: MainWindow) -> None:
    desk.answers.to_open = DATA
    path = exported(desk, window, "classify", "classes.csv")
    run = train(load(DATA), BUILT_IN[0].spec)
    assert path.read_text("utf-8") == "".join(predictions(run, read_questions(DATA, run.dataset.features)))
    with path.open(encoding="utf-8") as stream:
        assert [row["prediction"] for row in csv.DictReader(stream)] == [
            run.dataset.labels[y > 0] for y in run.dataset.y.tolist()
        ]


def test_a_large_file_is_classified_in_a_thread(
    desk: Desk, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window.exports.classifier, "_large_bytes", 0)
    desk.answers.to_open = DATA
    with desk.qtbot.waitSignal(window.exports.classifier.finished, timeout=30_000):
        path = exported(desk, window, "classify", "classes.csv")
        assert not path.exists()
    assert path.read_text("utf-8").count("\n") == 101
    assert window.notice.text == f"Written to {path}"


@pytest.mark.parametrize(
    ("source", "words"), [("missing.csv", "there is no such file"), ("strange.csv", "strange.csv")]
)
def test_a_file_that_cannot_be_classified_is_one_sentence(
    desk: Desk, window: MainWindow, source: str, words: str
) -> None:
    (desk.folder / "strange.csv").write_text("a,b\n1,two\n")
    desk.answers.to_open = desk.folder / source
    path = exported(desk, window, "classify", "classes.csv")
    assert (window.notice.severity, path.exists()) == (Severity.ERROR, False)
    assert words in window.notice.text


def test_a_file_is_not_replaced_by_its_own_classes(desk: Desk, window: MainWindow) -> None:
    points = desk.folder / "points.csv"
    points.write_bytes(DATA.read_bytes())
    desk.answers.to_open = points
    exported(desk, window, "classify", "points.csv")
    assert "named twice" in window.notice.text
    assert points.read_bytes() == DATA.read_bytes()


def test_what_is_ambiguous_in_the_classified_file_is_told(desk: Desk, window: MainWindow) -> None:
    names = window.document.dataset.features
    questions = desk.folder / "german.csv"
    questions.write_text(f"{names[0]};{names[1]}\n1,000;2\n2,500;3\n")
    desk.answers.to_open = questions
    exported(desk, window, "classify", "classes.csv")
    assert "(the comma was taken for the decimal mark: 1,000 was read as 1.0)" in window.notice.text


def test_classes_that_nobody_wants_any_more_are_not_written(tmp_path: Path) -> None:
    order = Order(train(load(DATA), BUILT_IN[0].spec), DATA, tmp_path / "classes.csv")
    assert classify(order, lambda: True) == Answer(order)
    assert list(tmp_path.iterdir()) == []


# The clipboard and the dialogs


def test_the_picture_is_copied_as_png(desk: Desk, window: MainWindow) -> None:
    window.actions_["copy_picture"].trigger()
    data = QGuiApplication.clipboard().mimeData()
    copied = QImage.fromData(data.data("image/png").data())
    assert copied.width() == 2 * (window.canvas.width() + window.panel.panel.width())
    assert data.hasImage()


def test_the_dialog_asks_for_what_is_seen_or_for_a_size(window: MainWindow) -> None:
    dialog = PictureDialog(window.exports.scene, "Theory", parent=window)
    assert dialog.shot == Shot(Subject.BOTH)
    assert not dialog.across.isEnabled()
    dialog.subject.setCurrentText("Theory")
    assert dialog.across.value() == window.panel.panel.width()
    dialog.as_seen.setChecked(False)
    dialog.across.setValue(1600)
    dialog.down.setValue(1200)
    dialog.lettering.setValue(200)
    assert dialog.shot == Shot(Subject.PANEL, QSize(800, 600), 2.0)


def test_the_film_dialog_says_how_long_the_film_is(window: MainWindow) -> None:
    run = window.player.run
    assert run is not None
    dialog = FilmDialog(window.exports.scene, "Theory", run, 4.0, window)
    pictures, seconds = run.updates + 2, number((run.updates + 1) / 4 + 2, 2)
    assert dialog.stretch == Stretch(0, run.updates, 4.0, ends=True)
    assert dialog.told.text() == f"{pictures} pictures, {seconds} seconds"
    assert dialog.shot == Shot(Subject.CANVAS)
    dialog.first.setValue(run.updates)
    assert "an end after the start is expected" in dialog.told.text()
    with pytest.raises(InputError):
        assert dialog.stretch


def test_a_film_of_no_update_is_one_sentence(desk: Desk, window: MainWindow) -> None:
    window.actions_["select_all"].trigger()
    window.actions_["delete"].trigger()
    desk.settled(window)
    for action in ("export_film", "export_report", "classify"):
        window.actions_[action].trigger()
        assert window.notice.severity is Severity.ERROR
    assert "save" not in desk.answers.asked
