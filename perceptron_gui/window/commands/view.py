"""The menus View, Run and Help: how the window shows things, playhead and options of the run, lessons and commands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QWhatsThis

from core.errors import InputError
from core.files.session import SUFFIX, is_session
from core.learners import resolved
from core.lessons.lesson_files import WHY, count_steps, lesson_files, lesson_key, lesson_title
from core.lessons.vocabulary import SECRETS
from core.names import legible
from core.orders import find_order
from core.plane.projections import PLANE
from perceptron_gui.canvas import LAYERS
from perceptron_gui.files.settings import lessons_folder
from perceptron_gui.look.motion import Motion
from perceptron_gui.look.plain import plain
from perceptron_gui.look.size import PERCENTS
from perceptron_gui.look.text.sentences import within
from perceptron_gui.look.theme import Appearance
from perceptron_gui.look.voice import SpokenSteps
from perceptron_gui.model.player import Granularity
from perceptron_gui.model.workspace import TheoryPage
from perceptron_gui.panels import PANELS
from perceptron_gui.window.commands.command import NO_RUN, Command, CommandWords, Menu, actions_by_menu, choices
from perceptron_gui.window.parts import Parts
from perceptron_gui.window.screen import fill_screen

_ZOOM = 1.25
_PAGES = {TheoryPage.PICTURE: "&Picture", TheoryPage.NUMBERS: "&Numbers", TheoryPage.PROOF: "P&roof"}
_REVEALS = {
    "totals": "&Totals",
    "curves": "&Curves Ahead",
    "next": "The &Next Example",
    "rows": "The &Rows Ahead",
    "star": "ŵ* an&d γ",
    "floor": "The &Floor",
    "ceiling": "The Ceilin&g",
    "bound": "The &Bound",
    "separable": "Whether a Line &Separates",
    "runs": "Compare and R&uns",
}
"""Name in `SECRETS` → its entry of the menu."""
_SEARCH = {
    "Learner": "algorithm bias learning rate order epochs tie kernel error accuracy confusion",
    "Step": "update calculation formula",
    "Theory": "proof bound margin convergence",
    "Compare": "error accuracy confusion held out test cross-validation",
    "Data": "table examples rows",
}
"""Panel → the words that find its command besides its title."""
_RECENT = 5
"""The most commands that come first in Find a Command."""


def _set_equal_scales(w: Parts, on: bool) -> None:
    w.canvas.set_equal_scales(on)
    w.settings.equal_scales = on


def _set_normalised(w: Parts, on: bool) -> None:
    w.workspace.theorem_view.set_normalised(on)
    w.settings.normalised = on


def _choose_axes(w: Parts) -> None:
    from perceptron_gui.window.dialogs.forms import FeaturesDialog

    if (view_choice := FeaturesDialog(w.document.dataset, w.document.view_choice, w.window).ask()) is not None:
        w.document.set_view_choice(view_choice)


def _choose_size(w: Parts, percent: int) -> None:
    w.settings.enlarged = percent
    w.panel_width.fit_scale()


def _resize(name: str, by: int, last: int) -> Command:
    def do(w: Parts) -> None:
        _choose_size(w, PERCENTS[PERCENTS.index(w.settings.enlarged) + by])

    why = f"It is the {'smallest' if by < 0 else 'largest'} size"
    return Command(name, do, lambda w: why if w.settings.enlarged == last else "")


def _size_words(percent: int) -> CommandWords:
    tip = f"Letters, lines and points at {percent} %, for the back row"
    keys = "Shift+F8" if percent == PERCENTS[0] else ""
    return CommandWords(f"{percent} %", tip, keys, search="font text zoom letters")


def _show_side_panel(w: Parts, on: bool) -> None:
    """Show the panel beside the canvas, or hide it, now and at the next start, or whenever one presents."""
    w.panel.setVisible(on)
    setattr(w.settings, "presented_panel" if w.presentation.on else "side_panel", on)


def _turn_to(w: Parts, title: str) -> None:
    """Show a panel at once, also if panels are hidden, with the focus in it if it was in the panel before."""
    focus = QApplication.focusWidget()
    within = focus is not None and w.panel.isAncestorOf(focus)
    _show_side_panel(w, True)
    w.panel.turn_to(title)
    if within:
        w.panel.tabBar().setFocus()


def _turn_theory(w: Parts, page: TheoryPage) -> None:
    w.workspace.theorem_view.turn_to(page)
    _turn_to(w, "Theory")


def _theory_words(page: TheoryPage) -> CommandWords:
    return CommandWords(_PAGES[page], page.meaning, "Ctrl+T" if page is TheoryPage.PROOF else "")


def _panel_words(title: str) -> CommandWords:
    place = list(PANELS).index(title) + 1
    return CommandWords(f"&{title}", f"Show the panel {title}", f"Ctrl+{place}", search=_SEARCH.get(title, ""))


def _layer(name: str) -> Command:
    title = LAYERS[name].title
    return Command(
        f"layer_{name}",
        set_on=lambda w, on: w.canvas.set_layer_visible(name, on),
        on=lambda w: w.canvas.layers[name].visible,
        own_words=CommandWords(title, f"Show {within(title)}", LAYERS[name].key),
    )


def _reveal(place: int, name: str) -> Command:
    def off(w: Parts) -> str:
        visible = w.workspace.visible
        return "Nothing is hidden" if not visible.view.hidden else "Already revealed" if visible.shows(name) else ""

    words = CommandWords(_REVEALS[name], f"Tell {SECRETS[name]}", f"Ctrl+U,{place % 10}")
    return Command(f"reveal_{name}", lambda w: w.workspace.visible.reveal(name), off, own_words=words)


def _choose_theme(w: Parts, appearance: Appearance) -> None:
    w.theme.choose(appearance)
    w.settings.appearance = appearance


def _choose_spoken(w: Parts, spoken: SpokenSteps) -> None:
    w.canvas.spoken_steps.spoken = w.settings.spoken_steps = spoken


VIEW = Menu(
    "view",
    "&View",
    Command("fit", lambda w: w.canvas.view.fit()),
    Command("zoom_in", lambda w: w.canvas.view.zoom(_ZOOM)),
    Command("zoom_out", lambda w: w.canvas.view.zoom(1 / _ZOOM)),
    None,
    Command("equal_scales", set_on=_set_equal_scales, on=lambda w: w.canvas.view.equal_scales),
    Command("features", _choose_axes, lambda w: "" if w.document.dataset.d >= PLANE else "There is only one feature"),
    Command("normalised", set_on=_set_normalised, on=lambda w: w.workspace.theorem_view.normalised),
    Menu(
        "theorem",
        "T&heorem",
        *choices("theory", TheoryPage, _turn_theory, lambda w: w.workspace.theorem_view.page, words=_theory_words),
    ),
    Menu("layers", "&Layers", *map(_layer, LAYERS)),
    Command(
        "hide_future",
        set_on=lambda w, on: w.workspace.visible.set_hidden(on),
        on=lambda w: w.workspace.visible.view.hidden,
    ),
    Menu("reveal", "Re&veal", *(_reveal(place, name) for place, name in enumerate(_REVEALS, 1))),
    Command("side_panel", set_on=_show_side_panel, on=lambda w: not w.panel.isHidden()),
    Menu("panels", "&Go to Tab", *choices("panel", PANELS, _turn_to, lambda w: w.panel.title, words=_panel_words)),
    None,
    Menu("appearance", "Appea&rance", *choices("appearance", Appearance, _choose_theme, lambda w: w.theme.appearance)),
    Menu("motion", "&Motion", *choices("motion", Motion, Parts.set_motion, lambda w: w.motion)),
    Menu(
        "spoken_steps",
        "Spo&ken Steps",
        *choices("spoken", SpokenSteps, _choose_spoken, lambda w: w.canvas.spoken_steps.spoken),
    ),
    Menu(
        "enlarged",
        "Si&ze",
        _resize("smaller", -1, PERCENTS[0]),
        _resize("larger", 1, PERCENTS[-1]),
        None,
        *choices("enlarged", PERCENTS, _choose_size, lambda w: w.settings.enlarged, words=_size_words),
    ),
    Command("present", set_on=lambda w, on: w.presentation.set_on(on), on=lambda w: w.presentation.on),
    Command("full_screen", set_on=lambda w, on: fill_screen(w.window, on), on=lambda w: w.window.isFullScreen()),
)


def _at_end(w: Parts) -> str:
    told = NO_RUN if w.player.at_start else "This is the end of what was computed"
    return told if w.player.at_end else ""


def _at_start(w: Parts) -> str:
    told = NO_RUN if w.player.at_end else "This is the start of the run"
    return told if w.player.at_start else ""


def _no_epochs(w: Parts) -> str:
    return "" if w.player.visible.run is None else w.player.visible.run.order.without_epochs


def _progress_hidden(w: Parts) -> bool:
    return not w.player.visible.shows("totals") and not w.player.at_end


def _no_start(w: Parts) -> str:
    if resolved(w.document.spec).kernel:
        return "With a kernel w is not written down, so none can be typed"
    return "" if w.document.dataset.d <= 200 else "More than 200 features: too many weights to type"


def _no_end(w: Parts) -> str:
    hidden = "This would reveal the length of the run (Hide the Future is on): play or step there"
    return _at_end(w) or ("" if w.player.visible.shows("totals") else hidden)


def _not_paused(w: Parts) -> str:
    if _progress_hidden(w):
        return "How far the run is computed is hidden for now"
    return "" if w.runner.is_paused else "No run has paused"


def _predict(w: Parts, on: bool) -> None:
    """Take the tool that draws lines; afterwards the tool from before."""
    quiz, view = w.workspace.quiz, w.canvas.view
    w.tool_before_guess = view.tool if on else w.tool_before_guess
    quiz.set_on(on)
    view.set_tool("line" if on and not quiz.missing else w.tool_before_guess)


def _learn_by_hand(w: Parts, on: bool) -> None:
    w.workspace.by_hand.set_on(on)
    if on:
        w.canvas.view.set_tool("select")
        w.canvas.setFocus()


def _choose_start(w: Parts) -> None:
    from perceptron_gui.window.dialogs.forms import StartDialog

    if (spec := StartDialog(w.document.dataset, w.document.spec, w.window).ask()) is not None:
        w.document.choose_spec(spec)


def _new_seed(w: Parts) -> None:
    w.document.choose_spec(replace(w.document.spec, seed=w.document.spec.seed + 1))


def _not_seeded(w: Parts) -> str:
    return "" if find_order(resolved(w.document.spec).order or "").seeded else "This order has no random choices"


RUN = Menu(
    "run",
    "&Run",
    Command(
        "play",
        lambda w: w.player.toggle(),
        lambda w: NO_RUN if w.player.at_start and w.player.at_end and not w.player.playing else "",
        face=lambda w: ("&Pause", "pause") if w.player.playing else ("&Play", "play"),
    ),
    Command("step_forward", lambda w: w.player.step_forward(), _at_end),
    Command("step_back", lambda w: w.player.step_back(), _at_start),
    Command("next_epoch", lambda w: w.player.jump_epochs(1), lambda w: _no_epochs(w) or _at_end(w)),
    Command("previous_epoch", lambda w: w.player.jump_epochs(-1), lambda w: _no_epochs(w) or _at_start(w)),
    Command("home", lambda w: w.player.home(), _at_start),
    Command("end", lambda w: w.player.end(), _no_end),
    None,
    Command("faster", lambda w: w.player.set_speed(w.player.speed * 2)),
    Command("slower", lambda w: w.player.set_speed(w.player.speed / 2)),
    Menu(
        "step_by",
        "Step B&y",
        *choices("by", Granularity, lambda w, size: w.player.set_granularity(size), lambda w: w.player.granularity),
    ),
    None,
    Command("predict", set_on=_predict, on=lambda w: w.workspace.quiz.on),
    Command("by_hand", set_on=_learn_by_hand, on=lambda w: w.workspace.by_hand.on),
    None,
    Command("new_seed", _new_seed, _not_seeded),
    Command("numbers", lambda w: w.options.open_at()),
    Command("start", _choose_start, _no_start),
    Command("list", lambda w: w.options.edit_list()),
    Command("limits", lambda w: w.options.open_at(w.options.form.counts["max_epochs"].field)),
    Command("run_on", lambda w: w.runner.run_on(), _not_paused),
    Command(
        "cancel",
        lambda w: w.runner.cancel(),
        lambda w: "" if _progress_hidden(w) or w.runner.running or w.runner.seeking else "Nothing is being computed",
    ),
)


def _lesson(place: int, path: Path) -> Command:
    number = f"&{place % 10}" if place <= 10 else f"{place}"  # No two entries may have one letter.
    words = CommandWords(f"{number}  {lesson_title(path)}", "Open it, with what to do and to watch")
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
            action.deleteLater()  # A menu keeps the actions that were removed from it.
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
    from perceptron_gui.window.dialogs.help import Handbook

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
