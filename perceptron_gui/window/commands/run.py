"""The menu Run: the playhead over the run, and the options of the run."""

from __future__ import annotations

from dataclasses import replace

from core.learners import resolved
from core.orders import find_order
from perceptron_gui.model.player import Granularity
from perceptron_gui.window.commands.command import NO_RUN, Command, Menu, choices
from perceptron_gui.window.parts import Parts


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
