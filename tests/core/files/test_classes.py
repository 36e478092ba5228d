"""The classes that people have: several that are one, a bound, numbers in order, and two spellings of one word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import files
from core.errors import InputError
from core.files import Choices
from core.files.session import Session, read_session, write_session
from core.files.table.choices import AS_IT_IS
from core.files.table.labels import classes_in_order, kinds_of, picked, two_classes
from core.spec import RunSpec
from tests.core.conftest import Headless
from tests.core.files.faults import save

RATINGS = "a,quality\n1,5\n2,5\n3,6\n4,7\n5,4\n6,8\n7,3\n"
ANSWERS = "a,b,answer\n1,2,Yes\n3,4,yes\n5,6,No\n7,8,YES\n"


def refusal(path: Path, choices: Choices = AS_IT_IS) -> str:
    with pytest.raises(InputError) as caught:
        files.load_with_remarks(path, choices)
    return str(caught.value)


@pytest.mark.parametrize(
    ("choice", "names", "positive"),
    [
        (">=7", ("<7", ">=7"), ["7", "8"]),
        ("≥ 7.0", ("<7.0", ">=7.0"), ["7", "8"]),
        (">7", ("<=7", ">7"), ["8"]),
        ("<=4", (">4", "<=4"), ["3", "4"]),
        ("<4", (">=4", "<4"), ["3"]),
        (">=6,5", ("<6,5", ">=6,5"), ["7", "8"]),
        ("7,8", ("not 7, 8", "7, 8"), ["7", "8"]),
        (" 8 , 7.0,", ("not 7, 8", "7, 8"), ["7", "8"]),
        (("8", "7"), ("not 7, 8", "7, 8"), ["7", "8"]),
        ("3,4,5,6,7", ("8", "3, 4, 5, 6, 7"), ["3", "4", "5", "6", "7"]),
        ("7", ("not 7", "7"), ["7"]),
    ],
)
def test_several_classes_are_one_against_all_the_others(
    choice: str | tuple[str, ...], names: tuple[str, str], positive: list[str], tmp_path: Path
) -> None:
    path = save(tmp_path, RATINGS)
    dataset = files.load(path, positive=choice)
    labels = [line.split(",")[1] for line in RATINGS.splitlines()[1:]]
    assert dataset.labels == names
    assert dataset.y.tolist() == [1 if label in positive else -1 for label in labels]


@given(st.sets(st.integers(-20, 20), min_size=2), st.integers(-20, 20), st.sampled_from([">=", ">", "<=", "<"]))
def test_a_bound_takes_the_classes_on_its_side(classes: set[int], bound: int, sign: str) -> None:
    kinds = kinds_of(map(str, classes))
    inside = {">=": bound.__le__, ">": bound.__lt__, "<=": bound.__ge__, "<": bound.__gt__}[sign]
    taken = {str(number) for number in classes if inside(number)}
    if not taken:
        with pytest.raises(InputError, match="no example is labelled"):
            two_classes(kinds, positive=f"{sign}{bound}")
        return
    signs = two_classes(kinds, positive=f"{sign}{bound}").signs
    assert {kind for kind, value in signs.items() if value == 1} == taken
    assert {kind for kind, value in signs.items() if value == -1} == {*kinds} - taken


@given(st.lists(st.text(min_size=1, max_size=6), min_size=3, unique=True), st.data())
def test_the_name_of_several_classes_chooses_the_same_ones(labels: list[str], data: st.DataObject) -> None:
    known = {label: label for label in (" ".join(each.split()) for each in labels) if label}
    if len(known) < 2:
        return
    chosen = data.draw(st.lists(st.sampled_from([*known]), min_size=2, unique=True))
    found = picked(tuple(chosen), known)
    assert {*found.kinds} == {*chosen}
    if found.name not in known:
        assert {*picked(found.name, known).kinds} == {*chosen}


@pytest.mark.parametrize("label", [">50K", "7,8", "a, b", "<=50K", ">=7", '"a","b"'])
def test_a_label_that_exists_wins(label: str, tmp_path: Path) -> None:
    quoted = label.replace('"', '""')
    dataset = files.load(save(tmp_path, f'a,label\n1,"{quoted}"\n2,7\n3,8\n4,a\n5,b\n'), positive=label)
    name = "7.8" if label == "7,8" else label
    assert (dataset.labels, dataset.y.tolist()) == ((f"not {name}", name), [1, -1, -1, -1, -1])


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        (Choices(">=9"), "no example is labelled >=9; the labels are '3', '4', '5', '6', '7', '8'"),
        (Choices("7,9"), "no example is labelled '9'; the labels are '3', '4', '5', '6', '7', '8'"),
        (Choices(">=x"), "no example is labelled '>=x'; the labels are"),
        (Choices(">=7", "7"), "'7' is chosen for both classes; choose two different ones"),
        (Choices(""), "no example is labelled ''; the labels are"),
        (Choices(()), "no class is chosen; choose one or more of '3', '4', '5', '6', '7', '8'"),
        (Choices(negative=("3", "4")), "'3, 4' is to be −1, but no class is chosen as +1; choose one"),
    ],
)
def test_classes_that_are_not_there_are_refused(choices: Choices, sentence: str, tmp_path: Path) -> None:
    assert sentence in refusal(save(tmp_path, RATINGS), choices)


def test_a_bound_is_for_classes_that_are_all_numbers(tmp_path: Path) -> None:
    path = save(tmp_path, "a,label\n1,7\n2,8\n3,many\n")
    expected = ">=7 is for classes that are numbers, and 'many' is none; choose labels"
    assert expected in refusal(path, Choices(">=7"))


def test_two_sides_leave_the_classes_between_them_out(tmp_path: Path) -> None:
    loaded = files.load_with_remarks(save(tmp_path, RATINGS), Choices(">=7", ("3", "4")))
    assert (loaded.dataset.labels, loaded.dataset.y.tolist()) == (("3, 4", ">=7"), [1, -1, 1, -1])
    assert loaded.left_out == (
        "+1 is made of 7, 8 and −1 of 3, 4",
        "only >=7 (+1) and 3, 4 (−1) are used: 3 examples of others were left out",
    )


def test_the_summary_names_the_classes_and_says_what_they_are_made_of(headless: Headless, tmp_path: Path) -> None:
    path = save(tmp_path, RATINGS)
    summary = json.loads(headless(path, "--positive", ">=7", "--json"))
    assert (summary["dataset"]["labels"], summary["dataset"]["positives"]) == (["<7", ">=7"], 2)
    assert summary["notes"][-1] == "+1 is made of 7, 8 and −1 of 3, 4, 5, 6"
    assert "2 of class “7, 8”, 5 of class “not 7, 8”" in headless(path, "--positive", "7,8")
    assert json.loads(headless(path, "--classes", '">=7","3,4"', "--json"))["dataset"]["labels"] == ["3, 4", ">=7"]


@pytest.mark.parametrize("choices", [Choices(">=7"), Choices(("7", "8")), Choices("7,8", "3,4")])
def test_a_session_keeps_the_classes_and_held_out_data_get_the_same(choices: Choices, tmp_path: Path) -> None:
    path, session = save(tmp_path, RATINGS), tmp_path / "a.perceptron"
    data = files.load_with_remarks(path, choices)
    write_session(Session(data.dataset, RunSpec(), remarks=data.left_out), session)
    kept = read_session(session)
    assert kept.dataset.same_as(data.dataset)
    assert kept.remarks[0].startswith("+1 is made of 7, 8 and −1 of 3, 4")
    assert files.load_held_out(path, kept.dataset).same_as(data.dataset)
    assert files.load_held_out(session, kept.dataset).same_as(data.dataset)
    files.write(kept.dataset, tmp_path / "again.csv")
    assert files.load(tmp_path / "again.csv").same_as(data.dataset)


def test_classes_that_are_numbers_are_listed_by_size_and_none_becomes_positive_by_that(tmp_path: Path) -> None:
    survey = files.survey(files.read_table(save(tmp_path, RATINGS)))
    assert (survey.classes, survey.counts) == (("3", "4", "5", "6", "7", "8"), (1, 1, 2, 1, 1, 1))
    assert (survey.positive, survey.signs) == (None, {})
    assert classes_in_order(["10", "9", "-1.5"]) == ["-1.5", "9", "10"]
    assert classes_in_order(["10", "9", "x"]) == ["10", "9", "x"]
    chosen = files.survey(files.read_table(tmp_path / "data.csv"), Choices(">=7", "3"))
    assert chosen.signs == {"3": -1, "4": 0, "5": 0, "6": 0, "7": 1, "8": 1}


# Two spellings of one word


def test_spellings_that_leave_two_classes_are_one_with_a_note(tmp_path: Path) -> None:
    path = save(tmp_path, ANSWERS)
    loaded = files.load_with_remarks(path)
    assert (loaded.dataset.labels, loaded.dataset.y.tolist()) == (("No", "Yes"), [1, 1, -1, 1])
    assert loaded.remarks == ("labels that differ only by case are one class: 'yes' is 'Yes', 'YES' is 'Yes'",)
    survey = files.survey(files.read_table(path))
    assert (survey.classes, survey.counts, survey.positive) == (("Yes", "No"), (3, 1), "Yes")
    assert loaded.remarks[0] in survey.remarks
    for spelling in ("Yes", "yes", "YES"):
        assert files.load(path, positive=spelling).same_as(loaded.dataset)
    assert files.load(path, positive="No").labels == ("Yes", "No")


def test_held_out_data_may_spell_their_classes_otherwise(headless: Headless, tmp_path: Path) -> None:
    learnt = save(tmp_path, ANSWERS, "learnt.csv")
    unseen = save(tmp_path, "a,b,answer\n1,2,yes\n3,4,NO\n5,6,YES\n", "unseen.csv")
    held_out = files.load_held_out(unseen, files.load(learnt))
    assert (held_out.labels, held_out.y.tolist()) == (("No", "Yes"), [1, -1, 1])
    summary = json.loads(headless(learnt, "--holdout", unseen, "--json"))
    assert (summary["held_out"]["positives"], summary["held_out"]["negatives"]) == (2, 1)


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (["a", "A"], ("A", "a")),
        (["a", "A", "b", "c"], None),
        (["a", "A", "á"], ("a", "á")),
        (["STRASSE", "straße", "Weg"], ("STRASSE", "Weg")),
    ],
)
def test_two_classes_stay_two_and_three_stay_three(
    labels: list[str], expected: tuple[str, str] | None, tmp_path: Path
) -> None:
    path = save(tmp_path, "x,label\n" + "".join(f"{i},{label}\n" for i, label in enumerate(labels)))
    if expected is None:
        assert "is a third class after 'a' and 'A'" in refusal(path)
    else:
        assert files.load(path).labels == expected


def test_where_the_format_lists_its_classes_two_spellings_are_two(tmp_path: Path) -> None:
    head = "@relation r\n@attribute a numeric\n@attribute class {Yes,yes,No}\n@data\n"
    path = save(tmp_path, f"{head}1,Yes\n2,yes\n3,No\n", "a.arff")
    assert "'No' is a third class after 'Yes' and 'yes'" in refusal(path)
    assert files.load(path, positive="yes").y.tolist() == [-1, 1, -1]


@given(st.lists(st.sampled_from(["yes", "no", "Yes", "NO", "maybe", "No"]), min_size=1))
def test_a_label_keeps_its_word_whatever_is_merged(cells: list[str]) -> None:
    kinds, words = kinds_of(dict.fromkeys(cells)), {cell.casefold() for cell in cells}
    assert all(kind.casefold() == cell.casefold() for cell, kind in kinds.items())
    merges = len(words) == 2 and len({*cells}) > 2
    assert len({*kinds.values()}) == (2 if merges else len({*cells}))
    if merges:
        first = {word: next(cell for cell in cells if cell.casefold() == word) for word in words}
        assert {*kinds.values()} == {*first.values()}
