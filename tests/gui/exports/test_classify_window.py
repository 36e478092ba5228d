"""The classes of another file, as the last run gives them."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from core import load, train
from core.errors import CancelledError
from core.explain.trace import predictions
from core.files import load_questions
from core.resources import resource
from perceptron_gui.exports.tasks import ClassifyTask, classify
from perceptron_gui.look.card import Severity
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import FIRST, Desk
from tests.gui.hands import exported

DATA = resource("datasets", f"{FIRST.name}.csv")


def test_another_file_is_classified_as_on_the_command_line(desk: Desk, window: MainWindow) -> None:
    desk.answers.to_open = DATA
    path = exported(desk, window, "classify", "classes.csv")
    run = train(load(DATA), FIRST.spec)
    assert path.read_text("utf-8") == "".join(predictions(run, load_questions(DATA, run.dataset.features).X))
    with path.open(encoding="utf-8") as stream:
        assert [row["prediction"] for row in csv.DictReader(stream)] == [
            run.dataset.labels[y > 0] for y in run.dataset.y.tolist()
        ]


def test_the_data_of_a_session_are_classified_too(desk: Desk, window: MainWindow, lesson: Path) -> None:
    desk.answers.to_open = DATA
    from_points = exported(desk, window, "classify", "classes.csv").read_bytes()
    desk.answers.to_open = lesson
    assert exported(desk, window, "classify", "others.csv").read_bytes() == from_points


def test_a_large_file_is_classified_in_a_thread(
    desk: Desk, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window.parts.exports.classifier, "large_bytes", 0)
    desk.answers.to_open = DATA
    with desk.qtbot.waitSignal(window.parts.exports.classifier.finished, timeout=30_000):
        path = exported(desk, window, "classify", "classes.csv")
        assert not path.exists()
    assert path.read_text("utf-8").count("\n") == FIRST.dataset().n + 1
    assert window.notice.text == f"Written to {path}"


@pytest.mark.parametrize(
    ("source", "words"), [("missing.csv", "there is no such file"), ("strange.csv", "strange.csv")]
)
def test_a_file_that_cannot_be_classified_is_one_sentence(
    desk: Desk, window: MainWindow, source: str, words: str
) -> None:
    (desk.folder / "strange.csv").write_text("a,b\n1,two\n")
    desk.answers.to_open = desk.folder / source
    path = exported(desk, window, "classify", "classes.csv")
    assert (window.notice.severity, path.exists()) == (Severity.ERROR, False)
    assert words in window.notice.text


def test_a_file_is_not_replaced_by_its_own_classes(desk: Desk, window: MainWindow) -> None:
    points = desk.folder / "points.csv"
    points.write_bytes(DATA.read_bytes())
    desk.answers.to_open = points
    exported(desk, window, "classify", "points.csv")
    assert "named twice" in window.notice.text
    assert points.read_bytes() == DATA.read_bytes()


def test_what_is_ambiguous_in_the_classified_file_is_told(desk: Desk, window: MainWindow) -> None:
    names = window.document.dataset.features
    questions = desk.folder / "german.csv"
    questions.write_text(f"{names[0]};{names[1]}\n1,000;2\n2,500;3\n")
    desk.answers.to_open = questions
    exported(desk, window, "classify", "classes.csv")
    assert "(the comma was taken for the decimal mark: 1,000 was read as 1.0)" in window.notice.text


def test_classes_that_nobody_wants_any_more_are_not_written(tmp_path: Path) -> None:
    order = ClassifyTask(train(load(DATA), FIRST.spec), DATA, tmp_path / "classes.csv")
    with pytest.raises(CancelledError):
        classify(order, lambda: True)
    assert list(tmp_path.iterdir()) == []
