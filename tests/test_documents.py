"""What the documents say holds: their links lead somewhere, their commands run, their options and menus are there."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication

import core
from core.__main__ import main as headless
from core.command_line import lesson
from core.command_line.experiment import KINDS as EXPERIMENTS
from core.command_line.options import LESSON
from core.datasets.generators import GENERATORS
from core.explain.trace import trace_columns
from core.files.formats import FORMATS as DATA_FORMATS
from core.files.session import SUFFIX
from core.kernels import KERNELS
from core.learners import LEARNERS
from core.ties import TIES
from perceptron_gui.exports.formats import FORMATS as EXPORT_FORMATS
from perceptron_gui.files.recovery import recovery_folder
from perceptron_gui.files.settings import lessons_folder
from perceptron_gui.panels import PANELS
from perceptron_gui.program import command_line as program
from perceptron_gui.program.application import NAME
from perceptron_gui.window.commands import MENUS
from perceptron_gui.window.commands.command import Command, Menu
from tests.documents import PAGES, prose_of, words_of
from tests.places import DATASETS, ROOT
from tests.told_commands import make_files, told_by

COMMAND_LINE = ROOT / "docs" / "command-line.md"
OPTIONS = ROOT / "docs" / "options.md"
FILES = ROOT / "docs" / "files.md"
FOR_USERS = [
    ROOT / "README.md",
    *(ROOT / "docs" / f"{name}.md" for name in ("teachers", "students")),
    FILES,
    COMMAND_LINE,
]
KINDS = [("compare",), ("lesson",), *(("generate", kind) for kind in GENERATORS)]
KINDS += [("experiment", kind) for kind in EXPERIMENTS]
"""Commands of `perceptron-core` with options of their own."""


def options_told(capsys: pytest.CaptureFixture[str], ask: Any, *command: str) -> set[str]:
    """The options that a command's help has."""
    with pytest.raises(SystemExit):
        ask([*command, "--help"])
    return set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", capsys.readouterr().out))


def paths(entries: Sequence[Command | Menu | None], above: str = "") -> Iterator[str]:
    """Yield each menu and each entry after the menus that one opens to come to it."""
    for entry in entries:
        if entry is not None:
            path = above + (entry.title if isinstance(entry, Menu) else entry.words.text).replace("&", "")
            yield path
            if isinstance(entry, Menu):
                yield from paths(entry.items, f"{path} ▸ ")


def lines_of_code(path: Path) -> Iterator[str]:
    """Yield the lines of the blocks of a page, and what stands as code in its sentences."""
    text = words_of(path)
    yield from re.findall(r"^ {4,}(\S.*)$", text, re.MULTILINE)
    yield from re.findall(r"(?<!`)`([^`]+)`(?!`)", text)


@pytest.mark.parametrize(
    "path", [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("resources/*/README.md")], ids=str
)
def test_links_lead_somewhere(path: Path) -> None:
    targets = [link for link in re.findall(r"\]\(([^)#]+)\)", words_of(path)) if "://" not in link]
    assert [link for link in targets if not (path.parent / link).exists()] == []


def test_the_top_folder_holds_what_the_architecture_names_and_nothing_else() -> None:
    """Also what is not committed yet: a stray file is seen before it is."""
    if not (ROOT / ".git").exists() or which("git") is None:
        pytest.skip("this is no checkout")
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    top = {file.partition("/")[0] for file in files if file and (ROOT / file).exists()}
    block = words_of(ROOT / "ARCHITECTURE.md").split("## Folders")[1].split("```")[1]
    lines = [line.split("  ")[0] for line in block.splitlines() if line[:1].strip()]
    assert top == {name.rstrip("/") for line in lines for name in line.split()}


def test_menus_that_are_named_are_there() -> None:
    """An entry at its place, word for word."""
    named = {(path.name, place) for path in PAGES for place in re.findall(r"\*([A-Z][^*]* ▸ [^*]+)\*", prose_of(path))}
    assert len(named) > 15
    there = set(paths(MENUS))
    assert {(page, place) for page, place in named if place not in there} == set()


def test_tabs_that_are_named_are_there() -> None:
    told = [re.findall(r"\btabs? \**([A-Z]\w+)|\bthe ([A-Z]\w+) tab", prose_of(path)) for path in PAGES]
    named = {either or other for either, other in chain.from_iterable(told)}
    assert len(named) > 3
    assert named <= set(PANELS)


def test_targets_of_make_that_are_named_are_there_and_no_other() -> None:
    makefile = words_of(ROOT / "Makefile")
    [line] = re.findall(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    code = "\n".join(chain.from_iterable(map(lines_of_code, [*PAGES, *ROOT.glob("*.md")])))
    assert {*re.findall(r"\bmake ([a-z][a-z-]*)", code), "clean"} == set(line.split())
    listed = makefile.partition("\n")[0].removeprefix("# make ").replace(" [DATA=FILE]", "")
    assert listed.split(" | ") == line.split()


def test_the_checks_of_a_host_make_what_can_be_made() -> None:
    [line] = re.findall(r"^\.PHONY: (.+)$", words_of(ROOT / "Makefile"), re.MULTILINE)
    made = set()
    for path in (*ROOT.glob(".github/workflows/*.yml"), ROOT / ".ci" / "run"):
        for command in re.findall(r"^(?: +- run: )?make (.+)$", words_of(path), re.MULTILINE):
            words = shlex.split(command, comments=True)
            made |= {word for word in words if not word.startswith("-") and "=" not in word and not word.isdigit()}
    assert {"test", "pictures-check", "release"} <= made <= set(line.split())


def test_commands_in_a_sentence_are_understood(capsys: pytest.CaptureFixture[str]) -> None:
    """Also those of pages for developers: each option of a command is one of its program."""
    window, core_alone = options_told(capsys, program.main), options_told(capsys, headless)
    core_alone = core_alone.union(*(options_told(capsys, headless, *command) for command in KINDS))
    asked = 0
    for line in chain.from_iterable(map(lines_of_code, PAGES)):
        for part in line.partition("  ")[0].split(" | "):
            found = re.match(r"(perceptron|perceptron-core|python -m core|python main\.py) (.+)", part)
            if found is not None:
                there = window | core_alone if found[1] in {"perceptron", "python main.py"} else core_alone
                assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", found[2])) <= there, line
                asked += 1
    assert asked > 30


def test_every_panel_is_told_to_students() -> None:
    assert re.findall(r"^\| \*\*(\w+)\*\* \|", words_of(ROOT / "docs" / "students.md"), re.MULTILINE) == list(PANELS)


def test_every_option_is_told_and_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    faces = options_told(capsys, headless) | options_told(capsys, program.main)
    all_of_them = faces.union(*(options_told(capsys, headless, *command) for command in KINDS))
    page, listed = (set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", words_of(path))) for path in (COMMAND_LINE, OPTIONS))
    assert page <= listed == all_of_them


def test_every_format_kernel_and_tie_is_told() -> None:
    read, _, _ = words_of(FILES).partition("## What it writes")
    assert set(re.findall(r"`(\.\w+)`", read)) >= {SUFFIX, *DATA_FORMATS}
    rows = {line.split("`")[1].split()[0]: line for line in words_of(OPTIONS).splitlines() if line.startswith("| `--")}
    assert re.findall(r"(\.[a-z]+)", rows["--export"]) == list(EXPORT_FORMATS)
    assert re.findall(r"([\w-]+) \(", rows["--tie"]) == list(TIES)
    assert all(kernel.formula in words_of(COMMAND_LINE) for kernel in KERNELS.values())


def test_every_learner_column_and_key_is_told() -> None:
    named = set(re.findall(r"`([\w-]+)`", words_of(COMMAND_LINE)))
    dataset = core.load(DATASETS / "xor.csv")
    for learner in LEARNERS:
        run = core.train(dataset, core.RunSpec(learner=learner, max_epochs=2))
        summary = run.summary("xor.csv")
        columns = {re.sub(r"^w_\d$", "w_1", column) for column in trace_columns(run)}
        assert {*columns, *summary, *summary["dataset"]} <= named


def test_every_command_does_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    make_files(tmp_path)
    told = [command for command in told_by(*FOR_USERS) if command.program == "perceptron-core"]
    assert [command for command in told if headless(command.arguments) != 0] == []
    assert len(told) > len(GENERATORS)
    assert Path("trace.csv").exists()
    assert Path("out-answers.html").exists()


def test_commands_of_the_window_are_understood() -> None:
    told = [command.arguments for command in told_by(*FOR_USERS) if command.program == "perceptron"]
    lessons = [arguments[1:] for arguments in told if arguments[0] == LESSON]
    parser, of_lessons = program.make_parser(), lesson.make_parser("perceptron", lesson.HTML)
    assert [of_lessons.parse_args(arguments) for arguments in lessons]
    assert [parser.parse_args(arguments) for arguments in told if arguments[1:] not in lessons]


def test_no_reader_is_sent_to_a_menu_without_an_entry() -> None:
    """A title in italics alone is a tab."""
    menus = {menu.title.replace("&", "") for menu in MENUS}
    for path in FOR_USERS:
        assert menus & set(re.findall(r"\*(\w+)\*", words_of(path))) <= set(PANELS)


@pytest.mark.skipif(sys.platform != "linux", reason="the places of this system are asked for")
def test_the_program_keeps_its_own_where_the_page_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    before = QCoreApplication.applicationName()
    QCoreApplication.setApplicationName(NAME)
    found = lessons_folder(), recovery_folder()
    QCoreApplication.setApplicationName(before)
    [row] = [line for line in words_of(FILES).splitlines() if line.startswith("| Linux |")]
    settings, unsaved = (Path(place.replace("~", str(tmp_path))) for place in re.findall(r"`([^`]+)`", row))
    assert found == (settings / "lessons", unsaved / "unsaved")
    assert "in the folder `unsaved`" in words_of(FILES)
