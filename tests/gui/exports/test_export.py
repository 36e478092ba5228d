"""Pictures, films, reports and traces from the command line, without a window."""

from __future__ import annotations

import re
import sys
from datetime import datetime
from pathlib import Path

import pytest
from PIL import Image, ImageSequence
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer

from core import __version__, generate, load, train
from core.built_in import BUILT_IN, DEFAULT_FILE
from core.explain.report.documents import latex_document, page
from core.explain.report.solution import solution_of
from core.explain.trace import trace
from core.files import write
from core.player import player_page
from core.resources import resource
from perceptron_gui.exports.formats import FORMATS, ExportKind
from perceptron_gui.panels import PANELS
from perceptron_gui.program.command_line import why_no_screen
from tests.gui.hands import suffixes
from tests.gui.main_program import CommandLine, assert_one_line, program
from tests.gui.program.a_program import without_what_qt_lacks
from tests.places import ROOT

IRIS = resource("datasets", "iris_setosa_virginica.csv")


def opened(path: Path) -> QImage:
    image = QImage(str(path))
    assert not image.isNull()
    return image


def colors(image: QImage) -> int:
    """How many different colours a coarse grid over the picture meets."""
    return len({image.pixel(x, y) for x in range(0, image.width(), 5) for y in range(0, image.height(), 5)})


@pytest.mark.slow
def test_a_picture_is_written_in_an_empty_environment_without_a_word(tmp_path: Path) -> None:
    done = program(IRIS, "--export", "picture.png", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    image = opened(tmp_path / "picture.png")
    assert (image.width(), image.height()) == (1280, 800)
    assert colors(image) > 20
    assert [path.name for path in tmp_path.iterdir()] == ["picture.png"]


def test_size_theme_and_update_are_chosen(tmp_path: Path, command_line: CommandLine) -> None:
    for name, at in (("start.png", 0), ("later.png", 7)):
        command_line("--export", name, "--size", "960x600", "--theme", "dark", "--at", at)
    start, later = opened(tmp_path / "start.png"), opened(tmp_path / "later.png")
    assert (start.width(), start.height()) == (960, 600)
    assert start.pixelColor(2, 2).lightnessF() < 0.3
    assert start != later


def test_larger_letters_leave_the_size_and_change_the_picture(tmp_path: Path, command_line: CommandLine) -> None:
    for percent in (100, 150):
        command_line("--export", f"{percent}.png", "--size", "960x600", "--lettering", percent, "--show", "canvas")
    usual, large = opened(tmp_path / "100.png"), opened(tmp_path / "150.png")
    assert usual.size() == large.size()
    assert usual != large
    command_line("--export", "plain.png", "--size", "960x600", "--show", "canvas")
    assert opened(tmp_path / "plain.png") == usual


def test_an_svg_names_families_that_others_have(tmp_path: Path, command_line: CommandLine) -> None:
    command_line("--export", "p.svg", "--size", "960x600")
    families = set(re.findall('font-family="([^"]*)"', (tmp_path / "p.svg").read_text("utf-8")))
    assert families == {"Inter, Verdana, Arial, sans-serif"}


@pytest.mark.parametrize("suffix", ["svg", "pdf"])
def test_vector_pictures_hold_no_bitmap(tmp_path: Path, suffix: str, command_line: CommandLine) -> None:
    path = tmp_path / f"picture.{suffix}"
    command_line(IRIS, "--export", path)
    content = path.read_bytes()
    if suffix == "svg":
        assert QSvgRenderer(str(path)).isValid()
        assert b"<image" not in content
    else:
        assert content.startswith(b"%PDF")
        assert b"/Subtype /Image" not in content


@pytest.mark.slow
def test_every_format_is_written_without_a_window(tmp_path: Path, command_line: CommandLine) -> None:
    """What each begins with, as whoever opens it looks for."""
    begins = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF", ".gif": b"GIF89a", ".html": b"<!DOCTYPE html>"}
    assert set(begins) <= set(FORMATS)
    for suffix, entry in FORMATS.items():
        small = ("--size", "480x320") if entry.kinds & {ExportKind.PICTURE, ExportKind.FILM} else ()
        command_line(DEFAULT_FILE, "--export", f"run{suffix}", *small)
        content = (tmp_path / f"run{suffix}").read_bytes()
        assert len(content) > 1000
        assert content.startswith(begins.get(suffix, b""))
    assert len(list(tmp_path.iterdir())) == len(FORMATS)


@pytest.mark.slow
def test_a_film_has_the_size_the_stretch_and_the_speed_that_were_asked_for(
    tmp_path: Path, command_line: CommandLine
) -> None:
    command_line(IRIS, "--export", "run.gif", "--from", 3, "--at", 9, "--speed", 2, "--size", "480x320")
    with Image.open(tmp_path / "run.gif") as image:
        durations = [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
        assert (image.size, durations) == ((480, 320), [500] * 6 + [2000])
    command_line(IRIS, "--export", "few.gif", "--frames", 3)
    with Image.open(tmp_path / "few.gif") as image:
        assert [frame.info["duration"] for frame in ImageSequence.Iterator(image)] == [7000, 250, 2000]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--from", "28"], "no film goes from update 28 to 28"),
        (["--at", "0"], "no film goes from update 0 to 0"),
        (["--speed", "0"], "0 updates per second are not possible"),
        (["--speed", "nan"], "nan updates per second are not possible"),
        (["--frames", "2"], "a film of 2 pictures is not possible"),
        (["--show", "report"], f".gif is not a kind of report; choose {suffixes(ExportKind.REPORT)}"),
    ],
)
def test_a_film_that_cannot_be_is_one_line(
    tmp_path: Path, command_line: CommandLine, options: list[str], words: str
) -> None:
    assert words in command_line.refused(IRIS, "--export", "run.gif", *options)
    assert list(tmp_path.iterdir()) == []


def test_pictures_of_a_report_and_a_sheet_on_paper_are_vectors(tmp_path: Path, command_line: CommandLine) -> None:
    for name, more in (("report.pdf", ("--show", "report")), ("sheet.pdf", ("--solution",))):
        command_line("--export", name, *more)
        content = (tmp_path / name).read_bytes()
        assert content.startswith(b"%PDF")
        assert b"/Subtype /Image" not in content
        assert len(re.findall(rb"/Type /Page\b", content)) <= 5, "no page is left half empty for a picture"


def test_a_report_is_the_same_run_as_the_trace(tmp_path: Path, command_line: CommandLine) -> None:
    command_line(IRIS, "--export", "run.html")
    run = train(load(IRIS))
    text = (tmp_path / "run.html").read_text("utf-8")
    *_, last = "".join(trace(run)).splitlines()
    assert all(f'<data value="{cell}">' in text for cell in last.split(","))
    assert "Standard perceptron on iris_setosa_virginica.csv" in text
    command_line(IRIS, "--export", "run.pdf", "--show", "report")
    assert (tmp_path / "run.pdf").read_bytes().count(b"/Type /Page\n") > 1


@pytest.mark.slow
def test_a_player_is_the_page_of_the_run_and_beside_a_report_it_is_at_the_same_moments(
    tmp_path: Path, command_line: CommandLine
) -> None:
    html = player_page(train(load(IRIS)), IRIS.name)
    command_line(IRIS, "--export", "run.html", "--play")
    assert (tmp_path / "run.html").read_text("utf-8") == html
    command_line(IRIS, "--export", "told.html", "--show", "report", "--play")
    assert (tmp_path / "told-player.html").read_text("utf-8") == html
    links = re.findall(r'<a href="([^"]*)">', (tmp_path / "told.html").read_text("utf-8"))
    assert links == [f"told-player.html#{at}" for at in ("end", "k=1", "k=14", "k=28", "end")]
    for options in (["run.png", "--play"], ["run.html", "--play", "--blank"], ["run.html", "--play", "--at", "3"]):
        command_line.refused(IRIS, "--export", *options)


def test_a_page_that_takes_long_says_on_stderr_how_much_of_it_is_written(
    command_line: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perceptron_gui.program.command_line._SILENCE", 0.0)
    out, err = command_line.describe(IRIS, "--export", "run.html", "--play")
    shares = [int(share) for share in re.findall(r"^Writing run\.html … (\d+)%$", err, re.MULTILINE)]
    assert out == ""
    assert len(shares) == len(err.splitlines()) > 2
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 100)
    command_line(IRIS, "--export", "run.svg")


def test_a_solution_is_the_sheet_of_the_run_and_a_blank_the_same_with_gaps(
    tmp_path: Path, command_line: CommandLine
) -> None:
    data = tmp_path / "exam.csv"
    write(generate("exam", 7), data)
    sheet = solution_of(train(load(data)), "exam.csv")
    for suffix, written in ((".tex", latex_document), (".html", lambda report: page(report, {}))):
        command_line(data, "--export", f"s{suffix}", "--solution")
        command_line(data, "--export", f"b{suffix}", "--blank")
        assert (tmp_path / f"s{suffix}").read_text("utf-8") == written(sheet)
        assert (tmp_path / f"b{suffix}").read_text("utf-8") == written(sheet.blank())
    command_line(data, "--export", "s.tex")
    assert (tmp_path / "s.tex").read_text("ascii") == latex_document(sheet)
    for name, option in (("s.pdf", "--solution"), ("b.pdf", "--blank")):
        command_line(data, "--export", name, option)
        assert (tmp_path / name).read_bytes().startswith(b"%PDF")
    assert "--size is for pictures and films" in command_line.refused(data, "--export", "o.tex", "--size", "800x600")
    assert not (tmp_path / "o.tex").exists()


@pytest.mark.slow
def test_a_report_tells_how_it_was_made(tmp_path: Path, command_line: CommandLine) -> None:
    command_line(IRIS, "--export", "r.html", "--seed", "5")
    told = (tmp_path / "r.html").read_text("utf-8")
    assert f"main.py {IRIS} --export r.html --seed 5" in told
    assert f"<td>{__version__}</td>" in told
    assert f"<td>{datetime.now():%Y-%m-%d}" in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["missing.csv"], "missing.csv: there is no such file"),
        (["--learner", "oracle"], "'oracle' is not a learner"),
        (["--order", "sorted"], "'sorted' is not an order"),
        (["--bias", "-1"], "bias -1.0 is not possible"),
        (["--max-epochs", "0"], "max_epochs 0 is not possible"),
        (["--at", "9"], "enter 0 to 8 after --at"),
        (["--size", "big"], "'big' is not a size"),
        (["--lettering", "9"], "'9' is no size of letters; enter 50 to 800"),
        (["--nonsense"], "--nonsense"),
        (["--from", "3"], "p.png: --from is for films"),
        (["--solution"], f"p.png: .png is not a kind of solution; choose {suffixes(ExportKind.SHEET)}"),
        (["--show", "report"], f"p.png: .png is not a kind of report; choose {suffixes(ExportKind.REPORT)}"),
    ],
)
def test_what_is_wrong_is_one_line_and_nothing_is_written(
    tmp_path: Path, command_line: CommandLine, arguments: list[str], words: str
) -> None:
    assert words in command_line.refused(*arguments, "--export", "p.png")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("p.text", f"p.text: .text is not a kind of picture; choose {suffixes()}"),
        ("picture", "no suffix is not a kind of picture"),
        ("nowhere/p.png", "nowhere/p.png: there is no such folder"),
        ("nowhere/p.gif", "nowhere/p.gif: there is no such folder"),
    ],
)
def test_a_picture_that_cannot_be_written_is_one_line(
    tmp_path: Path, command_line: CommandLine, path: str, words: str
) -> None:
    assert words in command_line.refused("--export", path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_an_old_picture_stays_where_a_new_one_cannot_be_made(tmp_path: Path, command_line: CommandLine) -> None:
    """Whether that is seen at once, or when the run is there and Qt is loaded; then in a program of its own."""
    for name in ("p.png", "p.gif"):
        (tmp_path / name).write_bytes(b"old")
    command_line.refused("--export", "p.png", "--at", -1)
    done = program(IRIS, "--export", "p.gif", "--from", "28", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert_one_line(done.stderr, "no film goes from update 28 to 28")
    assert [(tmp_path / name).read_bytes() for name in ("p.png", "p.gif")] == [b"old", b"old"]
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("columns", [["petal length (cm)"], ["petal length (cm)", "petal width (cm)"], []])
def test_one_class_of_three_and_some_features_of_four_are_chosen(
    tmp_path: Path, command_line: CommandLine, columns: list[str]
) -> None:
    iris = resource("datasets", "iris.csv")
    chosen = ("--columns", ",".join(columns)) if columns else ()
    command_line(iris, "--positive", "setosa", *chosen, "--export", "p.svg")
    drawn = (tmp_path / "p.svg").read_text("utf-8")
    assert ("Section at the means of the other 2 features" in " ".join(drawn.split())) is (not columns)


def test_the_version_is_printed(tmp_path: Path) -> None:
    assert program("--version", cwd=tmp_path).stdout.startswith("Perceptron ")


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux can be without a screen")
def test_without_a_screen_the_run_that_a_window_shows_is_made_in_a_folder(tmp_path: Path) -> None:
    done = program(cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "No window can be opened" in done.stdout.splitlines()[0]
    assert "converged after 8 updates in 5 epochs" in done.stdout
    assert "at most (R/margin)^2 = 29.0 updates" in done.stdout
    out, first, shown = tmp_path / "out", DEFAULT_FILE, BUILT_IN[0]
    assert opened(out / f"{first.stem}.png").width() == 1280
    assert (out / f"{first.stem}.trace.csv").read_text("utf-8") == "".join(trace(train(shown.dataset(), shown.spec)))
    assert done.stdout.count(f"out/{first.stem}") == 2


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux can be without a screen")
@pytest.mark.parametrize("environment", [{"DISPLAY": ":4711"}, {"QT_QPA_PLATFORM": "xcb"}, {"WAYLAND_DISPLAY": "gone"}])
def test_a_screen_that_cannot_be_opened_is_no_screen(environment: dict[str, str]) -> None:
    assert why_no_screen(environment)


def test_a_platform_that_needs_no_screen_is_taken_at_its_word() -> None:
    assert why_no_screen({"QT_QPA_PLATFORM": "offscreen"}) is None


@pytest.mark.slow
def test_the_first_picture_of_a_window_is_timed_and_what_is_not_in_it_is_not_imported_for_it(tmp_path: Path) -> None:
    home = {name: str(tmp_path) for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR")}
    tmp_path.chmod(0o700)
    told = {"PYTHONPROFILEIMPORTTIME": "1", "QT_QPA_PLATFORM": "offscreen"}
    done = program("--exit-after-first-frame", cwd=tmp_path, **told, **home)
    assert done.returncode == 0
    assert done.stdout.startswith("first frame after ")
    lines = without_what_qt_lacks(done.stderr).splitlines()
    assert all(line.startswith("import time: ") for line in lines)
    imported = {line.rsplit("|", 1)[-1].strip() for line in lines}
    assert {"perceptron_gui.canvas.canvas", "perceptron_gui.panels.theory.panel"} <= imported
    dialogs = {path.stem for path in (ROOT / "perceptron_gui" / "window" / "dialogs").glob("[a-z]*.py")}
    unseen = {
        *(f"perceptron_gui.panels.{title.lower()}" for title in [*PANELS][1:]),
        *(f"perceptron_gui.window.dialogs.{name}" for name in dialogs),
        *("perceptron_gui.exports", "PIL", "PySide6.QtPrintSupport"),
        *("perceptron_gui.panels.theory.more_numbers", "perceptron_gui.look.fields.question_dialog"),
        *("core.datasets.generators", "core.explain.report", "core.explain.trace"),
        *("core.analysis.comparison", "core.analysis.experiments"),
    }
    assert not {name for name in imported if any(f"{name}.".startswith(f"{each}.") for each in unseen)}
