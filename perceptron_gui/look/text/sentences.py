"""Sentences on the progress of a run and its accuracy, a moment as text, and a spec in a few letters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.analysis.cycles import Pause
from core.kernels import KERNELS
from core.learners import resolved, rule_of
from core.names import brief
from core.numbers.numerals import counted, number, share_text
from core.record.history import State
from core.run import Run
from core.spec import PARAMETERS, RunSpec, written_out
from core.ties import Confusion, find_tie
from perceptron_gui.look.text.rich_text import JOINED, NO_BREAK

_SIGN, _QUOTIENT = re.compile(" ([=≈≤≥+]) "), re.compile(r"(?<=[^\s<])/(?=[^\s>])")
NO_KERNEL = "no kernel"
"""The words in place of a kernel's name if there is none."""


def within(title: str) -> str:
    """Return a title as it is written within a sentence: only its first letter is small, for R and SVM stay."""
    return title[:1].lower() + title[1:]


def unbroken(text: str) -> str:
    """Return `text` to be broken into lines where it may, but at no sign of a relation, a sum or a quotient."""
    return _QUOTIENT.sub(f"/{JOINED}", _SIGN.sub(lambda found: f"{NO_BREAK}{found[1]}{NO_BREAK}", text))


def class_name(label: str) -> str:
    """Return a class as it is called, with the true minus sign where that is a number."""
    return f"−{label[1:]}" if label[:1] == "-" and label[1:2].isdigit() else label


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
    return f"paused after {seen}: it never stops by itself"


def run_on_words(run: Run) -> str:
    """Return what a person should know before a paused run goes on to its limits."""
    most = run.spec.max_updates
    size = max(run.history.expected_nbytes(most), run.predictor.reads * most)
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
    """Return the moment, w and b, and each inequality, a line each with tabs; w, b, R and γ read back exactly."""
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


def parameters_of(spec: RunSpec) -> tuple[str, ...]:
    """Return the fields of `spec` that are numbers which matter to its rule and kernel."""
    kernel, rule = resolved(spec).kernel, rule_of(spec)
    return (*rule.parameters, *(KERNELS[kernel].parameters if kernel else ()), *["rate"] * rule.whole)


def numbers_text(spec: RunSpec, *, whole: bool = False) -> str:
    """Return the kernel, the first numbers or the `whole` of them, and rate and ties if they are unusual ones."""
    kernel = resolved(spec).kernel
    most = None if whole else 1
    shown = [*rule_of(spec).parameters[:most], *(KERNELS[kernel].parameters[:most] if kernel else ())]
    texts = [f"{PARAMETERS[name].letter} = {number(getattr(spec, name))}" for name in shown]
    rate = f"η = {written_out(spec.rate)}" if spec.rate != 1 else ""
    return ", ".join(filter(None, [kernel, *texts, rate, find_tie(spec.tie).brief])) or NO_KERNEL
