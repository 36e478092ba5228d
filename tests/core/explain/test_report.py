"""The report of a run: its numbers are the trace's and the summary's, and its page holds everything it shows."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from datetime import datetime
from html import escape
from html.parser import HTMLParser

import numpy as np
import pytest

from core.datasets.dataset import Dataset
from core.explain.report.documents import page
from core.explain.report.facts import Preface, report_of
from core.explain.report.parts import Cell, ExamplesPicture, Figure, Report, ReportTable, Section
from core.explain.trace import THEOREM, trace
from core.files import load
from core.learners import LEARNERS
from core.run import Run, prepare, train
from core.spec import RunSpec
from tests.places import DATASETS

IRIS_PAIR = load(DATASETS / "iris_setosa_virginica.csv")
OVERLAP = Dataset([[0.0, 0], [1.0, 1], [0.0, 1], [1.0, 0], [0.1, 0.3]], [1, 1, -1, -1, 1])
PIXEL = b"\x89PNG"


def html_of(run: Run, name: str = "points.csv") -> str:
    report = report_of(run, name)
    return page(report, dict.fromkeys(report.figures(), PIXEL))


class Reader(HTMLParser):
    """What a page holds: its tables as exact numbers, its texts, and everything that names another place."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.tags: set[str] = set()
        self.places: list[str] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.add(tag)
        self.places += [given[name] or "" for name in ("src", "href", "data", "action", "srcset") if name in given]
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in {"td", "th"}:
            self.tables[-1][-1].append("")
        elif tag == "data":
            self.tables[-1][-1][-1] = given["value"] or ""

    def handle_data(self, data: str) -> None:
        self.words += data
        if self.lasttag in {"td", "th"} and data.strip() and self.tables and not self.tables[-1][-1][-1]:
            self.tables[-1][-1][-1] = data


def traced(run: Run) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO("".join(trace(run)))))


def told(reader: Reader, first: str) -> list[dict[str, str]]:
    """The rows of the tables whose head begins with `first`, put together row by row."""
    tables = [table for table in reader.tables if table[0][:1] == [first]]
    rows: list[dict[str, str]] = [{} for _ in tables[0][1:]]
    for head, *body in tables:
        for row, cells in zip(rows, body, strict=True):
            row |= dict(zip(head, cells, strict=True))
    return rows


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("dataset", [IRIS_PAIR, OVERLAP], ids=["separable", "overlapping"])
def test_its_numbers_are_those_of_the_trace_to_the_last_digit(learner: str, dataset: Dataset) -> None:
    run = train(dataset, RunSpec(learner=learner, max_updates=97, max_epochs=50))
    expected = traced(run)
    if len(expected) > 40:
        expected = expected[:30] + expected[-10:]
    for row in expected:
        row["visit"], row["row"] = row.pop("example"), str(int(row.pop("index")) + 1)
    rows = told(Reader(html_of(run)), "update")
    if run.updates > 40:
        assert set(rows.pop(30).values()) == {"…"}
    assert rows == expected


def test_its_result_and_theory_are_those_of_the_summary() -> None:
    run = train(IRIS_PAIR)
    reader, summary = Reader(html_of(run)), run.summary()
    pairs = {row[0]: row[1] for table in reader.tables for row in table if len(row) == 2}
    weights = dict(zip(IRIS_PAIR.features, summary["weights"], strict=True))
    star = dict(zip(IRIS_PAIR.features, summary["w_star"], strict=True))
    expected = {
        "updates": summary["updates"],
        "epochs": summary["epochs"],
        "examples seen": summary["examples"],
        "training errors": summary["training_errors"],
        "b": summary["intercept"],
        "R, the length of the longest example": summary["radius"],
        "γ, the margin": summary["margin"],
        "R²/γ², the bound": summary["bound"],
        "b*": summary["b_star"],
        **{f"w for {name}": value for name, value in weights.items()},
        **{f"ŵ* for {name}": value for name, value in star.items()},
    }
    assert {name: float(pairs[name]) for name in expected} == expected


def test_the_last_row_of_the_theorem_is_the_inequalities_numbers() -> None:
    run = train(IRIS_PAIR)
    last = traced(run)[-1]
    rows = {row[0]: row for table in Reader(html_of(run)).tables for row in table if len(row) == 6}
    assert rows["w·ŵ* ≥ kγ"][1:4] == [last["w_dot_wstar"], "≥", last["lower"]]
    assert rows["‖w‖² ≤ kR²"][1:4] == [last["w_norm_sq"], "≤", last["upper"]]
    assert {"w_dot_wstar", "w_norm_sq", "lower", "upper"} < set(THEOREM)


def test_an_example_has_one_number_in_tables_steps_and_proof() -> None:
    run = train(OVERLAP, RunSpec(max_epochs=2))
    reader = Reader(html_of(run))
    first, last = told(reader, "update")[0], told(reader, "update")[-1]
    assert f"Update 1, epoch 1, example {first['row']}" in reader.words
    assert f"Update {run.updates}, epoch 2, example {last['row']}" in reader.words
    assert int(last["visit"]) == run.history.example_of(run.updates)
    assert "index" not in reader.words
    certificate = run.margin.certificate
    assert certificate is not None
    weighed = {row[0]: row[1] for table in reader.tables for row in table if row[0].startswith("weight of example")}
    assert weighed == {
        f"weight of example {row + 1} in this proof": repr(weight)
        for row, weight in zip(certificate.indices.tolist(), certificate.weights.tolist(), strict=True)
    }


def test_the_limit_that_ended_a_run_is_named() -> None:
    for learner in LEARNERS:
        spec = RunSpec(learner, order="shuffled", max_epochs=2)
        for ended, limit in ((spec, "limit of 2 epochs."), (replace(spec, max_updates=3), "limit of 3 updates.")):
            words = Reader(html_of(train(OVERLAP, ended))).words
            assert f"Stopped at the {limit}" in words
            assert words.count("Stopped at the limit") == 1


def test_the_page_loads_nothing_and_runs_nothing() -> None:
    reader = Reader(html_of(train(IRIS_PAIR)))
    assert reader.places
    assert all(place.startswith("data:image/png;base64,") for place in reader.places)
    assert not reader.tags & {"script", "link", "iframe", "object", "embed", "base", "form"}
    assert "http://" not in html_of(train(IRIS_PAIR))
    assert "https://" not in html_of(train(IRIS_PAIR))


def test_names_of_the_data_are_text_whatever_they_hold() -> None:
    evil = '<script>alert("&")</script>'
    dataset = Dataset([[0, 1], [1, 0]], [1, -1], (evil, "b<i>"), ("a & b", "<b>"))
    text = html_of(train(dataset), f"{evil}.csv")
    reader = Reader(text)
    assert not reader.tags & {"script", "i", "b"}
    for word in (evil, "b<i>", "a & b", "<b>"):
        assert word in reader.words


def test_a_caption_is_text_whatever_it_holds() -> None:
    evil = '"><script>&</script>'
    figure, examples = Figure("canvas", None, evil), ExamplesPicture(OVERLAP, evil)
    text = page(Report("A report", (Section("", (figure, examples)),)), {figure: PIXEL})
    reader = Reader(text)
    assert "script" not in reader.tags
    assert reader.words.count(evil) == 2
    assert text.count(f'alt="{escape(evil)}"') == 2


def test_of_a_long_run_the_two_ends_are_told_and_how_many_there_are() -> None:
    run = train(OVERLAP, RunSpec(max_updates=5000, max_epochs=100_000))
    reader = Reader(html_of(run))
    rows = [row["update"] for row in told(reader, "update")]
    assert rows[29:32] == ["30", "…", str(run.updates - 9)]
    assert "the first 30 and the last 10 of 5,000 updates" in reader.words


@pytest.mark.parametrize("count", [39, 40, 41])
def test_forty_rows_are_told_and_of_more_it_is_said_that_some_are_left_out(count: int) -> None:
    dataset = Dataset([[place, -place] for place in range(count)], [1, -1] * (count // 2) + [1] * (count % 2))
    reader = Reader(html_of(train(dataset, RunSpec(max_updates=count, max_epochs=10**6))))
    for first, what in (("example", "examples"), ("update", "updates")):
        assert len(told(reader, first)) == min(count, 41), "30 rows, dots and 10 rows"
        left_out = f"These are the first 30 and the last 10 of {count} {what}."
        assert (left_out in reader.words) == (count > 40)


def test_a_run_without_an_update_is_told_too() -> None:
    run, _ = prepare(OVERLAP, RunSpec())
    assert "The run has not come to an end so far." in Reader(html_of(run)).words
    assert "No update was made." in Reader(html_of(run)).words


def test_tables_and_sections_stand_in_their_order() -> None:
    report = Report("t", (Section("one", ("words", ReportTable(("h",), ((Cell("1", "1.0"),),)))), Section("two", ())))
    text = page(report, {})
    assert text.index("one") < text.index("words") < text.index('value="1.0"') < text.index("two")


def test_a_reader_finds_first_what_it_is_about_and_the_data_last() -> None:
    run = train(IRIS_PAIR, RunSpec("voted"))
    made = datetime(2024, 2, 29, 8, 5)
    preface = Preface("Week 3", "Look at w.\n<b>And</b> then?", made, "1.2.3", "main.py iris.csv --export r.html")
    report = report_of(run, "iris.csv", preface)
    text = page(report, dict.fromkeys(report.figures(), PIXEL))
    reader = Reader(text)
    assert not reader.tags & {"b"}
    order = ["Week 3", "Look at w.", "28 updates in 14 epochs. Converged", "It gets 0 of 100 examples wrong", "Steps"]
    order += [
        "Theory",
        "How it was made",
        "2024-02-29 08:05",
        "1.2.3",
        "main.py iris.csv --export r.html",
        "seed",
        "Data",
    ]
    places = [reader.words.rindex(words) for words in order]
    assert places == sorted(places)
    assert text.index("<img") < text.index("28 updates")
    assert text.count("<pre>") == text.count("repeat, until an epoch") == 1


def test_a_report_of_very_many_features_names_the_first_and_the_last_and_says_so() -> None:
    X = np.random.default_rng(0).normal(size=(4, 2_000))
    spec = RunSpec(start=(*[1.0] * 2_000, 0.0))
    report = report_of(train(Dataset(X, [1, -1] * 2), spec), "wide.csv")
    tables = [part for section in report.sections for part in section.parts if isinstance(part, ReportTable)]
    assert max(max(len(table.rows), *map(len, table.rows)) for table in tables if table.rows) < 100
    text = html_of(train(Dataset(X, [1, -1] * 2), spec))
    assert text.count("These are the first 30 and the last 10 of 2,000 features.") == 5
    assert "w for x30<" in text
    assert "w for x31<" not in text
    assert "w for x2000<" in text


def test_the_points_of_the_numbers_of_a_column_are_below_one_another() -> None:
    part = ReportTable(("k", "w", "why"), tuple((Cell(k), Cell(w), Cell(why)) for k, w, why in COLUMN_TEXTS))
    table = page(Report("T", (Section("", (part,)),)), {})
    rows = re.findall(r"<tr>(.*?)</tr>", table)[1:]
    cells = [re.findall(r"<td([^>]*)>([^<]*)</td>", row) for row in rows]
    for column in range(2):
        sides = {row[column][0] for row in cells}
        assert sides == {' align="right"'}
        texts = [row[column][1].replace("\u2008", ".") for row in cells]
        assert len({len(text) - text.find(".") if "." in text else 0 for text in texts}) == 1
    assert {row[2][0] for row in cells} == {""}


COLUMN_TEXTS = ("1", "−0.25", "a tie"), ("12", "3", "2"), ("1,000", "17.5", "a mistake")
