"""The command line: starts the window, writes a picture, or does the job without a window where there is no screen."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from core.command_line.options import (
    Parser,
    add_data_options,
    add_run_options,
    columns_from,
    dataset_from,
    fail,
    spec_from,
)
from core.command_line.report import in_words, say
from core.command_line.trace import write_trace
from core.errors import InputError
from core.run import Run, train
from perceptron_gui import VERSION
from perceptron_gui.display import why_no_screen
from perceptron_gui.look.resources import resource

if TYPE_CHECKING:
    from PySide6.QtCore import QSize

_FIRST_DATA = resource("datasets", "iris_setosa_virginica.csv")
_OUT = Path("out")


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for; returns the exit code. Exits with 2 and one line on stderr where it cannot."""
    began = perf_counter()
    options = _parser().parse_args(arguments)
    try:
        if options.export is not None:
            _export(options, _trained(options), Path(options.export))
            return 0
        missing = why_no_screen()
        if missing is not None:
            return _without_screen(options, missing)
        return _window(options, began)
    except InputError as error:
        fail(str(error))


def _parser() -> Parser:
    parser = Parser(prog="perceptron", description="Watch the perceptron learn, and see why it must stop.")
    parser.add_argument("data", metavar="DATA", nargs="?", help="examples and labels: .csv, .tsv or .txt")
    parser.add_argument("--version", action="version", version=f"Perceptron {VERSION}")
    add_data_options(parser)
    add_run_options(parser)
    group = parser.add_argument_group("picture")
    group.add_argument(
        "--at", type=int, metavar="K", help="show update K (a picture shows the end unless told otherwise)"
    )
    group.add_argument("--export", metavar="FILE", help="write a .png, .svg or .pdf and open no window")
    group.add_argument("--size", type=_size, metavar="WxH", help="of the picture or the window (1280x800)")
    group.add_argument(
        "--theme", choices=("light", "dark"), help="light or dark; a picture is light unless told otherwise"
    )
    group.add_argument(
        "--exit-after-first-frame", action="store_true", help="print how long the first picture took, and close"
    )
    return parser


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{3,5})[x×](\d{3,5})", text)
    if match is None:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a size; WIDTHxHEIGHT in pixels, such as 1280x800, is expected"
        )
    return int(match[1]), int(match[2])


def _trained(options: argparse.Namespace) -> Run:
    from perceptron_gui.files.loading import require_plane

    path = options.data or str(_FIRST_DATA)
    spec = spec_from(options)
    dataset = dataset_from(path, options)
    require_plane(dataset, Path(path))
    if not dataset.n:
        raise InputError("there are no examples; at least one is expected", path=path)
    run = train(dataset, spec)
    if options.at is not None and not 0 <= options.at <= run.updates:
        raise InputError(f"update {options.at} does not exist; 0 to {run.updates} is expected after --at")
    return run


def _export(options: argparse.Namespace, run: Run, path: Path) -> None:
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from perceptron_gui.headless import DEFAULT_SIZE, export_run
    from perceptron_gui.look.theme import Appearance

    export_run(run, options.at, path, _qsize(options) or DEFAULT_SIZE, Appearance(options.theme or "light"))


def _without_screen(options: argparse.Namespace, missing: str) -> int:
    run = _trained(options)
    data = Path(options.data or _FIRST_DATA)
    picture, trace = _OUT / f"{data.stem}.png", _OUT / f"{data.stem}.trace.csv"
    _OUT.mkdir(exist_ok=True)
    _export(options, run, picture)
    write_trace(run, trace)
    say(f"No window can be opened ({missing}), so the run was made without one.")
    say(in_words(run.summary(str(data))))
    say(f"The picture is {picture}, every update is in {trace}.")
    return 0


def _window(options: argparse.Namespace, began: float) -> int:
    from perceptron_gui.application import Start, run_window
    from perceptron_gui.files.loading import Request
    from perceptron_gui.look.theme import Appearance

    spec = spec_from(options)
    request = Request(Path(options.data), options.positive, columns_from(options.columns)) if options.data else None
    appearance = Appearance(options.theme) if options.theme else None
    first_frame = began if options.exit_after_first_frame else None
    return run_window(Start(request, spec, options.at, _qsize(options), appearance, first_frame))


def _qsize(options: argparse.Namespace) -> QSize | None:
    from PySide6.QtCore import QSize

    return QSize(*options.size) if options.size else None


if __name__ == "__main__":
    sys.exit(main())
