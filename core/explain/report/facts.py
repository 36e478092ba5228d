"""The parts of a report on a run; its numbers are those of the summary and the trace."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from core.engine.engine import start_of
from core.explain import tell
from core.explain.code import code_of
from core.explain.report.parts import (
    DIGITS,
    LEFT_OUT,
    Cell,
    Figure,
    Listing,
    Part,
    Report,
    ReportTable,
    Section,
    cell,
    figure,
)
from core.explain.steps import step_at
from core.explain.trace import THEOREM, trace_columns, trace_rows
from core.explain.wording import class_of, classes_of, limit_of
from core.kernels import parameter_meaning
from core.learners import title_of
from core.names import brief, legible
from core.numbers.numerals import counted, number, share_text
from core.run import Run
from core.spec import COUNTS, OPTIONS, PARAMETERS, written_out
from core.theory.bound_gap import PARTS
from core.theory.diagnosis import unending
from core.theory.quantities import GIVEN, worded
from core.theory.theorem import Inequality

_FIRST, _LAST = 30, 10
"""Rows shown at the beginning and the end of a table that is too long for a page, and features of one too wide."""

_PEOPLE_SAY = {"example": "visit", "index": "row"}
"""The words for columns of the trace, as people have them: it calls a visit an example, and counts rows from 0."""


@dataclass(frozen=True)
class Preface:
    """The text of a report before the run itself: its notes, and the command that made it, if known."""

    title: str = ""
    text: str = ""
    made: datetime | None = None
    version: str = ""
    command: str = ""
    """The command line that makes this report or the same run."""


def report_of(run: Run, name: str, preface: Preface | None = None) -> Report:
    """Return the report of a run over the data called `name`, at its present length. The run needs an example."""
    what, preface = f"{title_of(run.spec)} on {brief(name)}", preface or Preface()
    sections = (
        Section("", tuple(_beginning(run, preface, what))),
        Section("Steps", tuple(_steps(run))),
        *_examples_of_steps(run),
        Section("Result in numbers", tuple(_result(run)), stays=True),
        Section("Theory", tuple(_theory(run))),
        Section("How it was made", tuple(_options(run, preface))),
        Section("Data", tuple(_data(run, name))),
    )
    return Report(legible(preface.title) or what, sections)


def listing_of(run: Run) -> Listing:
    """Return the run's pseudo-code with no line marked."""
    start = step_at(run, run.history.at_example(0))
    return tuple(replace(line, current=False) for line in code_of(run, start))


def _beginning(run: Run, preface: Preface, what: str) -> Iterator[Part]:
    yield from filter(None, preface.text.splitlines())
    told = f"The examples and the classifier as the run has left them: {classes_of(run.dataset)}."
    yield Figure("canvas", None, told)
    ended = f"{what}: {run.in_counts}. {ending_of(run)}"
    confusion = run.confusion()
    accuracy = "" if confusion.accuracy is None else f": its accuracy is {share_text(confusion.accuracy)}"
    yield f"{ended} It gets {number(confusion.errors)} of {counted(run.dataset.n, 'example')} wrong{accuracy}."


def _data(run: Run, name: str) -> Iterator[Part]:
    dataset, places, features = run.dataset, _places(run.dataset.d), _features(run)
    yield _pairs(
        ("data", Cell(brief(name))),
        ("examples", figure(dataset.n)),
        (counted(dataset.d, "feature"), Cell(", ".join(features))),
        (class_of(dataset, 1), figure(dataset.positives)),
        (class_of(dataset, -1), figure(dataset.negatives)),
    )
    points = ((row, dataset.X[row, places].tolist()) for row in _places(dataset.n))
    rows = [(figure(row + 1), *map(figure, point), figure(int(dataset.y[row]))) for row, point in points]
    yield from _cut_short(("example", *features, "y"), rows, dataset.n, "examples")
    yield from _left_out(dataset.d, "features")


def _features(run: Run) -> list[str]:
    return [brief(run.dataset.features[place]) for place in _places(run.dataset.d)]


def _of_features(run: Run, what: str, values: Sequence[float]) -> Iterator[tuple[str, Cell]]:
    for feature, place in zip(_features(run), _places(run.dataset.d), strict=True):
        yield f"{what} for {feature}", figure(values[place])


def _options(run: Run, preface: Preface) -> Iterator[Part]:
    spec, order = run.spec, run.order
    made = "" if preface.made is None else preface.made.isoformat(" ", "minutes")
    about = (("made", made), ("version", preface.version), ("command line", preface.command))
    told = {
        "learner": title_of(spec),
        "order": order.title,
        "seed": figure(spec.seed) if order.seeded else f"{number(spec.seed)}, which this order does not ask for",
        "sequence": (", ".join(f"{row + 1}" for row in spec.sequence) or "empty") if order.listed else "",
        "rule": run.rule.title,
        "predictor": run.predictor.title,
        "bias": "radius" if isinstance(spec.bias, str) else figure(spec.bias),
        "tie": run.tie.title if run.tie.right else "",
        "rate": written_out(spec.rate) if spec.rate != 1 else "",
        "kernel": f"{kernel.name}: {kernel.formula}" if (kernel := run.space.kernel) else "",
    }
    cells = [(OPTIONS[key].title, Cell(text) if isinstance(text, str) else text) for key, text in told.items() if text]
    numbers = run.rule.parameters + (kernel.parameters if kernel else ())
    cells += [(f"{PARAMETERS[key].letter}, {parameter_meaning(key)}", figure(getattr(spec, key))) for key in numbers]
    if spec.start is not None:
        *weights, b = start_of(spec, run.dataset.d)
        cells += [*_of_features(run, "it begins with w", weights), ("it begins with b", figure(b))]
    cells += [(OPTIONS[name].title, figure(getattr(spec, name))) for name in COUNTS if name not in told]
    yield _pairs(*((name, Cell(text)) for name, text in about if text), *cells)
    if spec.start is not None:
        yield from _left_out(run.dataset.d, "features")


def _result(run: Run) -> Iterator[Part]:
    weights, intercept, history, confusion = run.weights, run.intercept, run.history, run.confusion()
    told = [("updates", figure(run.updates))]
    if run.order.has_epochs:
        told.append(("epochs", figure(history.epochs)))
    told += [("examples seen", figure(history.examples)), ("training errors", figure(confusion.errors))]
    if run.dataset.n:
        told.append(("accuracy", Cell(share_text(confusion.accuracy or 0.0))))
        labels = [brief(label) for label in run.dataset.labels]
        for label, counts in zip(labels, confusion.table, strict=True):
            told.append((f"{label}, classified as {' / '.join(labels)}", Cell(" / ".join(map(str, counts)))))
    if weights is not None and intercept is not None:
        told += [*_of_features(run, "w", weights.tolist()), ("b", figure(intercept))]
    if (cost := run.objective()) is not None:
        told.append((run.rule.cost, figure(cost)))
    yield _pairs(*told)
    if weights is not None:
        yield from _left_out(run.dataset.d, "features")


def ending_of(run: Run) -> str:
    """Return a sentence on how the run ended."""
    if run.stopped is None:
        return "The run has not come to an end so far."
    if limit := limit_of(run):
        return f"Stopped at the {limit}. {unending(run.margin)}".rstrip()
    return "Converged: no example asks for an update any more."


def _theory(run: Run) -> Iterator[Part]:
    margin = run.margin
    yield run.diagnosis.text
    yield from _margin(run)
    if (bound_gap := run.bound_gap()) is not None:
        summed = bound_gap.written(DIGITS)
        left = f"{margin.notation.bound} − k is {'at most ' * (bound_gap.relation(margin) == '≤')}{summed.total}"
        yield f"{left}, the sum of these four parts, each divided by {margin.notation.part_divisor}:"
        parts = tuple(
            (Cell(part.written(margin)), Cell(text, repr(bound_gap.of(part))), Cell(part.meant(margin)))
            for part, text in zip(PARTS, summed.terms, strict=True)
        )
        yield ReportTable((), parts)
    if rows := run.inequalities(run.history.seek(run.updates)):
        yield f"After update k = {run.updates:,}:" if run.updates else "At the start, k = 0:"
        yield ReportTable(("", "left", "", "right", "", "why"), tuple(map(_inequality, rows)))
    yield Figure("panel", None, "The quantities of the theorem along the run.")
    if run.updates:
        yield from _traced(run, theorem=True)


def _inequality(row: Inequality) -> tuple[Cell, ...]:
    left, right = row.written
    numbers = Cell(left, repr(row.left)), Cell(row.relation), Cell(right, repr(row.right))
    return Cell(row.formula), *numbers, Cell(row.marked), Cell(row.meaning)


def _margin(run: Run) -> Iterator[Part]:
    margin, told = run.margin, list[tuple[str, Cell]]()
    for given in GIVEN.values():
        if (value := given.value(margin)) is not None:
            written = given.written(margin, DIGITS).removeprefix("= ").replace("≤", "at most").replace("≥", "at least")
            told.append((worded(given.label, margin), Cell(written, repr(value))))
    if margin.w_star is not None and margin.b_star is not None:
        told += [*_of_features(run, "ŵ*", margin.w_star.tolist()), ("b*", figure(margin.b_star))]
    if margin.certificate is not None:
        weighed = zip(margin.certificate.indices.tolist(), margin.certificate.weights.tolist(), strict=True)
        told += [(f"weight of example {row + 1:,} in this proof", figure(weight)) for row, weight in weighed]
    yield _pairs(*told)
    if margin.w_star is not None:
        yield from _left_out(run.dataset.d, "features")


def _steps(run: Run) -> Iterator[Part]:
    yield listing_of(run)
    if not run.updates:
        yield "No update was made."
        return
    told = "The activation is that before the update, all else is as it is after it."
    yield f"{told} A visit is one example that was looked at, and its row is its place in the data."
    yield from _traced(run, theorem=False)


def _examples_of_steps(run: Run) -> Iterator[Section]:
    """Yield the first update, one in the middle and the last, each with its picture."""
    for update in sorted({1, (run.updates + 1) // 2, run.updates}) if run.updates else ():
        step = tell(run, run.history.seek(update))
        shown = Figure("canvas", update, f"Update {update:,}.")
        yield Section(step.moment.capitalize(), ("; ".join(step.numbers), shown), level=3)


def _traced(run: Run, *, theorem: bool) -> Iterator[Part]:
    """Yield the trace's columns of the `theorem`, or all others, beside the update; examples count from 1."""
    columns = trace_columns(run)
    weights = [place for place, name in enumerate(columns) if name.startswith("w_") and name[2:].isdecimal()]
    left = set(weights) - {weights[place] for place in _places(len(weights))}
    chosen = [place for place, name in enumerate(columns) if not place or (name in THEOREM) == theorem]
    places = [place for place in chosen if place not in left]
    names = [columns[place] for place in places]
    told = [dict(zip(names, row, strict=True)) for rows in trace_rows(run, _told(run.updates), places) for row in rows]
    rows = [tuple(_row_of(run, row[name]) if name == "index" else cell(row[name]) for name in names) for row in told]
    yield from _cut_short(tuple(_PEOPLE_SAY.get(name, name) for name in names), rows, run.updates, "updates")
    if not theorem:
        yield from _left_out(len(weights), "features")


def _row_of(run: Run, index: str) -> Cell:
    row = int(index) + 1
    return Cell(f"{number(row)} of {number(run.dataset.n)}", str(row))


def _cut_short(head: tuple[str, ...], rows: Sequence[tuple[Cell, ...]], count: int, what: str) -> Iterator[Part]:
    """Yield a table of rows, with dots where the rows between the first and the last of so many are left out."""
    dots = [(Cell(LEFT_OUT),) * len(head)] if count > _FIRST + _LAST else []
    yield ReportTable(head, (*rows[:_FIRST], *dots, *rows[_FIRST:]))
    yield from _left_out(count, what)


def _told(count: int) -> Sequence[range]:
    return (range(count),) if count <= _FIRST + _LAST else (range(_FIRST), range(count - _LAST, count))


def _places(count: int) -> list[int]:
    return [place for stretch in _told(count) for place in stretch]


def _left_out(count: int, what: str) -> Iterator[Part]:
    if count > _FIRST + _LAST:
        yield f"These are the first {_FIRST} and the last {_LAST} of {number(count)} {what}."


def _pairs(*told: tuple[str, Cell]) -> ReportTable:
    return ReportTable((), tuple((Cell(name), value) for name, value in told))
