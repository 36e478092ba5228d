"""A dataset, a survey of what there is to choose from, or examples to classify: each made of a table that was read."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from operator import itemgetter

import numpy as np

from core.datasets.dataset import Dataset
from core.errors import InputError, shown, some_names
from core.files.table.choices import AS_IT_IS, Choices, GapError, Loaded, Questions, SampleRows, Survey, lines_told
from core.files.table.columns import by_name
from core.files.table.features import Feature, Roles, is_word, roles_of, word_feature
from core.files.table.labels import (
    Codes,
    LabelError,
    Labels,
    classes_in_order,
    is_class_number,
    kinds_of,
    label_fault,
    two_classes,
)
from core.files.table.numbers import Signs, UndecidedError, mixed_error
from core.files.table.table import Table
from core.numbers.numerals import counted

_SAMPLE_ROWS, _SAMPLE_CELLS = 1_000, 30_000
_SCALES = 100
"""Features whose spreads differ by this factor or more are better standardised."""


def loaded(table: Table, choices: Choices = AS_IT_IS) -> Loaded:
    """Return the dataset of a table, as a person chose it. Raises InputError, GapError and UndecidedError."""
    roles = roles_of(table, choices)
    return _taken(roles, roles.chosen())


def loaded_onto(table: Table, onto: Dataset) -> Dataset:
    """Return the table with the features and classes of `onto`: by name if a header has them all, else in order."""
    columns = table.columns
    roles = roles_of(table, AS_IT_IS)
    places = [j for j in range(columns.width) if j != roles.label and j not in columns.passed_over]
    names = [columns.names[j] for j in places]
    if columns.header and all(names.count(name) >= onto.features.count(name) for name in onto.features):
        places = [places[place] for place in by_name(names, onto.features)]
    if len(places) != onto.d:
        line = table.header[0] if columns.header else table.line(0)
        has, expected = (f"{counted(d, 'feature')} and a label" for d in (len(places), onto.d))
        raise InputError(f"the row has {has}; write {expected}", line=line, column=1)
    return _taken(roles, [Feature(columns.names[j], j) for j in places], onto.labels).dataset


def questions(table: Table, features: Sequence[str], choices: Choices) -> Questions:
    """Return examples to classify, with these features; labels are not looked at.

    With a header the features are found by name. Without one they are the first columns; where there are more columns
    than features, those whose numbers were chosen, or the names x2, x5, … of the features. Raises InputError.
    """
    found = _asked(table, features, choices.columns)
    width = max(feature.place for feature in found) + 1
    if width > table.columns.width:
        told = f"the row has {counted(table.columns.width, 'column')}; write {width}"
        raise InputError(told, line=table.line(0), column=table.columns.width + 1)
    numbers = [feature.place for feature in found if feature.word is None]
    table = table.without_units(numbers)
    decision = table.decision(numbers, choices)
    roles = Roles(table, choices, -1, False, decision)
    fault = _first_fault(roles, found, None) or _first_gap(roles, found, None, np.ones(table.n, np.int8))
    if fault is not None:
        raise fault
    return Questions(roles.values(found), (*table.notes, *table.unit_notes(numbers), *table.sign_notes(decision)))


def survey(table: Table, choices: Choices = AS_IT_IS) -> Survey:
    """Return what there is to choose from, given the label's column and what signs mean. Raises InputError."""
    roles = roles_of(table, choices)
    table, called = roles.table, table.columns.called()
    count = max(3, min(_SAMPLE_ROWS, _SAMPLE_CELLS // len(called)))
    trouble, labels, kinds = "", None, dict[str, str]()
    try:
        labels = _labels(roles)
        kinds = labels.kinds
        _check_no_row_is_lost(roles, labels)
    except LabelError as refused:
        # Other columns may still hold labels, so the survey goes on without these.
        trouble, labels = f"{_about_labels(refused, roles, labels)}.", None
    classes = classes_in_order(kinds.values())
    of_row: Codes = np.zeros(table.n, np.int32)
    if labels is not None:
        places = {kind: place for place, kind in enumerate(classes, 1)}
        of_row = labels.of_each({text: places[kind] for text, kind in kinds.items()})
    counts = np.bincount(of_row, minlength=len(classes) + 1).tolist()[1:]
    told = ["", *classes]
    names = {each: called[each.place] if each.word is None else each.name for each in roles.offered}
    gaps: dict[str, dict[int, str]] = {}
    for feature, rows in _gaps(roles, roles.offered):
        gaps[names[feature]] = {table.line(row, feature.place): told[of_row[row]] for row in rows}
    if labels is not None and len(labels.gaps):
        gaps[called[roles.label]] = {table.line(row, roles.label): "" for row in labels.gaps.tolist()}
    words = {called[j]: "it only identifies the rows" for j in roles.identifiers if j not in roles.numbers}
    words |= {called[j]: str(_fault_in(roles, j)) for j in roles.words if not (choices.encode and j in roles.encoded)}
    numbers = {called[j]: str(error) for j in roles.numbers if (error := _fault_in(roles, j)) is not None}
    faults = {**{called[j]: "no row has a number there" for j in roles.empty}, **words, **numbers}
    remarks = (*table.notes, *table.sign_notes(roles.decision), *roles.label_notes(), *roles.identifier_notes())
    remarks += (*table.unit_notes(roles.numbers), *roles.ending_notes())
    sample = SampleRows(
        called,
        tuple(map(tuple, table.first_rows(count))),
        tuple(told[place] for place in of_row[:count].tolist()),
        dict(zip(names.values(), roles.values(roles.offered, count).T, strict=True)),
    )
    ordered = [(j, name) for j, name in enumerate(called) if name in faults]
    ordered += [(feature.place, name) for feature, name in names.items()]
    usual = {} if labels is None else _signs_of(labels)
    chosen = {} if labels is None or choices.positive is None else _signs_of(labels, choices)
    return Survey(
        tuple(name for _, name in sorted(dict.fromkeys(ordered), key=itemgetter(0))),
        tuple(classes),
        remarks if labels is None else (*remarks, *labels.notes()),
        tuple(counts),
        next((kind for kind, sign in usual.items() if sign > 0), None),
        roles.label + 1,
        table.columns.label_is_fixed,
        faults,
        gaps,
        roles.decision.asked,
        tuple(called[j] for j in roles.identifiers if j in roles.numbers),
        bool(roles.encoded),
        choices.encode,
        table.sheets,
        table.sheet + 1 if table.sheets else 0,
        trouble,
        sample,
        chosen or usual,
    )


def _signs_of(labels: Labels, choices: Choices = AS_IT_IS) -> dict[str, int]:
    """Return the sign of each class by these choices, 0 if it is left out; nothing if they are not possible."""
    try:
        signs = two_classes(labels.kinds, labels.names, choices.positive, choices.negative).signs
    except InputError:
        # More than two classes have no signs until some are chosen.
        return {}
    return {labels.kinds[text]: sign for text, sign in signs.items()}


def _taken(roles: Roles, features: Sequence[Feature], names: tuple[str, str] | None = None) -> Loaded:
    """Return the dataset with these features; `names` are those of its classes, if they are known."""
    table, choices = roles.table, roles.choices
    try:
        labels = _labels(roles, names)
    except LabelError as refused:
        raise _first_fault(roles, features, refused) or refused from None
    if (fault := _first_fault(roles, features, None)) is not None:
        raise fault
    try:
        classes = two_classes(labels.kinds, labels.names, choices.positive, choices.negative)
    except InputError as wrong:
        raise _about_labels(wrong, roles, labels) from None
    _check_no_row_is_lost(roles, labels)
    y = labels.of_each(classes.signs, otherwise=1)
    gap = _first_gap(roles, features, labels, y)
    if gap is not None and not choices.skip_incomplete:
        raise gap
    X, others, lines, left = roles.values(features), int((y == 0).sum()), list[int](), list[str]()
    if gap is not None or others:
        incomplete = np.logical_or.reduce(np.isnan(X), axis=1)
        incomplete[labels.gaps] = True
        lines = [table.line(row) for row in np.flatnonzero(incomplete & (y != 0)).tolist()]
        kept = (y != 0) & ~incomplete
        # The dataset stores its columns one after another; this spares it a second copy.
        X, y = np.asfortranarray(X[kept]), y[kept]
    target = table.columns.names[roles.label] if table.columns.header else "label"
    dataset = Dataset(X, y, [each.name for each in features], classes.names, target)
    remarks = (*table.notes, *table.sign_notes(roles.decision), *roles.notes(features))
    remarks += (*_other_labels(roles, labels), *labels.notes())
    left += [classes.note] if classes.note else []
    if others:
        negative, positive = classes.names
        left.append(f"only {positive} (+1) and {negative} (−1) are used: {_left_out(others, 'example', ' of others')}")
    if lines:
        left.append(f"{_left_out(len(lines), 'incomplete row')}: {lines_told(lines)}")
    whole = not left and len(features) == table.columns.width - 1 and all(each.word is None for each in features)
    return Loaded(dataset, remarks, tuple(left), _hints(dataset), whole)


def _left_out(count: int, noun: str, which: str = "") -> str:
    return f"{counted(count, noun)}{which} {'was' if count == 1 else 'were'} left out"


def _labels(roles: Roles, names: tuple[str, str] | None = None) -> Labels:
    """Return the labels. Raises LabelError, which says where, for a text that cannot be one."""
    table, j = roles.table, roles.label
    texts, codes = table.texts(j)
    try:
        return Labels(texts, codes, names or table.columns.classes, j in table.columns.values)
    except LabelError as error:
        table.placed(error, int(np.argmax(codes == list(texts).index(error.cell))), j)
        raise


def _about_labels(error: InputError, roles: Roles, labels: Labels | None) -> InputError:
    """Return the same error, saying in which column the labels are and where its text first stood."""
    table, j = roles.table, roles.label
    if isinstance(error, LabelError) and labels is not None and error.line is None:
        table.placed(error, int(np.argmax(labels.codes == labels.texts.index(error.cell))), j)
    if error.line is None or not roles.label_is_last:
        error.sentence += f"; the labels are in {table.columns.said(j)}"
    return error


def _fault_in(roles: Roles, j: int) -> InputError | None:
    """Return what is wrong with the first cell of a column that is neither a number nor missing, saying where."""
    found = roles.table.column(j, roles.decision).first_fault() if not roles.table.all_numbers else None
    if j in roles.decision.undecided and (found is None or roles.decision.undecided[j][0] <= found[0]):
        row, text = roles.decision.undecided[j]
        return UndecidedError(roles.table.line(row, j), text, j, roles.decision.mark)
    if found is None:
        return None
    row, text = found
    usual = Signs("." if roles.table.delimiter == "," else ".,")
    return roles.table.placed(mixed_error(text) or roles.decision.signs.get(j, usual).error(text), row, j)


def _first_fault(roles: Roles, features: Iterable[Feature], of_label: InputError | None) -> InputError | None:
    found = [] if of_label is None else [of_label]
    for feature in features:
        if feature.word is None and (error := _fault_in(roles, feature.place)) is not None:
            if feature.place in roles.words:
                error.sentence += "; --encode makes 0/1 columns of words"
            found.append(error)
    return min(found, key=lambda error: (error.line or 0, error.column or 0), default=None)


def _gaps(roles: Roles, features: Iterable[Feature]) -> Iterable[tuple[Feature, list[int]]]:
    for feature in features:
        if roles.table.all_numbers:
            return
        if feature.word is not None:
            rows = np.flatnonzero(np.isnan(is_word(roles.table, feature)))
        else:
            rows = roles.table.column(feature.place, roles.decision).gaps
        if len(rows):
            yield feature, rows.tolist()


def _first_gap(roles: Roles, features: Iterable[Feature], labels: Labels | None, y: Codes) -> InputError | None:
    """Return the error for the first gap in the rows that are used, whose sign in `y` is not 0; None without one."""
    table = roles.table
    places = [(row, feature.place) for feature, rows in _gaps(roles, features) for row in rows if y[row]]
    if labels is not None and len(labels.gaps):
        places.append((int(labels.gaps[0]), roles.label))
    if not places:
        return None
    row, j = min(places)
    if labels is not None and j == roles.label:
        text = labels.texts[int(labels.codes[row])]
        sentence = label_fault(text) if text else table.no_label
    else:
        column = table.column(j)
        text = column.texts[int(column.codes[np.searchsorted(column.odd, row)])]
        sentence = Signs().error(text).sentence
        if j in roles.words:
            sentence = f"{shown(text) if text else 'the cell'} says nothing; write a word"
    return table.placed(GapError(sentence), row, j)


def _check_no_row_is_lost(roles: Roles, labels: Labels) -> None:
    """Raise InputError if the header may be an example whose features cannot be read."""
    table, columns = roles.table, roles.table.columns
    line, cells = table.header
    if not columns.header or not cells or columns.called_labels or roles.choices.label is not None:
        return
    label, first = cells[roles.label], next(iter(roles.numbers), None)
    is_class = not label_fault(label) and kinds_of([label])[label] in labels.kinds.values()
    if first is None or not (is_class_number(label) or label in labels.present or is_class):
        return
    told = f"{shown(cells[first])} is not a number, but {shown(label)} is a label"
    expected = "write a number, or a header whose last name is no label"
    raise InputError(f"{told}; {expected}", line=line, column=first + 1)


def _other_labels(roles: Roles, labels: Labels) -> tuple[str, ...]:
    """Return a note if nothing names the labels, which are numbers, and other columns of numbers could hold them."""
    said = roles.table.columns
    is_last = roles.guessed and roles.label_is_last and roles.table.n >= 3
    if not is_last or not all(map(is_class_number, labels.present)):
        return ()
    others = []
    for j in roles.numbers:
        column = roles.table.column(j, roles.decision).values
        few = {*column[:100].tolist()}
        if few in ({0.0, 1.0}, {-1.0, 1.0}, {1.0, 2.0}) and np.isin(column, list(few)).all():
            others.append(j)
    if not others and {*map(float, labels.present)} in ({0.0, 1.0}, {-1.0, 1.0}):
        return ()  # Such numbers tell what they are.
    if not others:
        return (f"the labels are in {said.said(roles.label)} (--label chooses another)",)
    columns = some_names([said.said(j) if said.header else str(j + 1) for j in others])
    return (f"the last column was taken for the labels; {columns} could hold them too",)


def _hints(dataset: Dataset) -> tuple[str, ...]:
    if dataset.n < 2 or dataset.d < 2:
        return ()
    spreads = dataset.X.max(axis=0) / 2 - dataset.X.min(axis=0) / 2
    least, most = int(np.where(spreads > 0, spreads, np.inf).argmin()), int(spreads.argmax())
    if not spreads[most] or spreads[most] < _SCALES * spreads[least]:
        return ()
    wide, narrow = (shown(dataset.features[j]) for j in (most, least))
    with np.errstate(over="ignore"):
        times = min(float(spreads[most] / spreads[least]), sys.float_info.max)
    return (f"{wide} is spread {times:,.3g} times as wide as {narrow}: Standardise helps the learner",)


def _asked(table: Table, features: Sequence[str], columns: Sequence[str | int] | None) -> list[Feature]:
    known, d = table.columns, len(features)
    if known.header:
        words = {name: found for name in features if name not in known.places and (found := word_feature(table, name))}
        try:
            places = by_name(known.names, [name for name in features if name not in words])
        except InputError as error:
            error.line = table.header[0]
            raise
        rest = iter(places)
        return [words[name] if name in words else Feature(name, next(rest)) for name in features]
    parts = [re.fullmatch(r"x([0-9]{1,9})(?:=(.*))?", name, re.DOTALL) for name in features]
    numbers = [str(column) for column in columns or ()]
    if not numbers or any("=" in name for name in features):
        numbers = [part[1] for part in parts if part is not None]
    held = [part[2] if part is not None else None for part in parts]
    if len(numbers) != d or not all(number.isdecimal() for number in numbers):
        return [Feature(name, place) for place, name in enumerate(features)]
    places = [int(number) - 1 for number in numbers]
    if known.width <= len(set(places)):  # there is no column beside the features
        places = [sorted(set(places)).index(place) for place in places] if any(held) else list(range(d))
    return [Feature(*each) for each in zip(features, places, held, strict=True)]
