"""The run and the playhead over it."""

from __future__ import annotations

from collections.abc import Callable

from core.analysis.jump_targets import idle_by_epochs
from core.learners import resolved
from core.numbers.numerals import counted
from core.spec import RunSpec
from perceptron_gui.canvas import Canvas
from perceptron_gui.look.notice_bar import Offer
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.player import Granularity, Player
from perceptron_gui.model.pointing.drawn_line import PredictionQuiz
from perceptron_gui.model.threads.runner import Runner
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.window.actions import HIDDEN, NO_RUN, Actions, keep_true
from perceptron_gui.window.run_options import RunOptions, is_random

_LENGTH = "It would tell how long the run is, and the future is hidden: play or step there"
_BEHIND = "How far the run is computed is hidden for now"
_MOST_TYPED = 200
"""Features of which so many starting weights can be typed."""
_AT_START, _AT_END = "This is the start of the run", "This is the end of what was computed"


def bind_transport(actions: Actions, player: Player) -> None:
    """Play, steps, jumps, speed: each can be done where it leads somewhere."""
    actions.on(
        play=player.toggle,
        step_forward=player.step_forward,
        step_back=player.step_back,
        next_epoch=player.next_epoch,
        previous_epoch=player.previous_epoch,
        home=player.home,
        end=player.end,
        faster=lambda: player.set_speed(player.speed * 2),
        slower=lambda: player.set_speed(player.speed / 2),
        by_update=lambda: player.set_granularity(Granularity.UPDATE),
        by_example=lambda: player.set_granularity(Granularity.EXAMPLE),
    )
    player.granularity_changed.connect(lambda granularity: actions[f"by_{granularity}"].setChecked(True))

    def enable() -> None:
        run = player.visible.run
        seen = player.state.example if player.state is not None else 0
        ahead = run is not None and (player.state is None or not player.at_end)
        no_epochs = "" if run is None else idle_by_epochs(run)
        forth = "" if ahead else _AT_END if seen else NO_RUN
        back = "" if seen else _AT_START if ahead else NO_RUN
        actions.allow("" if ahead or seen or player.playing else NO_RUN, "play")
        actions.allow(forth, "step_forward")
        actions.allow(forth or ("" if player.visible.shows("totals") else _LENGTH), "end")
        actions.allow(back, "step_back", "home")
        actions.allow(no_epochs or forth, "next_epoch")
        actions.allow(no_epochs or back, "previous_epoch")

    def show_playing() -> None:
        actions["play"].setText("&Pause" if player.playing else "&Play")
        actions.set_icon(actions["play"], "pause" if player.playing else "play")
        enable()

    keep_true(show_playing, player.playing_changed)
    keep_true(enable, player.shown, player.record_grew, player.visible.changed)


def bind_guess(actions: Actions, guess: PredictionQuiz, canvas: Canvas) -> None:
    """Predict, then step: with the tool that draws lines in hand, and the tool from before afterwards."""
    before = canvas.view.tool

    def switch(on: bool) -> None:
        nonlocal before
        before = canvas.view.tool if on else before
        guess.set_on(on)
        canvas.view.set_tool("line" if on and not guess.missing else before)

    actions.on(predict=switch)
    guess.changed.connect(lambda: actions["predict"].setChecked(guess.on))


def bind_by_hand(actions: Actions, workspace: Workspace, canvas: Canvas, say: Callable[[str, Offer], object]) -> None:
    """You are the learner: with the tool that selects in hand, and without a guess; `say` offers the order before."""
    by_hand, quiz, document = workspace.by_hand, workspace.quiz, workspace.document

    def switch(on: bool) -> None:
        by_hand.set_on(on)
        if on:
            actions["predict"].setChecked(False)
            canvas.view.set_tool("select")
            canvas.setFocus()

    def show() -> None:
        actions["by_hand"].setChecked(by_hand.on)
        if by_hand.on:
            actions["predict"].setChecked(False)

    def offer(before: RunSpec) -> None:
        told = f"The run is as you clicked it: {counted(len(document.spec.sequence), 'update')}."
        say(told, Offer("Put Back the Order Before", lambda: document.choose_spec(before)))

    actions.on(by_hand=switch)
    by_hand.changed.connect(show)
    by_hand.left.connect(offer)
    quiz.changed.connect(lambda: by_hand.set_on(by_hand.on and not quiz.on))


def bind_run(actions: Actions, player: Player, runner: Runner, document: Document, options: RunOptions) -> None:
    """What the run is asked for: seed, kernel, limits; to cancel it; what can be taken from it."""
    actions.on(
        new_seed=options.new_seed,
        start=options.edit_start,
        list=options.edit_list,
        limits=options.edit_limits,
        run_on=runner.run_on,
        cancel=runner.cancel,
    )

    def enable() -> None:
        """A run can be cancelled while it is computed, and run on from a pause; where all is fixed no seed matters.

        How far it has come is not told while that is hidden.
        """
        hidden = not player.visible.shows("totals") and not player.at_end
        actions.allow("" if hidden or runner.running or runner.seeking else "Nothing is being computed", "cancel")
        actions.allow(_BEHIND if hidden else "" if runner.is_paused else "No run has paused", "run_on")
        actions.allow("" if is_random(document.spec) else "In this order nothing is drawn at random", "new_seed")
        actions.allow(_why_no_start(document.spec, document.dataset.d), "start")

    changes = (document.dataset_changed, document.spec_changed)
    keep_true(enable, runner.begun, runner.joined, runner.paused, runner.resumed, runner.finished, *changes)
    keep_true(enable, player.shown, player.visible.changed)

    def may_copy() -> None:
        why_not = NO_RUN if player.state is None else HIDDEN if player.visible.hidden else ""
        actions.allow(why_not, "copy_numbers")

    keep_true(may_copy, player.shown, player.visible.changed)


def _why_no_start(spec: RunSpec, features: int) -> str:
    if resolved(spec).kernel is not None:
        return "With a kernel w is not written down, so none can be typed"
    return "" if features <= _MOST_TYPED else f"More than {_MOST_TYPED} features: too many weights to type"
