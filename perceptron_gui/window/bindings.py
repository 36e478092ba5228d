"""What each action does, and when it means something: the table of actions tied to the parts of the window."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QDialog, QWidget

from core.finds import idle_by_epochs
from core.learners import resolved
from core.run import Run
from core.sights import PLANE
from perceptron_gui.canvas import Canvas
from perceptron_gui.canvas.tools import TOOLS
from perceptron_gui.files.open_save import Files
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.action_words import allow, say_of
from perceptron_gui.look.summary_text import numbers_as_text
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model import clipboard, editing, reshaping
from perceptron_gui.model.document import Document
from perceptron_gui.model.guess import Guess
from perceptron_gui.model.manner import Manner
from perceptron_gui.model.player import Granularity, Player
from perceptron_gui.model.runner import Runner
from perceptron_gui.model.selection import Selection
from perceptron_gui.window.actions import Actions, Item
from perceptron_gui.window.lesson import LessonDialog, LessonStrip
from perceptron_gui.window.run_options import RunOptions, is_random
from perceptron_gui.window.start_dialog import MOST

if TYPE_CHECKING:
    from perceptron_gui.window.export import Exports
    from perceptron_gui.window.gallery import GalleryDialog
    from perceptron_gui.window.generate_dialog import GenerateDialog

_ZOOM = 1.25
_TOOL_MENU_GROUP = "tool"


def bind_files(actions: Actions, files: Files) -> None:
    """New, open, save; the recent files."""
    for name, slot in (
        ("new", files.new),
        ("open", files.open),
        ("open_with_options", files.open_with_options),
        ("save", files.save),
        ("save_as", files.save_as),
    ):
        actions.on(name, slot)

    def refill() -> None:
        menu = actions.menu("recent")
        menu.clear()
        for place, path in enumerate(files.recent, 1):
            action = menu.addAction(f"&{place % 10}  {path.name}")
            action.setToolTip(str(path))
            action.triggered.connect(lambda _checked, path=path: files.open_path(path))
        menu.addSeparator()
        menu.addAction("&Clear").triggered.connect(files.clear_recent)
        menu.setEnabled(bool(files.recent))

    files.recent_changed.connect(refill)
    refill()


def bind_lesson(actions: Actions, document: Document, strip: LessonStrip) -> None:
    """What the lesson is about, in words; they are shown again also where they were put away and stay as they are."""

    def write() -> None:
        dialog = LessonDialog(document.lesson, strip.window())
        if dialog.exec() == QDialog.DialogCode.Accepted:
            document.set_lesson(dialog.lesson)
            strip.refresh()

    actions.on("lesson", write)


def bind_exports(actions: Actions, exports: Callable[[], Exports], player: Player) -> None:
    """Pictures, films, reports, traces and the classes of another file; all but pictures need a run."""
    actions.on("export_picture", lambda: exports().picture())
    actions.on("export_film", lambda: exports().film())
    actions.on("export_report", lambda: exports().report())
    actions.on("export_trace", lambda: exports().trace())
    actions.on("classify", lambda: exports().classify())
    actions.on("copy_picture", lambda: exports().copy_picture())

    def enable() -> None:
        for name in ("export_film", "export_report", "export_trace", "classify"):
            actions[name].setEnabled(player.state is not None)

    player.shown.connect(enable)
    enable()


def bind_edit(actions: Actions, document: Document, selection: Selection, player: Player) -> None:
    """Undo and redo, named; what is done to the selected points; the numbers as text."""
    stack = document.undo_stack
    for name, slot in (("undo", stack.undo), ("redo", stack.redo), ("deselect", selection.clear)):
        actions.on(name, slot)
    for name, act in (
        ("cut", clipboard.cut_selected),
        ("copy", clipboard.copy_selected),
        ("paste", clipboard.paste),
        ("duplicate", editing.duplicate_selected),
        ("insert", editing.insert_after_selected),
        ("delete", editing.delete_selected),
    ):
        actions.on(name, partial(act, document, selection))
    actions.on("flip", lambda: editing.flip_selected(document, selection))
    actions.on("select_all", lambda: editing.select_all(document, selection))
    actions.on("copy_numbers", lambda: _copy_numbers(player))
    for name, verb, text_changed, can_changed, text, can in (
        ("undo", "&Undo", stack.undoTextChanged, stack.canUndoChanged, stack.undoText, stack.canUndo),
        ("redo", "&Redo", stack.redoTextChanged, stack.canRedoChanged, stack.redoText, stack.canRedo),
    ):
        _name(actions, name, verb, text())
        text_changed.connect(lambda text, name=name, verb=verb: _name(actions, name, verb, text))
        can_changed.connect(actions[name].setEnabled)
        actions[name].setEnabled(can())

    def enable() -> None:
        for name in ("cut", "copy", "duplicate", "delete", "flip", "deselect"):
            actions[name].setEnabled(len(selection) > 0)
        actions["select_all"].setEnabled(document.dataset.n > 0)

    selection.changed.connect(enable)
    document.dataset_changed.connect(enable)
    enable()


def bind_view(actions: Actions, canvas: Canvas, theme: ThemeModel, settings: Settings) -> None:
    """Zoom, scales, tween, layers, appearance; the tools of the canvas."""
    actions.on("fit", canvas.fit)
    actions.on("zoom_in", lambda: canvas.zoom(_ZOOM))
    actions.on("zoom_out", lambda: canvas.zoom(1 / _ZOOM))
    for name, slot in (("equal_scales", canvas.set_equal_scales), ("tween", canvas.set_tween)):
        _switch(actions, name, slot, settings)
    layers: dict[str, QAction] = {}
    for name, layer in canvas.layers.items():
        action = actions.make(
            Item(name, layer.title, f"Show {layer.title.lower()}", checked=canvas.layer_visible(name))
        )
        actions.menu("layers").addAction(action)
        layers[name] = action
        action.toggled.connect(lambda on, name=name: canvas.set_layer_visible(name, on))

    def show() -> None:
        actions["equal_scales"].setChecked(canvas.view.equal_scales)
        actions["tween"].setChecked(canvas.tween)
        for name, action in layers.items():
            action.setChecked(canvas.layer_visible(name))

    canvas.looked_at.connect(show)
    for appearance in Appearance:
        action = actions[f"appearance_{appearance}"]
        action.setChecked(appearance is theme.appearance)
        action.triggered.connect(lambda _checked, chosen=appearance: _choose(chosen, theme, settings))
    _bind_tools(actions, canvas)


def bind_features(actions: Actions, document: Document, window: QWidget) -> None:
    """Which features are on the axes: a choice where there is more than one."""

    def choose() -> None:
        from perceptron_gui.window.features_dialog import ask_aspect

        if (aspect := ask_aspect(document.dataset, document.aspect, window)) is not None:
            document.set_aspect(aspect)

    def enable() -> None:
        actions["features"].setEnabled(document.dataset.d >= PLANE)

    actions.on("features", choose)
    document.dataset_changed.connect(enable)
    enable()


def bind_manner(actions: Actions, manner: Manner, settings: Settings) -> None:
    """How the theorem is told: the switches of the theory panel, in the menu too, and remembered."""
    for name, slot in (("normalised", manner.set_normalised), ("proof", manner.set_proof)):
        _switch(actions, name, slot, settings)

    def show() -> None:
        actions["normalised"].setChecked(manner.normalised)
        actions["proof"].setChecked(manner.proof)

    manner.changed.connect(show)


def bind_transport(actions: Actions, player: Player) -> None:
    """Play, steps, jumps, speed: each can be done where it leads somewhere."""
    for name, slot in (
        ("play", player.toggle),
        ("step_forward", player.step_forward),
        ("step_back", player.step_back),
        ("next_epoch", player.next_epoch),
        ("previous_epoch", player.previous_epoch),
        ("home", player.home),
        ("end", player.end),
    ):
        actions.on(name, slot)
    actions.on("faster", lambda: player.set_speed(player.speed * 2))
    actions.on("slower", lambda: player.set_speed(player.speed / 2))
    actions.on("by_update", lambda: player.set_granularity(Granularity.UPDATE))
    actions.on("by_example", lambda: player.set_granularity(Granularity.EXAMPLE))
    player.granularity_changed.connect(lambda granularity: actions[f"by_{granularity}"].setChecked(True))

    def enable() -> None:
        run = player.run
        seen = player.state.example if player.state is not None else 0
        ahead = run is not None and seen < run.history.examples
        epochs = run is not None and run.history.epochs > 0
        for name, on in (
            ("play", ahead or seen > 0 or player.playing),
            ("step_forward", ahead),
            ("step_back", seen > 0),
            ("next_epoch", ahead and epochs),
            ("previous_epoch", seen > 0 and epochs),
            ("home", seen > 0),
            ("end", ahead),
        ):
            actions[name].setEnabled(on)

    def show_playing() -> None:
        actions["play"].setText("&Pause" if player.playing else "&Play")
        actions.set_icon("play", "pause" if player.playing else "play")
        enable()

    by_epochs = {name: actions[name].statusTip() for name in ("next_epoch", "previous_epoch")}

    def say_of_epochs(run: Run) -> None:
        for name, meaning in by_epochs.items():
            say_of(actions[name], meaning, idle_by_epochs(run))

    player.run_changed.connect(say_of_epochs)
    player.playing_changed.connect(show_playing)
    player.shown.connect(enable)
    player.record_grew.connect(enable)
    show_playing()


def bind_guess(actions: Actions, guess: Guess, canvas: Canvas) -> None:
    """Predict, then step: with the tool that draws lines in hand, and the tool from before afterwards."""
    before = canvas.tool

    def switch(on: bool) -> None:
        nonlocal before
        before = canvas.tool if on else before
        guess.set_on(on)
        canvas.set_tool("line" if on and not guess.missing else before)

    actions.on("predict", switch)
    guess.changed.connect(lambda: actions["predict"].setChecked(guess.on))


def bind_run(actions: Actions, player: Player, runner: Runner, document: Document, options: RunOptions) -> None:
    """What the run is asked for: seed, kernel, limits; to cancel it; what can be taken from it."""
    for name, slot in (
        ("new_seed", options.new_seed),
        ("numbers", options.edit_numbers),
        ("start", options.edit_start),
        ("limits", options.edit_limits),
        ("run_on", runner.run_on),
        ("cancel", runner.cancel),
    ):
        actions.on(name, slot)

    def enable() -> None:
        actions["copy_numbers"].setEnabled(player.state is not None)

    player.shown.connect(enable)
    enable()
    _show_asking(actions, runner, document)


def bind_data(
    actions: Actions,
    generator: Callable[[], GenerateDialog],
    document: Document,
    selection: Selection,
    player: Player,
    canvas: Canvas,
) -> None:
    """Data made to a plan; the dialog keeps what was chosen for the next time."""

    def generate() -> None:
        dialog = generator()
        dialog.offer_adding(document.dataset.d == PLANE)
        if dialog.exec() != QDialog.DialogCode.Accepted or (made := dialog.made()) is None:
            return
        if not dialog.adds:
            selection.clear()
            player.pause()
            player.home()
        editing.generate(document, made, dialog.kind, add=dialog.adds)
        canvas.fit()

    actions.on("generate", generate)


def bind_sources(actions: Actions, gallery: Callable[[], GalleryDialog], files: Files, document: Document) -> None:
    """The data that come with the program, and what else may be taken of the file that is shown."""

    def choose_set() -> None:
        dialog = gallery()
        if dialog.exec() == QDialog.DialogCode.Accepted:
            files.open_built_in(dialog.chosen)

    actions.on("gallery", choose_set)
    actions.on("choose_again", files.choose_again)

    def enable() -> None:
        actions["choose_again"].setEnabled(files.can_choose_again)

    document.path_changed.connect(enable)
    enable()


def bind_reshaping(actions: Actions, document: Document, selection: Selection, canvas: Canvas, window: QWidget) -> None:
    """What is done to the points as a whole; the view shows them all again."""

    def scale() -> None:
        from perceptron_gui.window.reshaping_dialogs import ask_scaling

        wanted = ask_scaling(len(reshaping.chosen(document, selection)), window)
        if wanted is not None:
            reshaping.scale(document, selection, wanted.factor, about_mean=wanted.about_mean)
            canvas.fit()

    def move_origin() -> None:
        from perceptron_gui.window.reshaping_dialogs import ask_origin

        origin = ask_origin(document.dataset, canvas.stage.sight.columns, window)
        if origin is not None:
            reshaping.move_origin(document, origin)
            canvas.fit()

    def standardise() -> None:
        reshaping.standardise(document)
        canvas.fit()

    actions.on("scale", scale)
    actions.on("move_origin", move_origin)
    actions.on("standardise", standardise)
    actions.on("shuffle_labels", partial(reshaping.shuffle_labels, document, selection))

    def enable() -> None:
        for name in ("scale", "move_origin", "standardise", "shuffle_labels"):
            actions[name].setEnabled(document.dataset.n > 0)

    document.dataset_changed.connect(enable)
    enable()


def _show_asking(actions: Actions, runner: Runner, document: Document) -> None:
    """A run can be cancelled while it is computed, and run on from a pause; the seed matters where all is not fixed."""

    def enable() -> None:
        actions["cancel"].setEnabled(runner.running or runner.seeking)
        actions["run_on"].setEnabled(runner.is_paused)
        actions["new_seed"].setEnabled(is_random(document.spec))
        actions["start"].setEnabled(resolved(document.spec).kernel is None and document.dataset.d <= MOST)

    changes = (document.dataset_changed, document.spec_changed)
    for signal in (runner.begun, runner.joined, runner.paused, runner.resumed, runner.finished, *changes):
        signal.connect(enable)
    enable()


def _bind_tools(actions: Actions, canvas: Canvas) -> None:
    made = {}
    for name, tool in TOOLS.items():
        item = Item(name, tool.title, tool.tooltip, (tool.shortcut,), tool.icon, name == canvas.tool, _TOOL_MENU_GROUP)
        made[name] = actions.make(item)
        made[name].triggered.connect(lambda _checked, name=name: canvas.set_tool(name))
        actions.menu("tools").addAction(made[name])
    canvas.tool_changed.connect(lambda name: made[name].setChecked(True))

    def enable(run: Run) -> None:
        for name, tool in TOOLS.items():
            idle = tool.idle(run)
            allow(made[name], tool.tooltip, idle)
            if idle and name == canvas.tool:
                canvas.set_tool(next(iter(TOOLS)))

    canvas.stage.player.run_changed.connect(enable)


def _switch(actions: Actions, name: str, slot: Callable[[bool], None], settings: Settings) -> None:
    """A switch whose place is remembered."""
    on = bool(getattr(settings, name))
    actions[name].setChecked(on)
    slot(on)
    actions.on(name, slot)
    actions.on(name, lambda on: setattr(settings, name, on))


def _choose(appearance: Appearance, theme: ThemeModel, settings: Settings) -> None:
    theme.choose(appearance)
    settings.appearance = appearance


def _name(actions: Actions, name: str, verb: str, what: str) -> None:
    actions[name].setText(f"{verb} {what}".strip())


def _copy_numbers(player: Player) -> None:
    if player.run is not None and player.state is not None:
        QGuiApplication.clipboard().setText(numbers_as_text(player.run, player.state))
