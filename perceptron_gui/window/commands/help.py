"""The menu Help: lessons, the commands, and the meaning of things."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMenu, QWhatsThis

from core.errors import InputError
from core.files.session import SUFFIX, is_session
from core.lessons.lesson_files import WHY, count_steps, lesson_files, lesson_key, lesson_title
from core.names import legible
from perceptron_gui.files.settings import lessons_folder
from perceptron_gui.look.plain import plain
from perceptron_gui.window.commands.command import Command, Menu, Words, actions_by_menu
from perceptron_gui.window.parts import Parts

_RECENT = 5
"""The most commands that come first in Find a Command."""


def _lesson(place: int, path: Path) -> Command:
    words = Words(f"&{place % 10}  {lesson_title(path)}", "Open it, with what to do and to watch")
    return Command(path.stem, lambda w: w.files.lesson_asked.emit(path), own_words=words)


def _open_lesson(w: Parts) -> None:
    folder = lessons_folder() if lessons_folder().is_dir() else Path.home()
    chosen, _ = QFileDialog.getOpenFileName(w.window, "Open Lesson", str(folder), "Lessons (*.toml);;All files (*)")
    if chosen:
        w.files.lesson_asked.emit(Path(chosen))


def _fill_lessons(w: Parts, menu: QMenu) -> None:
    """Say how far each lesson has come, and add those in the user's own folder, each time that the menu is opened."""
    usual = len(menu.actions())
    lessons = menu.actions()[usual - len(lesson_files()) :]

    def list_own() -> None:
        for action, (place, path) in zip(lessons, enumerate(lesson_files(), 1), strict=True):
            step, steps = w.settings.lesson_steps.get(lesson_key(path.name), 0), count_steps(path)
            progress = "  ✓" if step >= steps else f"  – at step {step + 1} of {steps}" * (step > 0)
            action.setText(_lesson(place, path).words.text + progress)
        for action in menu.actions()[usual:]:
            menu.removeAction(action)
            # A menu keeps the actions that were removed from it.
            action.deleteLater()
        if own := sorted([*lesson_files(lessons_folder()), *lessons_folder().glob(f"*{SUFFIX}")]):
            menu.addSeparator()
        for path in own:
            trouble = _trouble(path)
            text = legible(lesson_title(path)).replace("&", "&&")
            action = menu.addAction(f"{text} (cannot be read)" if trouble else text)
            action.setToolTip(plain(trouble or legible(str(path))))
            open_it = w.files.open_path if is_session(path) else w.files.lesson_asked.emit
            action.triggered.connect(lambda _checked, open_it=open_it, path=path: open_it(path))

    menu.aboutToShow.connect(list_own)


def _trouble(path: Path) -> str:
    """Return the error in the lesson of a file; empty if there is none, and for a session."""
    from core.lessons.lesson import read_lesson  # Only a menu with lessons of the user needs it.

    try:
        if not is_session(path):
            read_lesson(path)
    except InputError as error:
        return str(error)
    return ""


def _find_command(w: Parts) -> None:
    from perceptron_gui.window.dialogs.help import CommandPalette

    palette = CommandPalette(actions_by_menu(w.menu_bar), w.window, w.settings.recent_commands)
    palette.exec()
    palette.deleteLater()
    if (chosen := palette.chosen) is not None:
        if name := chosen.objectName():
            others = (other for other in w.settings.recent_commands if other != name)
            w.settings.recent_commands = (name, *others)[:_RECENT]
        chosen.trigger()


def _show_handbook(w: Parts) -> None:
    """Show it beside the window, as it was left and in front of other windows."""
    from perceptron_gui.window.dialogs.handbook import Handbook

    book = w.window.findChild(Handbook) or Handbook(w.theme, w.window)
    book.show()
    book.raise_()
    book.activateWindow()


def _show_shortcuts(w: Parts) -> None:
    from perceptron_gui.window.dialogs.help import show_shortcuts

    show_shortcuts({**actions_by_menu(w.menu_bar), "In a panel, while it is seen": w.panel.panel_actions}, w.window)


def _show_about(w: Parts) -> None:
    from perceptron_gui.window.dialogs.help import show_about

    show_about(w.window)


def _no_why(w: Parts) -> str:
    """Return why the run at the playhead shows nothing that had to stop; empty if it does."""
    if (run := w.player.visible.recorded) is None or not run.dataset.n:
        return "There is no run yet"
    if not w.player.at_end or run.stopped is None or (run.margin.bound is not None and not run.converged):
        return "The run has not ended by itself here"
    untrue = run.margin.start is not None or run.margin.notation.rated
    return "Its sentences are true of runs from w = 0 that add x, not a multiple of it" if untrue else ""


HELP = Menu(
    "help",
    "&Help",
    Command("why", lambda w: w.files.lesson_asked.emit(WHY), _no_why),
    Menu(
        "lessons",
        "&Lessons",
        Command("open_lesson", _open_lesson),
        None,
        *(_lesson(place, path) for place, path in enumerate(lesson_files(), 1)),
        fill=_fill_lessons,
    ),
    Command("first_steps", lambda w: w.workspace.pages.first_steps.emit()),
    None,
    Command("handbook", _show_handbook),
    Command("find_command", _find_command),
    Command("whats_this", lambda _: QWhatsThis.enterWhatsThisMode()),
    Command("shortcuts", _show_shortcuts),
    Command("about", _show_about),
)
