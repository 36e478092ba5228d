"""Sentences on a state, on the next step, and on the progress or the end of a run; a spec in a few letters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.analysis.cycles import Pause
from core.engine.engine import Stop
from core.kernels import KERNELS
from core.learners import resolved, rule_of
from core.names import brief
from core.numbers.numerals import counted, number, share_text, signed
from core.record.history import State
from core.run import Run
from core.spec import PARAMETERS, RunSpec, written_out
from core.ties import Confusion, find_tie
from perceptron_gui.model.threads.runner import Ended, Reason

_MOST_WEIGHTS = 4
"""The most weights of a start that a sentence lists."""
_NO_BREAK, _JOINED = "\u00a0", "\u2060"
_SIGN, _QUOTIENT = re.compile(" ([=≈≤≥+]) "), re.compile(r"(?<=[^\s<])/(?=[^\s>])")


def within(title: str) -> str:
    """Return a title as it is written within a sentence: only its first letter is small, for R and SVM stay."""
    return title[:1].lower() + title[1:]


def unbroken(text: str) -> str:
    """Return `text` to be broken into lines where it may, but at no sign of a relation, a sum or a quotient."""
    return _QUOTIENT.sub(f"/{_JOINED}", _SIGN.sub(lambda found: f"{_NO_BREAK}{found[1]}{_NO_BREAK}", text))


def class_name(label: str) -> str:
    """Return a class as it is called, with the true minus sign where that is a number."""
    return f"−{label[1:]}" if label[:1] == "-" and label[1:2].isdigit() else label


def state_words(state: State, run: Run, totals: Run | None = None) -> str:
    """Return what happened at this moment, with its numbers; examples count from 1.

    `totals` is the run with all its updates, whose number is shown; None while it is hidden.
    """
    if not state.example and not run.dataset.n:
        return "no examples yet"
    if not state.example and not run.has_vector(state):
        return "start: w = 0, b = 0"
    if not state.example:
        w = [number(v) for v in state.w[:_MOST_WEIGHTS].tolist()] + ["…"] * (len(state.w) > _MOST_WEIGHTS)
        return f"start: w = ({', '.join(w)}), b = {number(state.b)}"
    sign, marker = ("+", "○") if state.label > 0 else ("−", "×")
    epoch = f"epoch {state.epoch:,} · " if state.epoch else ""
    of = "" if totals is None else f" of {totals.updates:,}{'' if totals.stopped else ' so far'}"
    place = f"update {state.update:,}{of} · {epoch}example {state.index + 1:,}"
    rule = run.rule
    verdict = rule.verdict(state.score, state.label, state.added)
    name = rule.tie.words(state.label) if verdict.tie else verdict.name
    threshold = f" (y·a {verdict.relation})" if rule.threshold else ""
    happened = f"{name}{threshold}, {_change(state, run) if state.added else rule.idle}"
    return f"{place} ({marker}, y = {sign}1): a = {number(state.activation)} → {happened}"


def plain_words(state: State, run: Run, *, at_end: bool) -> str:
    """Return a sentence without symbols of the theorem on this moment, for a newcomer; points count from 1."""
    if not run.dataset.n:
        return "There are no points yet."
    if at_end and run.converged:
        return f"All {run.dataset.n:,} points were right, one after another."
    if not state.example:
        return "The learner has not looked at any point yet."
    point = f"Point {state.index + 1:,} ({'○' if state.label > 0 else '×'})"
    if not state.moved:
        return f"{point} is on its right side, so the line stays."
    side = "on the wrong side" if state.score else "on neither side"
    return f"{point} was {side}, so it is {'added to' if state.label > 0 else 'taken away from'} w."


def _change(state: State, run: Run) -> str:
    sign = "+" if state.label > 0 else "−"
    size = "" if state.size == 1 else f"{number(state.size)}·"
    moved_b = state.label * state.size * run.margin.bias.squared
    b = f", b ← b {signed(moved_b)}" if moved_b else ""
    if state.alpha is not None:
        return f"α ← α + {number(state.size)} for this example{b}"
    return f"{'w shrinks, then ' if run.rule.shrinking else ''}w ← w {sign} {size}x{b}"


def step_words(upcoming: State | None, run: Run | None) -> str:
    """Return what the next step will do; `upcoming` is None at the end of the record."""
    if run is None or not run.dataset.n:
        return "Nothing to step through"
    if upcoming is None and _ends_with_its_list(run):
        return "At the end of the list" if run.updates else "No example is chosen yet"
    if upcoming is None and run.stopped:
        return f"At the end: {f'limit of {run.stopped.counts}' if run.stopped.counts else 'converged'}"
    if upcoming is None:
        return "Computed up to here"
    verb = "Update w on" if upcoming.added else run.rule.passing
    return f"{verb} example {upcoming.index + 1:,}"


def rest_words(run: Run) -> str:
    """Return what a step does if no more updates follow."""
    return f"Test the rest: {run.rule.outcome}" if run.stopped else f"Test on: {run.rule.outcome} so far"


def _ends_with_its_list(run: Run) -> bool:
    """Return whether every row of a list was an update, and no more were needed."""
    return run.order.listed and run.stopped is Stop.MAX_UPDATES and run.updates == len(run.spec.sequence)


def outcome_words(ended: Ended, run: Run | None) -> str:
    """Return how a run ended."""
    if ended.reason is Reason.FAILED:
        return f"failed: {ended.message}"
    if run is None:
        return str(ended.reason)
    return _ended_words(ended.reason, run) if run.dataset.n else "no examples, nothing to learn"


def ending_words(run: Run, wrong: int | None = None) -> tuple[str, ...]:
    """Return how a run ended, for its last state, from the whole sentence to its shortest form; () while it goes on.

    `wrong` is the number of examples that the learner gets wrong there, None if they were not counted.
    """
    if run.stopped is None or not run.dataset.n or (_ends_with_its_list(run) and not run.updates):
        return ()
    if run.converged:
        epoch = f"epoch {run.history.epochs:,} had {run.rule.outcome}"
        return (f"Converged: {epoch if run.order.has_epochs else 'no example is left to learn from'}", "Converged")
    stopped = "Stopped at the end of the list" if _ends_with_its_list(run) else "Stopped at the limit"
    if wrong is None:
        return (stopped,)
    if not wrong:
        return (f"{stopped}, no example is wrong now", f"{stopped}, none wrong", stopped)
    return (f"{stopped}, {counted(wrong, 'example')} still wrong", f"{stopped}, {wrong:,} still wrong", stopped)


def _ended_words(reason: Reason, run: Run) -> str:
    updates = counted(run.updates, "update")
    if reason is Reason.CONVERGED:
        epoch = f"epoch {run.history.epochs:,} had {run.rule.outcome}"
        return f"✓ converged: {updates}, {epoch if run.order.has_epochs else f'{run.rule.outcome} is left'}"
    if reason is Reason.CANCELLED:
        return f"cancelled after {updates}"
    if _ends_with_its_list(run):
        return f"end of the list: {updates}"
    counts = Stop(reason).counts
    limit = counted(getattr(run.spec, f"max_{counts}"), counts.removesuffix("s"))
    return f"stopped at the limit of {limit}{'' if counts == 'updates' else f': {updates}'}"


def accuracy_words(run: Run, training: Confusion, held_out: Confusion | None = None) -> Iterator[str]:
    """Yield a line for the training data, and one for those held out, if any."""
    negative, positive = map(brief, run.dataset.labels)
    for kind, confusion in (("Training", training), ("Held out", held_out)):
        if confusion is not None and confusion.accuracy is not None:
            n = sum(confusion.negatives) + sum(confusion.positives)
            yield (
                f"{kind}: {counted(confusion.errors, 'mistake')} in {counted(n, 'example')}, accuracy "
                f"{share_text(confusion.accuracy)}; {confusion.negatives[1]:,} of “{negative}” and "
                f"{confusion.positives[0]:,} of “{positive}” are classified as the other"
            )


def pause_words(pause: Pause, run: Run, at_end: bool) -> str:
    """Return why a run waits; the way on is named `at_end` only."""
    if not at_end:
        return f"paused at update {run.updates:,}"
    if pause.held:
        size, share = gigabytes(pause.held), "an eighth of this machine's memory"
        what = "counting the votes" if run.predictor.reads else "the record"
        return f"paused: {what} of {counted(run.updates, 'update')} takes {size}; Run On takes as much again as {share}"
    if pause.cycle is not None:
        length = pause.cycle.length_updates
        again = "update repeats" if length == 1 else f"{length:,} updates repeat"
        return f"paused: from update {pause.cycle.first_update:,} on the same {again} forever"
    seen = counted(run.history.epochs, "epoch") if run.order.has_epochs else counted(pause.examples, "example")
    return f"paused after {seen}: it cannot stop by itself"


def run_on_words(run: Run) -> str:
    """Return what a person should know before a paused run goes on to its limits."""
    most = run.spec.max_updates
    size = run.expected_held(most)
    takes = f": {counted(most, 'update')} would take about {gigabytes(size)}" if size >= 1e8 else ""
    return f"Compute on, up to the limits{takes} (Ctrl+Return)"


def gigabytes(size: float) -> str:
    """Return a number of bytes in words, e.g. "3.1 GB"."""
    return f"{number(size / 1e9, 2)} GB"


def progress_words(run: Run | None) -> str:
    """Return the progress of a run that is being computed; None means that ŵ* is searched first."""
    if run is None:
        return "looking for ŵ* …"
    passes = f", {counted(run.history.epochs, 'epoch')}" if run.history.epochs else ""
    return f"computing: {counted(run.updates, 'update')}{passes} …"


def numbers_as_text(run: Run, state: State) -> str:
    """Return the moment of the run, w and b, and each inequality, one per line, with tabs between cells.

    Floats of w, b, R and γ read back exactly.
    """
    margin = run.margin
    lines = [
        f"update\t{state.update} of {run.updates}",
        f"epoch\t{state.epoch}",
        f"examples seen\t{state.example} of {run.history.examples}",
        *([f"example (counted from 1; a trace's index from 0)\t{state.index + 1}"] if state.example else []),
        "\t".join(["w", *map(repr, state.w.tolist())]),
        f"b\t{state.b!r}",
        f"R\t{margin.radius!r}",
    ]
    if margin.gamma is not None and margin.bound is not None:
        bound = ", ".join(filter(None, (margin.notation.bound, margin.notation.bound_meaning)))
        lines += [f"γ\t{margin.gamma!r}", f"{bound}\t{margin.bound!r}"]
    if margin.start:
        lines.append(f"q = ‖w⁽⁰⁾‖²\t{margin.start_squared!r}")
        if margin.gamma is not None:
            lines.append(f"p = w⁽⁰⁾·ŵ*\t{margin.along_start!r}")
    for row in run.inequalities(state):
        left, right = row.written
        lines.append(f"{row.formula}\t{left}\t{row.relation}\t{right}\t{row.marked}")
    return "\n".join(lines) + "\n"


NO_KERNEL = "no kernel"
"""The words in place of a kernel's name if there is none."""


def parameters_of(spec: RunSpec) -> tuple[str, ...]:
    """Return the fields of `spec` that are numbers which matter to its rule and kernel."""
    kernel, rule = resolved(spec).kernel, rule_of(spec)
    rate = ("rate",) if rule.whole else ()
    return (*rule.parameters, *(KERNELS[kernel].parameters if kernel else ()), *rate)


def numbers_text(spec: RunSpec, *, whole: bool = False) -> str:
    """Return the kernel of a spec and its important numbers, in short: the first of each, or the `whole` of them.

    Learning rate and ties are named if they are not the usual ones.
    """
    kernel = resolved(spec).kernel
    most = None if whole else 1
    shown = [*rule_of(spec).parameters[:most], *(KERNELS[kernel].parameters[:most] if kernel else ())]
    texts = [f"{PARAMETERS[name].letter} = {number(getattr(spec, name))}" for name in shown]
    rate = [f"η = {written_out(spec.rate)}"] if spec.rate != 1 else []
    unusual = [*rate, *filter(None, [find_tie(spec.tie).brief])]
    return ", ".join([*([kernel] if kernel else []), *texts, *unusual]) or NO_KERNEL
