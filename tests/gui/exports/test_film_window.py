"""Films of a run: made slice by slice beside the window, each update in its colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageSequence
from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core import train
from core.datasets.dataset import FloatArray
from core.errors import InputError
from core.files import load
from core.numbers.numerals import number
from core.resources import resource
from core.spec import RunSpec
from perceptron_gui.canvas.canvas import Canvas
from perceptron_gui.exports.formats import ExportKind, format_for
from perceptron_gui.exports.gif_blocks import Palette, colour_counts
from perceptron_gui.exports.offscreen import PictureSetting, Subject, open_offscreen_window
from perceptron_gui.exports.paper import Drawing
from perceptron_gui.exports.tasks import FilmStretch, PictureChoices, Task, caption_of, film_task, picture_task
from perceptron_gui.look.card import Severity
from perceptron_gui.look.plots.chart import PlotSheet
from perceptron_gui.window.export import FilmDialog
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.gui.hands import SMALL, exported, made_by
from tests.partly_slow import partly_slow


@pytest.fixture
def without_moments(monkeypatch: pytest.MonkeyPatch) -> None:
    """A film that does not say which update it shows, as no picture does."""
    monkeypatch.setattr("perceptron_gui.exports.tasks.caption_of", lambda *_: "")


def frames(path: Path) -> list[Image.Image]:
    with Image.open(path) as image:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(image)]


def pixels(image: QImage) -> FloatArray:
    """Red, green and blue; shape (height, width, 3)."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), -1)[:, : 3 * plain.width()]
    return rows.reshape(plain.height(), plain.width(), 3).astype(np.float64)


@pytest.mark.slow
@pytest.mark.usefixtures("without_moments")
def test_a_film_shows_each_update_of_the_stretch_and_holds_the_last(desk: Desk, window: MainWindow) -> None:
    seen = []
    for update in range(2, 7):
        window.player.go_to_update(update)
        with window.parts.exports.scene.drawing(Subject.CANVAS, SMALL.size) as drawing:
            seen.append(pixels(drawing.image()))
    desk.shots.shot, desk.shots.stretch = SMALL, FilmStretch(2, 6, speed=10)
    path = exported(desk, window, "export_film", "run.gif")
    with Image.open(path) as image:
        assert image.info["loop"] == 0
        assert [frame.info["duration"] for frame in ImageSequence.Iterator(image)] == [100] * 4 + [2000]
    for frame, picture in zip(frames(path), seen, strict=True):
        off = np.abs(np.asarray(frame) - picture)
        assert off.max() < 64
        assert off.mean() < 0.5


@pytest.mark.slow
def test_all_pictures_of_a_film_share_one_palette(desk: Desk, window: MainWindow) -> None:
    desk.shots.shot, desk.shots.stretch = SMALL, FilmStretch(0, 3, speed=10)
    data = exported(desk, window, "export_film", "run.gif").read_bytes()
    assert data[10] & 0x80
    flags = list(local_flags(data))
    assert len(flags) == 4
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
    desk.shots.shot, desk.shots.stretch = SMALL, FilmStretch(0, 6, speed=10)
    desk.answers.to_save = desk.folder / "run.gif"
    window.player.go_to_update(4)
    window.actions_["export_film"].trigger()
    desk.qtbot.waitUntil(lambda: "%" in window.notice.text and "0%" not in window.notice.text, timeout=30_000)
    assert window.player.position == 4
    window.actions_["select_all"].trigger()
    window.actions_["delete"].trigger()
    desk.qtbot.waitUntil(lambda: not window.parts.exports.job.running, timeout=60_000)
    assert len(frames(desk.folder / "run.gif")) == 7


@partly_slow(("by", "slices"), [("button", 1), ("closing", 12)], [("button", 20), ("closing", 1)])
def test_a_cancelled_film_leaves_nothing(desk: Desk, window: MainWindow, by: str, slices: int) -> None:
    desk.shots.shot = SMALL
    seen: list[float] = []
    window.parts.exports.job.progressed.connect(seen.append)
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
        assert not window.parts.exports.job.running
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
    stretch = FilmStretch(first, first + steps, speed, most, ends)
    updates = stretch.updates
    assert (updates[0], updates[-1]) == (first, first + steps)
    assert sorted(set(updates)) == updates
    assert stretch.moments == [*updates, *[None] * ends]
    assert 2 <= len(stretch.moments) <= most
    assert len(stretch.hundredths) == len(stretch.moments)
    assert min(stretch.hundredths) >= 0
    if steps / speed < 600 * (len(updates) - 1):
        assert abs(sum(stretch.hundredths[: len(updates) - 1]) / 100 - steps / speed) <= 0.006


def test_a_picture_that_should_stay_longer_than_a_gif_can_say_stays_as_long_as_it_can(
    qtbot: QtBot, tmp_path: Path
) -> None:
    stretch = FilmStretch(0, 200, speed=0.1, most=3)
    assert stretch.updates == [0, 100, 200]
    assert stretch.hundredths == [65_535, 65_535, 200]
    pictures = [painted("white"), painted("black"), painted("white")]
    path = tmp_path / "slow.gif"
    path.write_bytes(made_by(format_for(path, ExportKind.FILM).film(stretch.hundredths, pictures.__getitem__)))
    with Image.open(path) as image:
        assert [frame.info["duration"] for frame in ImageSequence.Iterator(image)] == [655_350, 655_350, 2_000]


LEARNERS = (
    [RunSpec(), RunSpec("voted", max_updates=60)],
    [
        RunSpec("averaged"),
        RunSpec("pocket"),
        RunSpec("voted", "shuffled", max_updates=3000),
        RunSpec("voted", kernel="rbf", max_updates=200),
        RunSpec("kernel", kernel="poly", max_updates=200),
    ],
)


@pytest.mark.usefixtures("without_moments")
@partly_slow("spec", *LEARNERS, ids=lambda spec: f"{spec.learner} {spec.order or ''}{spec.kernel or ''}")
def test_a_film_shows_at_each_update_the_picture_of_that_update(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, spec: RunSpec
) -> None:
    run = train(load(resource("datasets", "overlapping_clouds.csv")), spec)
    stretch = FilmStretch(0, run.updates, most=5, ends=True)
    drawn: list[QImage] = []
    pictures = counted_calls(monkeypatch, Canvas, "paint_picture")

    def write(_hundredths: Sequence[int], draw: Callable[[int], QImage]) -> Task[bytes]:
        before = len(pictures)
        for place in (0, 3, 1, 4, 2):
            drawn.append(draw(place))
            yield 0.0
        traced = run.predictor.votes and not run.space.has_coordinates
        assert len(pictures) - before == 5 or traced, "drawn once, and again where curves came late"
        return b""

    def keep(drawing: Drawing) -> bytes:
        drawn.append(drawing.image())
        return b""

    assert list(film_task(run, stretch, SMALL, PictureSetting(), write))
    for place in (1, 4):
        assert list(picture_task(run, stretch.moments[place], SMALL, PictureSetting(), keep))
    assert drawn[2:4] == drawn[5:]
    assert drawn[2] != drawn[3]


def test_nothing_of_a_film_is_painted_on_the_screen(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    run = train(load(resource("datasets", "overlapping_clouds.csv")), RunSpec(max_updates=9))
    seen = counted_calls(monkeypatch, PlotSheet, "paintEvent")
    with open_offscreen_window(run, PictureSetting()) as offscreen:
        for update in range(3):
            offscreen.go(update)
            assert offscreen.ready()
            QApplication.processEvents()
    assert not seen


def counted_calls(monkeypatch: pytest.MonkeyPatch, kind: type[object], name: str) -> list[None]:
    """One for each call of a method from now on."""
    calls: list[None] = []
    method = getattr(kind, name)

    def counted(*arguments: object) -> object:
        calls.append(None)
        return method(*arguments)

    monkeypatch.setattr(kind, name, counted)
    return calls


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
    path = tmp_path / "stripes.gif"
    assert list(format_for(path, ExportKind.FILM).film((10, 20, 30), pictures.__getitem__))[-1] == 1.0
    path.write_bytes(made_by(format_for(path, ExportKind.FILM).film((10, 20, 30), pictures.__getitem__)))
    for frame, picture in zip(frames(path), pictures, strict=True):
        for x in range(len(colours)):
            assert QColor(*np.asarray(frame)[3, x].tolist()) == picture.pixelColor(x, 3)


def test_a_rare_colour_is_not_lost_among_many(qtbot: QtBot) -> None:
    colours = np.full((64, 64, 3), 128, np.uint8)
    colours[..., 0], colours[..., 1] = 4 * np.mgrid[:64, :64]
    colours[9, 9] = (255, 0, 0)
    plain = QImage(colours.tobytes(), 64, 64, 3 * 64, QImage.Format.Format_RGB888)
    greys = plain.convertToFormat(QImage.Format.Format_RGB32)
    palette = Palette([colour_counts(greys)])
    assert len(palette.colours) <= 255
    near = palette.colours[palette.pixels(greys)[9, 9]].astype(int)
    assert np.abs(near - (255, 0, 0)).max() < 64


def test_what_changed_since_the_picture_before_is_looked_up(qtbot: QtBot) -> None:
    first, second = painted("#ffffff", "#0072b2", "#d55e00"), painted("#ffffff", "#d55e00", "#d55e00")
    counts = [colour_counts(first)]
    palette = Palette(counts)
    for picture in (first, second, second, painted("#0072b2"), first):
        assert palette.pixels(picture).tolist() == Palette(counts).pixels(picture).tolist()


@pytest.mark.slow
@pytest.mark.usefixtures("without_moments")
def test_a_film_of_a_whole_run_ends_with_its_end(desk: Desk, window: MainWindow) -> None:
    desk.shots.shot = SMALL
    window.player.end()
    with window.parts.exports.scene.drawing(Subject.CANVAS, SMALL.size) as drawing:
        seen = pixels(drawing.image())
    film = frames(exported(desk, window, "export_film", "run.gif"))
    assert np.abs(np.asarray(film[-1]) - seen).mean() < 0.5 < np.abs(np.asarray(film[-2]) - seen).mean()


def test_the_film_dialog_says_how_long_the_film_is(window: MainWindow) -> None:
    run = window.player.run
    assert run is not None
    dialog = FilmDialog(window.parts.exports.scene, "Theory", run, 4.0, window)
    pictures, seconds = run.updates + 2, number((run.updates + 1) / 4 + 2, 2)
    assert dialog.stretch == FilmStretch(0, run.updates, 4.0, ends=True)
    assert dialog.told.text() == f"{pictures} pictures, {seconds} seconds"
    assert dialog.chosen == PictureChoices(Subject.CANVAS)
    dialog.first.setValue(run.updates)
    assert "choose an end after the start" in dialog.told.text()
    with pytest.raises(InputError):
        assert dialog.stretch


def test_in_the_film_dialog_tab_comes_to_the_buttons_last(window: MainWindow, qtbot: QtBot) -> None:
    run = window.player.run
    assert run is not None
    dialog = FilmDialog(window.parts.exports.scene, "Theory", run, 4.0, window)
    QTimer.singleShot(0, dialog.reject)
    assert dialog.exec() == FilmDialog.DialogCode.Rejected
    following, widget = list[QWidget](), dialog.nextInFocusChain()
    while widget is not None and widget is not dialog:
        following.append(widget)
        widget = widget.nextInFocusChain()
    buttons = dialog.buttons.buttons()
    assert max(map(following.index, (dialog.first, dialog.speed, dialog.most))) < min(map(following.index, buttons))


def test_an_export_that_fails_while_a_film_is_made_lets_it_go_on(desk: Desk, window: MainWindow) -> None:
    desk.shots.shot, desk.shots.stretch = SMALL, FilmStretch(0, 6, speed=10)
    desk.answers.to_save = desk.folder / "run.gif"
    window.actions_["export_film"].trigger()
    desk.answers.to_save = desk.folder / "picture.text"
    window.actions_["export_picture"].trigger()
    assert window.notice.severity is Severity.ERROR
    window.notice.close_notice()
    assert window.notice.text.startswith("Writing run.gif")
    desk.qtbot.waitUntil(lambda: not window.parts.exports.job.running, timeout=60_000)
    assert window.notice.text.startswith("Written to")
    window.notice.close_notice()
    assert window.notice.text == ""


def test_a_film_of_no_update_is_one_sentence(desk: Desk, window: MainWindow) -> None:
    window.actions_["select_all"].trigger()
    window.actions_["delete"].trigger()
    desk.settled(window)
    for action in ("export_film", "export_report", "classify"):
        window.actions_[action].trigger()
        assert window.notice.severity is Severity.ERROR
    assert "save" not in desk.answers.asked


def test_a_picture_of_a_film_says_which_update_it_is(qtbot: QtBot) -> None:
    run = train(load(resource("datasets", "ten_points.csv")), RunSpec(bias=0))
    assert [caption_of(run, update) for update in (0, 4, None)] == [
        "update 0 of 8",
        "update 4 of 8",
        "the end, after 8 updates",
    ]
    with open_offscreen_window(run, PictureSetting()) as window:
        window.picture.canvas.words.moment = caption_of(run, 4)
        assert "update 4 of 8" in window.picture.canvas.words.all_notes()
