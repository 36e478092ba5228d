"""The menu Run: the playhead over the run, and the options of the run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.learners import resolved
from core.orders import find_order
from perceptron_gui.model.player import Granularity, Player
from perceptron_gui.window.commands.command import NO_RUN, AskedAt, Command, Menu, Parts, Why


def _at_end(w: Parts) -> str:
    if not w.player.at_end:
        return ""
    return NO_RUN if w.player.at_start else "This is the end of what was computed"


def _at_start(w: Parts) -> str:
    if not w.player.at_start:
        return ""
    return NO_RUN if w.player.at_end else "This is the start of the run"


def _no_epochs(w: Parts) -> str:
    return "" if w.player.visible.run is None else w.player.visible.run.order.without_epochs


def _progress_hidden(w: Parts) -> bool:
    """Return whether the length of the run is hidden."""
    return not w.player.visible.shows("totals") and not w.player.at_end


def _no_start(w: Parts) -> str:
    if resolved(w.document.spec).kernel is not None:
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
    """Take the tool that selects, without a guess."""
    w.workspace.by_hand.set_on(on)
    if on:
        w.workspace.quiz.set_on(False)
        w.canvas.view.set_tool("select")
        w.canvas.setFocus()


def _choose_start(w: Parts) -> None:
    from perceptron_gui.window.dialogs.forms import StartDialog

    if (spec := StartDialog(w.document.dataset, w.document.spec, w).ask()) is not None:
        w.document.choose_spec(spec)


def _move(
    name: str, text: str, tip: str, move: Callable[[Player], object], keys: str, glyph: str, off: Why, search: str
) -> Command:
    """Return a command that moves the playhead."""
    return Command(name, text, tip, lambda w: move(w.player), keys, glyph, search, off, moment=AskedAt.PLAYHEAD)


def _step_by(granularity: Granularity, text: str, tip: str) -> Command:
    def choose(w: Parts) -> None:
        w.player.set_granularity(granularity)

    def on(w: Parts) -> bool:
        return w.player.granularity is granularity

    return Command(f"by_{granularity}", text, tip, choose, on=on, group="step_by")


RUN = Menu(
    "run",
    "&Run",
    Command(
        "play",
        "&Play",
        "Play or pause",
        lambda w: w.player.toggle(),
        "Space",
        "play",
        off=lambda w: NO_RUN if w.player.at_start and w.player.at_end and not w.player.playing else "",
        face=lambda w: ("&Pause", "pause") if w.player.playing else ("&Play", "play"),
        moment=AskedAt.PLAYHEAD,
        search="train learn start stop pause run",
    ),
    _move(
        "step_forward",
        "Step &Forward",
        "One step on",
        Player.step_forward,
        "Right",
        "forward",
        _at_end,
        "next iteration",
    ),
    _move(
        "step_back", "Step &Back", "One step back", Player.step_back, "Left", "back", _at_start, "previous iteration"
    ),
    _move(
        "next_epoch",
        "&Next Epoch",
        "To the end of this pass over the data",
        Player.next_epoch,
        "Shift+Right",
        "epoch_forward",
        lambda w: _no_epochs(w) or _at_end(w),
        "pass iteration",
    ),
    _move(
        "previous_epoch",
        "Pre&vious Epoch",
        "To the end of the pass before",
        Player.previous_epoch,
        "Shift+Left",
        "epoch_back",
        lambda w: _no_epochs(w) or _at_start(w),
        "pass iteration",
    ),
    _move(
        "home",
        "To the &Start",
        "Before the first example",
        Player.home,
        "Home",
        "first",
        _at_start,
        "reset restart rewind beginning",
    ),
    _move("end", "To the &End", "After the last example", Player.end, "End", "last", _no_end, "finish last skip"),
    None,
    Command(
        "faster",
        "Fas&ter",
        "Twice as many steps a second",
        lambda w: w.player.set_speed(w.player.speed * 2),
        "+ =",
        search="speed",
    ),
    Command(
        "slower",
        "S&lower",
        "Half as many steps a second",
        lambda w: w.player.set_speed(w.player.speed / 2),
        "-",
        search="speed",
    ),
    Menu(
        "step_by",
        "Step B&y",
        _step_by(Granularity.UPDATE, "&Update", "A step is an update"),
        _step_by(Granularity.EXAMPLE, "&Example", "A step is an example, mistake or not"),
    ),
    None,
    Command(
        "predict",
        "Pre&dict, Then Step",
        "Draw where the next boundary will be before it is shown",
        keys="G",
        set_on=_predict,
        on=lambda w: w.workspace.quiz.on,
        search="guess quiz",
    ),
    Command(
        "by_hand",
        "Yo&u Are the Learner",
        "Click the example that is a mistake now, update by update, until none is left",
        keys="Y",
        set_on=_learn_by_hand,
        on=lambda w: w.workspace.by_hand.on,
        search="exercise manual",
    ),
    None,
    Command(
        "new_seed",
        "Ne&w Seed",
        "Draw all random choices again",
        lambda w: w.document.choose_spec(replace(w.document.spec, seed=w.document.spec.seed + 1)),
        "Ctrl+R",
        off=lambda w: (
            "" if find_order(resolved(w.document.spec).order or "").seeded else "This order has no random choices"
        ),
        moment=AskedAt.EDIT,
        search="random shuffle order",
    ),
    Command(
        "numbers",
        "&Kernel and Parameters",
        "The kernel, and the numbers of kernel and learner",
        lambda w: w.options.open_at(),
        "Ctrl+K",
        search="learning rate eta bias tie gamma degree hyperparameters options settings",
    ),
    Command(
        "start",
        "Startin&g Weights…",
        "The w and b that a run begins with, 0 unless you choose",
        _choose_start,
        off=_no_start,
        moment=AskedAt.EDIT,
        search="initial weights bias threshold random",
    ),
    Command(
        "list",
        "List of E&xamples…",
        "An order by hand: which examples come, one after another",
        lambda w: w.options.edit_list(),
        search="order sequence",
    ),
    Command(
        "limits",
        "Li&mits",
        "The most epochs and updates of a run",
        lambda w: w.options.open_at(w.options.form.counts["max_epochs"].field),
        "Ctrl+L",
        search="iterations epochs max maximum updates stop",
    ),
    Command(
        "run_on",
        "Run &On",
        "Compute on after a pause, up to the limits",
        lambda w: w.runner.run_on(),
        "Ctrl+Return Ctrl+Enter",
        off=_not_paused,
        moment=AskedAt.PLAYHEAD,
        search="continue resume iterations",
    ),
    Command(
        "cancel",
        "&Cancel",
        "End the run that is being computed; the record stays",
        lambda w: w.runner.cancel(),
        "Ctrl+.",
        off=lambda w: (
            "" if _progress_hidden(w) or w.runner.running or w.runner.seeking else "Nothing is being computed"
        ),
        moment=AskedAt.PLAYHEAD,
        search="stop abort",
    ),
)
