"""The sheet of a run worked out by hand: every step in exact fractions, each in a gap that can be left blank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from core.datasets.dataset import Dataset
from core.errors import InputError
from core.explain.report.facts import ending_of, listing_of
from core.explain.report.parts import (
    AnswerGap,
    Cell,
    ExamplesPicture,
    Line,
    Part,
    Report,
    ReportTable,
    Section,
    Sentence,
)
from core.explain.steps import EXACT, WorkedStep, activation_name, exact_step, squared_length, step_at, work
from core.explain.wording import classes_of, sign_of
from core.kernels import make_kernel
from core.learners import title_of
from core.names import brief
from core.numbers.formulas import COMPONENTS, Number, Written, bracketed, number_text, subscript, total, vector, written
from core.numbers.numerals import counted, number, of_decimal
from core.orders import Passes
from core.predictors.predictor import Predicting, Step
from core.run import Run
from core.spec import PARAMETERS

Row = tuple[Cell | AnswerGap, ...]

MOST_STEPS = 200
"""The most rows of a table; nobody works out more on paper."""
_MOST_FEATURES = 50
"""Nor with more features."""
_DRAWN = 2
"""The number of features that a drawing shows."""
_VOTED_ON = 10
"""The most examples for which the votes are counted."""
_SPARE, _FEWEST_LINES, _MOST_LINES = 5, 2, 3
"""Rows of a table come in fives, with at least one spare row. A row has these lines to write in."""


def solution_of(run: Run, name: str, paper: str = "a4", title: str = "") -> Report:
    """Return the sheet of a run over data called `name`; its `blank()` is the exercise. Raises InputError."""
    (steps, every), line = _steps(run), _drawn(run)
    drawn = f", and draw the line of the {_line_title(run)} at its end into the picture" if line else ""
    stated = f"Make {counted(run.updates, 'update')}" if _draws_mistakes(run) else "Go through the examples"
    task = f"{stated} by hand, as the algorithm says{drawn}."
    begin = Section("", (task, *examples_of(run.dataset, line)))
    worked = [(step, work(run, step, fractions=True)) for step in steps]
    sections = (
        begin,
        Section("The algorithm", (listing_of(run), *_given(run), *_in_order(run, every=every))),
        Section("Step by step" if every else "Update by update", tuple(_table(run, worked, every=every))),
        Section("Result", tuple(_result(run)), stays=True),
    )
    return Report(title or f"{title_of(run.spec)} on {_name(name)}", sections, paper)


def examples_of(dataset: Dataset, line: Line | None = None) -> Iterator[Part]:
    """Yield the examples as the file has them and, for two features, a drawing whose answer is the line."""
    if dataset.d > _MOST_FEATURES:
        has = counted(dataset.d, "feature")
        raise InputError(f"these examples have {has}; a sheet takes at most {_MOST_FEATURES}, so use fewer")
    names = [f"`x{subscript(j)}`" if name == f"x{j}" else _name(name) for j, name in enumerate(dataset.features, 1)]
    rows: list[Row] = []
    for n, (x, y) in enumerate(zip(dataset.X.tolist(), dataset.y.tolist(), strict=True), 1):
        texts = (*(of_decimal(Decimal(repr(value))) for value in x), f"{sign_of(y)}1")
        rows.append((Cell(str(n)), *(Cell(f"`{text}`") for text in texts)))
    yield ReportTable(("example", *names, "`y`"), tuple(rows))
    if dataset.d == _DRAWN:
        yield ExamplesPicture(dataset, f"The examples: {classes_of(dataset)}.", line)
    elif dataset.labels != Dataset.labels:
        yield f"The classes: {classes_of(dataset)}."


def _steps(run: Run) -> tuple[list[Step], bool]:
    """Return the steps to work out, and their kind: every visited example or, if these are too many, every update."""
    history = run.history
    if not run.dataset.n:
        raise InputError("there are no examples; place or load at least one")
    if run.dataset.n > MOST_STEPS:
        has = counted(run.dataset.n, "example")
        raise InputError(f"these data have {has}; a solution sheet takes at most {MOST_STEPS}, so use fewer")
    every = history.examples <= MOST_STEPS
    if not every and run.updates > MOST_STEPS:
        option = "--max-epochs" if run.order.has_epochs else "--max-updates"
        raise InputError(
            f"this run has {counted(run.updates, 'update')}, and a solution sheet works out at most {MOST_STEPS}. "
            f"Stop it sooner: {option}, or Run ▸ Limits in the window"
        )
    met = range(1, history.examples + 1) if every else map(history.example_of, range(1, run.updates + 1))
    return [step_at(run, history.at_example(t)) for t in met], every


def _given(run: Run) -> Iterator[Part]:
    squared = run.margin.bias.squared
    told = [f"`{PARAMETERS[key].letter} = {number_text(getattr(run.spec, key))}`" for key in run.rule.parameters]
    told += [f"`B² = {number_text(squared)}`"] if squared not in {0, 1} else []
    told += [f"`k(x, z) = {make_kernel(run.spec).written()}`"] if run.spec.kernel else []
    told += [f"`‖x̃‖² = {squared_length(run)}`"] if run.rule.sizing else []
    start = run.history.at_example(0)
    if run.has_vector(start):
        told.append(f"`w⁽⁰⁾ = {vector(start.w.tolist())}`, `b⁽⁰⁾ = {number_text(start.b)}`")
    if told:
        yield f"Here {', '.join(told)}."


def _draws_mistakes(run: Run) -> bool:
    """Return whether the order draws among mistakes: there is none to draw after the end."""
    return run.order.seeded and not run.order.has_epochs


def _in_order(run: Run, *, every: bool) -> Iterator[Part]:
    """Yield the order that the algorithm does not tell: as many visits of a drawn one as the table has rows."""
    order, n = run.order.of(run.dataset.n, run.spec), run.dataset.n
    if isinstance(order, Passes) and order.seeded:
        visits = _rows_for(run.history.examples) if every else n * _rows_for(run.history.epochs)
        epochs = list[str]()
        for epoch, left in enumerate(range(visits, 0, -n), 1):
            rows = order.epoch(epoch)[:left].tolist()
            until = "" if left >= n else ", as far as the table goes"
            epochs.append(f"epoch {epoch}{until}: {numbered(rows)}")
        yield f"The order of the examples is drawn with the seed; {'; '.join(epochs)}."
    elif isinstance(order, Passes) and not order.as_in_file:
        yield f"The order of the examples, epoch after epoch: {numbered(order.epoch(1).tolist())}."
    elif order.seeded:
        yield f"The examples that are drawn with the seed: {numbered(run.history.index().tolist())}."
    elif order.listed and run.spec.sequence:
        yield f"The list of examples: {numbered(run.spec.sequence)}."


def numbered(rows: Sequence[int]) -> str:
    """Return rows of the data as numbers of examples, counted from 1."""
    return ", ".join(str(row + 1) for row in rows)


def _table(run: Run, worked: list[tuple[Step, WorkedStep]], *, every: bool) -> Iterator[Part]:
    if not worked:
        yield "No example is met."
        return
    epochs = run.order.has_epochs
    name = activation_name(run, worked[-1][1].values)
    head = ("step" if every else "update", *["epoch"] * epochs, "example", f"`a = {name}`", "`y·a`", "what follows")
    rows: list[Row] = []
    told = [_told(done) for _, done in worked]
    lines = min(max(_FEWEST_LINES, *map(len, told)), _MOST_LINES)
    for (step, done), follow in zip(worked, told, strict=True):
        place = [*[step.state.epoch] * epochs, step.state.index + 1]
        follows = AnswerGap("\n".join(follow), wide=True, lines=lines)
        test = AnswerGap(f"`{done.activation}`", wide=True), AnswerGap(f"`{done.score}`")
        rows.append((Cell(number(len(rows) + 1)), *(AnswerGap(number(each)) for each in place), *test, follows))
    yield ReportTable(head, tuple(rows) if _draws_mistakes(run) else with_spare(rows))
    yield from dict.fromkeys(note for _, done in worked for note in done.notes if note != EXACT)


def _told(done: WorkedStep) -> list[str]:
    """Return what follows from a test, in lines; the first holds the verdict and the change of w."""
    first, *others = [*done.update, *done.told] or [""]
    between = ": " if done.update else "; "
    return [f"{done.said}{between}{first}" if first else done.said, *others]


def with_spare(rows: list[Row]) -> tuple[Row, ...]:
    """Return the rows and some empty ones, so that the blank sheet does not reveal when the run ends."""
    gaps = [replace(gap, text="–") for gap in rows[-1][1:] if isinstance(gap, AnswerGap)]
    empty: list[Row] = [(Cell(number(place)), *gaps) for place in range(len(rows) + 1, _rows_for(len(rows)) + 1)]
    return (*rows, *empty)


def _rows_for(count: int) -> int:
    """Return how many rows there are for so many answers: the next multiple of `_SPARE`."""
    return count - count % _SPARE + _SPARE


def _result(run: Run) -> Iterator[Part]:
    if not _draws_mistakes(run):
        counts: list[str | AnswerGap] = ["Updates: ", AnswerGap(number(run.updates))]
        if run.order.has_epochs:
            counts += ["; epochs: ", AnswerGap(number(run.history.epochs))]
        yield Sentence((*counts, "."))
    yield Sentence(("How it ends: ", AnswerGap(ending_of(run), wide=True)))
    end = run.history.at_example(run.history.examples)
    step = exact_step(run, end) if run.rule.whole else step_at(run, end)
    last, found = Predicting.after(step, run.updates), run.predictor.result(step)
    letter = run.space.letter
    yield _values("At the end", letter, last)
    line = last
    if run.predictor.votes:
        yield "The vectors that vote, and how many votes each has:"
        yield _voters(letter, found)
        votes = "vector k has `c⁽ᵏ⁾` votes and the activation `a⁽ᵏ⁾`, and does not vote where `a⁽ᵏ⁾ = 0`"
        yield f"A point has the class `{run.predictor.formula}`: {votes}."
        yield _votes(run)
    elif run.predictor.own:
        (line,) = found
        yield _values(f"The {run.predictor.title} that predicts:", letter, line)
    if run.predictor.counts_errors:
        yield Sentence(("Mistakes that it makes on the examples: ", AnswerGap(number(run.training_errors)), "."))
    if run.space.has_coordinates:
        which = f" of the {_line_title(run)}" if run.predictor.own else ""
        equation = AnswerGap(f"`{_equation(line.w, line.b)}`", wide=True)
        yield Sentence((f"The points{which} with `w·x + b = 0`: ", equation))


def _values(lead: str, letter: str, vector: Predicting) -> Sentence:
    w, b = AnswerGap(_all_of(vector.w), wide=letter == "α"), AnswerGap(f"`{number_text(vector.b)}`")
    return Sentence((f"{lead} `{letter} =` ", w, " and `b =` ", b, "."))


def _voters(letter: str, voters: Sequence[Predicting]) -> ReportTable:
    rows: list[Row] = [
        (Cell(number(place)), AnswerGap(_all_of(w), wide=True), AnswerGap(f"`{number_text(b)}`"), AnswerGap(f"{votes}"))
        for place, (w, b, votes) in enumerate(voters, 1)
    ]
    return ReportTable(("vector", f"`{letter}`", "`b`", "votes"), with_spare(rows) if rows else ())


def _votes(run: Run) -> ReportTable:
    """Return the votes on the first examples: those for +1 less those for −1, and the class."""
    votes, rows = run.score(run.dataset.X[:_VOTED_ON]), list[Row]()
    for n, (vote, label) in enumerate(zip(votes.tolist(), run.tie.named(votes).tolist(), strict=True), 1):
        named = vote or len(run.tie.right) == 1
        found = f"`{sign_of(label)}1`" if named else "a tie"
        rows.append((Cell(str(n)), AnswerGap(f"`{number_text(vote)}`"), AnswerGap(found)))
    return ReportTable(("example", "`Σ c⁽ᵏ⁾·sign(a⁽ᵏ⁾)`", "class"), tuple(rows))


def _all_of(values: Sequence[Number]) -> str:
    if len(values) <= COMPONENTS:
        return f"`{vector(values)}`"
    return f"({', '.join(f'`{number_text(value)}`' for value in values)})"


def _line_title(run: Run) -> str:
    return "last vector" if run.predictor.votes else run.predictor.title


def _drawn(run: Run) -> Line | None:
    """Return the line that predicts; for a vote that of the last vector; None unless there are two features."""
    end = run.history.at_example(run.history.examples)
    weights, b = (end.w, end.b) if run.weights is None or run.intercept is None else (run.weights, run.intercept)
    return (*weights.tolist(), b) if len(weights) == _DRAWN else None


def _equation(w: Sequence[Number], b: Number) -> str:
    terms = []
    for j, value in enumerate(w, 1):
        if value:
            sign, size = ("−", -value) if value < 0 else ("", value)
            factor = "" if size == 1 else f"{bracketed(number_text(size))}·"
            terms.append(Written(f"{sign}{factor}x{subscript(j)}", None))
    return f"{total([*terms, *[written(b)] * bool(b)]).text} = 0"


def _name(name: str) -> str:
    return brief(" ".join(name.replace("`", "'").split()))
