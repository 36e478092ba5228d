"""The command line: starts the window, writes a picture, or does the job without a window where there is no screen."""

from __future__ import annotations

import argparse
import ctypes
import gc
import math
import os
import re
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp
from time import perf_counter
from typing import TYPE_CHECKING, BinaryIO

from core import __version__
from core.built_in import BUILT_IN, DEFAULT_FILE
from core.command_line.ending import ended, interruptible, say, undisturbed
from core.command_line.options import (
    LESSON,
    PIPE,
    WINDOW_PROGRAM,
    Parser,
    add_paper_options,
    add_run_options,
    arguments_from,
    choices_from,
    given_from,
    piped,
    spec_from,
    task_from,
)
from core.errors import InputError
from core.files.atomic import atomic_file, refuse_same_file
from core.files.formats import is_lesson
from core.files.session import SUFFIX, is_session
from core.run import Run, train

if TYPE_CHECKING:
    from PySide6.QtCore import QSize

    from core.explain.report.parts import Report
    from perceptron_gui.program.headless import ExportWish

_OUT = Path("out")
_SILENCE = 1.0
"""Seconds between two lines of progress. Work that is done sooner prints none."""


def main(arguments: Sequence[str] | None = None, *, installed: bool = False) -> int:
    """Run the command line and return the exit code: 2, with one line on stderr, if the input is wrong.

    Without a screen the program from source writes a picture and a trace; an `installed` one explains the problem.
    """
    return ended(partial(_work, arguments, perf_counter(), installed))


def _work(arguments: Sequence[str] | None, began: float, installed: bool) -> int:
    given = arguments_from(arguments)
    if given[:1] == [LESSON]:
        from core.command_line.lesson import HTML, lesson_command

        return lesson_command(given[1:], {**HTML, ".pdf": _pdfs}, WINDOW_PROGRAM)
    options = make_parser().parse_args(given)
    options.command = f"{WINDOW_PROGRAM} {shlex.join(given)}"
    if options.in_menu is not None:
        from perceptron_gui.program import desktop

        say(desktop.install() if options.in_menu else desktop.remove())
        return 0
    missing = why_no_screen()
    alone = options.export is not None or missing is not None
    several = len(options.files) > 1 or (not alone and any(map(os.path.isdir, options.files)))
    options.playlist = tuple(map(Path, options.files)) if several else ()
    options.data = options.files[0] if options.files and not options.playlist else None
    if options.playlist and alone:
        raise InputError("only the window takes several files; name one file here")
    with piped(options.data or "") as place:
        options.data = place or None
        return _begun(options, missing, began, installed)


def _begun(options: argparse.Namespace, missing: str | None, began: float, installed: bool) -> int:
    if options.at is not None:
        of_session = options.max_updates is None and options.data is not None and is_session(options.data)
        _check_update(options.at, math.inf if of_session else spec_from(options).max_updates)
    if options.export is not None:
        with interruptible():
            return _export(options)
    if missing is not None and installed:
        from perceptron_gui.program.desktop import tell_beside

        sentence = f"no window can be opened ({missing})"
        tell_beside(sentence)
        raise InputError(f"{sentence}; start it on a screen, or use --export FILE, which needs none")
    if missing is not None:
        with interruptible():
            return _without_screen(options, missing)
    return _window(options, began)


def make_parser() -> Parser:
    """Return the parser of the program; its command `lesson` has its own."""
    parser = Parser(
        prog=WINDOW_PROGRAM,
        description="Watch the perceptron learn, and see why it must stop.",
        epilog=f"A lesson, checked and put on paper: {WINDOW_PROGRAM} {LESSON} --help",
    )
    kinds = f"examples and labels, a session ({SUFFIX}), or {PIPE} for CSV from a pipe"
    several = "the window also takes a lesson, or several files or a folder as a playlist"
    parser.add_argument("files", metavar="DATA", nargs="*", help=f"{kinds}; {several}")
    parser.add_argument("--version", action="version", version=f"Perceptron {__version__}")
    add_run_options(parser)
    add = parser.add_argument_group("picture, film and report").add_argument
    moment = "show update K (default for a picture: the end, or the moment of the session)"
    add("--at", type=int, metavar="K", help=moment)
    add("--export", metavar="FILE", help="write a .png, .svg, .pdf, .gif, .html or .tex and open no window")
    sheet = "a sheet that works out each step, as .html, .pdf or .tex (a .tex is always a sheet)"
    add("--solution", action="store_true", help=sheet)
    add("--blank", action="store_true", help="the same sheet with gaps")
    add_paper_options(add)
    page = "a page that plays the run in any browser, one .html (with --show report: both)"
    add("--play", action="store_true", help=page)
    part = "the part to export (default: both; for a .gif the canvas, for a .html the report)"
    add("--show", choices=("canvas", "panel", "both", "report"), help=part)
    add("--from", type=int, dest="first", metavar="K", help="first update of a film (0); --at is its last")
    add("--speed", type=float, metavar="S", help="speed of a film in updates per second (4)")
    add("--frames", type=int, metavar="N", help="the most pictures of a film (200)")
    add("--size", type=_size, metavar="WxH", help="size of the picture or the window (1280x800)")
    add("--lettering", type=_lettering, metavar="PERCENT", help="how large letters, lines and points of it are (100)")
    add("--theme", choices=("light", "dark"), help="light or dark (default for a picture: light)")
    add("--exit-after-first-frame", action="store_true", help="print the time to the first picture, and close")
    add = parser.add_argument_group("desktop of Linux").add_mutually_exclusive_group().add_argument
    entry = f"put Perceptron into your menu, and let a double click open a {SUFFIX} file"
    add("--install-desktop", dest="in_menu", action="store_true", default=None, help=entry)
    add("--remove-desktop", dest="in_menu", action="store_false", help="undo --install-desktop")
    return parser


def _size(text: str) -> QSize:
    from PySide6.QtCore import QSize

    match = re.fullmatch(r"(\d{1,5})[x×](\d{1,5})", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size; enter WIDTHxHEIGHT in pixels, such as 1280x800")
    width, height = int(match[1]), int(match[2])
    # A smaller window has no space for the canvas beside the panel; a larger picture takes gigabytes.
    if not (480 <= width <= 8192 and 320 <= height <= 8192):
        raise argparse.ArgumentTypeError(f"{text!r} is out of range; enter a size from 480x320 to 8192x8192")
    return QSize(width, height)


def _lettering(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 50 <= int(text) <= 800):
        raise argparse.ArgumentTypeError(f"{text!r} is no size of letters; enter 50 to 800, in per cent")
    return int(text)


def _check_update(at: int, most: float) -> None:
    if not 0 <= at <= most:
        raise InputError(f"update {at} does not exist; enter 0 to {most} after --at")


def _trained(options: argparse.Namespace, path: Path) -> tuple[Run, ExportWish]:
    """Return the whole run, because every picture shows its number of updates, and the wish to export it to `path`."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with undisturbed():
        from perceptron_gui.program.headless import ExportWish

    wish = ExportWish(path, options)
    task = task_from(options.data or str(DEFAULT_FILE), options)
    # Without a file it is the run that a window shows.
    spec = task.spec if options.data else replace(BUILT_IN[0].spec, **given_from(options))
    run = train(task.loaded.dataset, spec)
    if options.at is not None:
        _check_update(options.at, run.updates)
    say(*(f"note: {note}" for note in task.loaded.notes), aside=True)
    return run, replace(wish, lesson=task.lesson)


def _export(options: argparse.Namespace) -> int:
    refuse_same_file((options.data,), (options.export,))
    path = Path(options.export)
    with atomic_file(path, pipes=True) as stream:
        run, wish = _trained(options, path)
        _draw(run, wish, stream)
    return 0


def _pdfs(sheets: Sequence[Report]) -> Iterator[bytes]:
    """Yield sheets as PDF. Qt writes them on its offscreen platform."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with undisturbed():
        from perceptron_gui.program.headless import pdfs

        yield from pdfs(sheets)


def _without_screen(options: argparse.Namespace, missing: str) -> int:
    from core.explain.summary_text import in_words
    from core.explain.trace import trace

    data = Path(options.data or DEFAULT_FILE)
    with _folder_for_results() as folder:
        picture, table = folder / f"{data.stem}.png", folder / f"{data.stem}.trace.csv"
        refuse_same_file((options.data,), (str(picture), str(table)))
        run, wish = _trained(options, picture)
        with atomic_file(picture, pipes=True) as picture_file, atomic_file(table, pipes=True) as table_file:
            _draw(run, wish, picture_file)
            table_file.writelines(block.encode() for block in trace(run))
            say(f"No window can be opened ({missing}), so the run was made without one.")
            elsewhere = f"The folder “{_OUT}” cannot be written here, so another one was used. " * (folder != _OUT)
            told = f"{elsewhere}The picture is {picture}, every update is in {table}."
            say(in_words(run.summary(options.files[0] if options.files else str(data)), run), told)
    return 0


@contextmanager
def _folder_for_results() -> Iterator[Path]:
    """Yield `out` here, else a new temporary folder; a new one is removed if it stays empty. Raise InputError."""
    if _OUT.is_file():
        raise InputError("this is a file; remove it, or use --export FILE: a folder is needed here", path=_OUT)
    folder, made = _OUT, not _OUT.exists()
    # The block begins before the folder is made, so that an interrupt in between leaves no folder either.
    try:
        # If this folder cannot be made, a temporary one is used.
        with suppress(OSError):
            folder.mkdir(exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            try:
                folder, made = Path(mkdtemp(prefix="perceptron-")), True
            except OSError as error:
                sentence = "neither this nor a temporary folder can be written; use --export FILE with another place"
                raise InputError(sentence, path=_OUT) from error
        yield folder
    finally:
        if made:
            with suppress(OSError):  # A folder that holds something stays.
                folder.rmdir()


def _draw(run: Run, wish: ExportWish, stream: BinaryIO) -> None:
    """Export in slices, so that Ctrl+C can interrupt a long film between two pictures."""
    from perceptron_gui.exports.formats import ExportKind
    from perceptron_gui.program.headless import export

    slices = export(run, wish, stream)
    done: float | None = 0.0
    due = 0.0
    try:
        while done is not None:
            with undisturbed():
                done = next(slices, None)
            due = due or perf_counter() + _SILENCE  # The first slice prepares every export and is not timed.
            if done is not None and wish.kind is ExportKind.PLAYER and perf_counter() >= due:
                say(f"Writing {wish.path.name} … {done:.0%}", aside=True)
                due = perf_counter() + _SILENCE
    finally:
        with undisturbed():
            slices.close()


def _window(options: argparse.Namespace, began: float) -> int:
    gc.disable()  # Until the window is shown: everything made up to then stays, so a collection finds nothing.
    from perceptron_gui.files.loading import FileChoices, LoadRequest
    from perceptron_gui.program.application import run_window

    spec, given, choices = spec_from(options), given_from(options), FileChoices(**vars(choices_from(options)))
    title = "Points from a pipe" if PIPE in options.files else ""  # With a title the file is not the user's.
    request = LoadRequest(Path(options.data), choices, title, options=given) if options.data else None
    chosen = choices != FileChoices()
    said = given or chosen or options.at is not None or options.exit_after_first_frame
    if said and request is not None and is_lesson(request.path):
        sentence = "a lesson chooses its own data, run and update; leave out the options for these"
        raise InputError(sentence, path=request.path)
    if options.playlist and chosen:
        raise InputError("options that say how to read a file work with one file only; leave them out for a playlist")
    return run_window(options, request, spec, given, began)


def why_no_screen(environment: Mapping[str, str] = os.environ) -> str | None:
    """Return the reason in a few words why no window can open; None if one can.

    Only Linux is asked. A platform in QT_QPA_PLATFORM that needs no screen counts as able to open a window.
    """
    if not sys.platform.startswith("linux"):
        return None
    chosen = environment.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if chosen and not chosen.startswith(("xcb", "wayland")):
        return None
    ways = (
        ("wayland", "WAYLAND_DISPLAY", "libqwayland.so", _wayland_trouble),
        ("xcb", "DISPLAY", "libqxcb.so", _x_trouble),
    )
    complaints = []
    for platform, variable, plugin, trouble in ways:
        if chosen.startswith(platform) or not chosen:
            is_set = bool(environment.get(variable))
            complaint = _plugin_trouble(plugin) or trouble(environment) if is_set else f"{variable} is not set"
            if complaint is None:
                return None
            complaints.append(complaint)
    return "; ".join(complaints)


def _x_trouble(environment: Mapping[str, str]) -> str | None:
    """Return why X cannot be used: connect as Qt would, once its plugin is loaded.

    The connection stays open until the process ends. Some servers (Xvfb) restart when their last client leaves, and
    refuse new clients meanwhile, Qt included.
    """
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    name = environment["DISPLAY"]
    connection = xcb.xcb_connect(name.encode(), None)
    return f"the screen {name} cannot be opened" if xcb.xcb_connection_has_error(connection) else None


def _wayland_trouble(environment: Mapping[str, str]) -> str | None:
    socket = Path(environment.get("XDG_RUNTIME_DIR", "/"), environment["WAYLAND_DISPLAY"])
    return None if socket.exists() else f"the screen {socket} does not exist"


def _plugin_trouble(name: str) -> str | None:
    """Return why a plugin of Qt's cannot be loaded: its error names a missing library."""
    spec = find_spec("PySide6")
    if spec is None or spec.origin is None:
        return "PySide6 is not installed"
    plugin = Path(spec.origin).with_name("Qt") / "plugins" / "platforms" / name
    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        # In the executable PyInstaller wraps the error of ctypes; only the inner error names the missing library.
        return f"Qt cannot open a window: {error.__context__ or error}"
    return None
