"""The headless face: what it prints and writes, and that nothing is written where something is wrong."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from math import hypot
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import core
from core import compiled, files
from core.__main__ import main
from core.datasets.dataset import Dataset
from core.learners import LEARNERS
from core.orders import ORDERS
from tests.core.conftest import Headless
from tests.core.textbook import TextbookRun, textbook
from tests.places import DATASETS, ROOT

IRIS = DATASETS / "iris.csv"
PAIR = DATASETS / "iris_setosa_virginica.csv"
SLOW = DATASETS / "iris_setosa_versicolor.csv"
XOR = "x,y,label\n0,0,1\n1,1,1\n0,1,-1\n1,0,-1\n"


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def as_rows(dataset: Dataset, run: TextbookRun) -> list[dict[str, str]]:
    """The trace of a textbook run, without the theorem's columns."""
    ends = [*run.example[1:], run.examples + 1]
    return [
        {
            "update": str(k + 1),
            "epoch": str((t - 1) // dataset.n + 1),
            "example": str(t),
            "index": str(i),
            "label": str(dataset.y[i]),
            "activation": repr(run.activation[k]),
            **{f"w_{j + 1}": repr(v) for j, v in enumerate(run.weights[k])},
            "b": repr(run.intercepts[k]),
            "survival": str(ends[k] - t),
        }
        for k, (i, t) in enumerate(zip(run.index, run.example, strict=True))
    ]


def test_starting_weights_may_be_fractions(headless: Headless) -> None:
    start = json.loads(headless(PAIR, "--start", "-1/3,2/7,0.5", "--json"))["start"]
    assert (start["weights"], start["intercept"]) == ([-1 / 3, 2 / 7], 0.5)


# The trace


@pytest.mark.parametrize(
    ("options", "settings"),
    [
        ((), {}),
        (("--bias", "0", "--max-updates", "9"), {"bias_squared": 0.0, "max_updates": 9}),
        (("--bias", "2.5", "--max-epochs", "3"), {"bias_squared": 6.25, "max_epochs": 3}),
        (("--order", "shuffled", "--seed", "7"), {"order": "shuffled", "seed": 7}),
    ],
)
@pytest.mark.parametrize("data", [PAIR, SLOW])
def test_the_trace_is_the_textbooks_bit_for_bit(
    data: Path, options: tuple[str, ...], settings: dict[str, Any], headless: Headless, tmp_path: Path
) -> None:
    headless(data, "--trace", tmp_path / "t.csv", *options)
    dataset = files.load(data)
    expected = as_rows(dataset, textbook(dataset, **settings))
    assert [{name: row[name] for name in expected[0]} for row in rows_of(tmp_path / "t.csv")] == expected


def test_the_trace_has_the_columns_of_the_theorem_and_each_inequality_holds(headless: Headless, tmp_path: Path) -> None:
    summary = json.loads(headless(PAIR, "--trace", tmp_path / "t.csv", "--json"))
    rows = rows_of(tmp_path / "t.csv")
    own = ["update", "epoch", "example", "index", "label", "activation", "w_1", "w_2", "b", "survival"]
    assert list(rows[0]) == [*own, "w_dot_wstar", "w_norm_sq", "lower", "upper", "cosine", "potential"]
    before = summary["radius"] ** 4 / summary["margin"] ** 2
    for k, row in enumerate(rows, 1):
        value = {name: float(cell) for name, cell in row.items()}
        assert value["w_dot_wstar"] == pytest.approx(
            sum(value[f"w_{j + 1}"] * v for j, v in enumerate(summary["w_star"])) + value["b"] * summary["b_star"]
        )
        assert value["w_norm_sq"] == pytest.approx(value["w_1"] ** 2 + value["w_2"] ** 2 + value["b"] ** 2)
        assert value["lower"] == pytest.approx(k * summary["margin"])
        assert value["upper"] == pytest.approx(k * summary["radius"] ** 2)
        assert value["w_dot_wstar"] >= value["lower"]
        assert value["w_norm_sq"] <= value["upper"]
        assert value["potential"] <= before - summary["radius"] ** 2 * (1 - 1e-9)
        before = value["potential"]


def test_what_does_not_exist_is_empty_in_the_trace(headless: Headless, tmp_path: Path) -> None:
    (tmp_path / "xor.csv").write_text(XOR)
    headless(tmp_path / "xor.csv", "--trace", tmp_path / "t.csv", "--max-updates", 40)
    rows = rows_of(tmp_path / "t.csv")
    assert len(rows) == 40
    for name in ("w_dot_wstar", "lower", "cosine", "potential"):
        assert {row[name] for row in rows} == {""}
    assert all(float(row["w_norm_sq"]) <= float(row["upper"]) for row in rows)


def test_survivals_of_a_long_trace_add_up_to_the_examples_seen(headless: Headless, tmp_path: Path) -> None:
    (tmp_path / "xor.csv").write_text(XOR)
    data, path = tmp_path / "xor.csv", tmp_path / "t.csv"
    summary = json.loads(headless(data, "--trace", path, "--json", "--max-epochs", 10_000))
    rows = rows_of(path)
    assert [int(row["update"]) for row in rows] == list(range(1, summary["updates"] + 1))
    assert sum(int(row["survival"]) for row in rows) == summary["examples"] - int(rows[0]["example"]) + 1


# The summary


def test_the_summary_is_one_json_object_with_every_key(headless: Headless) -> None:
    out = headless(PAIR, "--json")
    summary = json.loads(out)
    assert out.count("\n") == 1
    assert summary.pop("bound") == pytest.approx(680.0813572614875)
    assert summary.pop("margin") == pytest.approx(0.3148340735447)
    assert summary.pop("radius") == pytest.approx(8.2103593100424)
    assert hypot(*summary.pop("w_star"), summary.pop("b_star")) == pytest.approx(1)
    run = textbook(files.load(PAIR))
    room = summary.pop("room")
    assert list(room) == ["short", "depth", "sideways", "surplus"]
    assert sum(room.values()) == pytest.approx(680.0814 - 28, abs=1e-4)
    assert summary == {
        "notes": [],
        "dataset": {
            "path": str(PAIR),
            "n": 100,
            "d": 2,
            "positives": 50,
            "negatives": 50,
            "features": ["sepal length (cm)", "petal width (cm)"],
            "labels": ["setosa", "virginica"],
        },
        "learner": "standard",
        "order": "cyclic",
        "seed": 0,
        "bias": 1.0,
        "kernel": None,
        "converged": True,
        "stopped": "converged",
        "updates": 28,
        "epochs": 14,
        "examples": 1400,
        "training_errors": 0,
        "accuracy": 1.0,
        "confusion": [[50, 0], [0, 50]],
        "weights": run.weights[-1],
        "intercept": run.intercepts[-1],
        "alphas": None,
        "survivors": None,
        "separable": True,
        "certificate": None,
    }


def test_data_that_is_not_separable_comes_with_its_certificate(headless: Headless, tmp_path: Path) -> None:
    (tmp_path / "xor.csv").write_text(XOR)
    summary = json.loads(headless(tmp_path / "xor.csv", "--json", "--max-epochs", 5))
    assert (summary["separable"], summary["stopped"], summary["epochs"]) == (False, "max-epochs", 5)
    assert [summary[key] for key in ("margin", "bound", "w_star", "b_star")] == [None] * 4
    dataset = files.load(tmp_path / "xor.csv")
    rows, weights = summary["certificate"]["indices"], np.array(summary["certificate"]["weights"])
    augmented = np.column_stack([dataset.X, np.ones(4)])[rows] * dataset.y[rows, None]
    assert weights.min() >= 0
    assert weights.sum() == pytest.approx(1)
    assert weights @ augmented == pytest.approx(np.zeros(3))


def test_the_summary_in_words_says_how_it_ended_and_why_it_had_to(headless: Headless) -> None:
    out = headless(PAIR)
    assert "converged after 28 updates in 14 epochs" in out
    assert "(R/margin)^2 = 680.08" in out


def test_one_class_is_told_from_the_rest_on_chosen_columns(headless: Headless) -> None:
    columns = '"petal width (cm)",1'
    summary = json.loads(headless(IRIS, "--positive", "setosa", "--columns", columns, "--json"))
    assert summary["dataset"]["features"] == ["petal width (cm)", "sepal length (cm)"]
    assert summary["dataset"]["labels"] == ["not setosa", "setosa"]
    assert (summary["dataset"]["positives"], summary["converged"]) == (50, True)


def test_equal_options_and_seed_give_the_same_run(headless: Headless, tmp_path: Path) -> None:
    traces = []
    for seed in (3, 3, 4):
        headless(PAIR, "--order", "shuffled", "--seed", seed, "--bias", "radius", "--trace", tmp_path / "t.csv")
        traces.append((tmp_path / "t.csv").read_bytes())
    assert traces[0] == traces[1] != traces[2]


# Predictions


def test_predictions_are_scores_and_names_in_the_order_of_the_questions(headless: Headless, tmp_path: Path) -> None:
    questions = tmp_path / "q.csv"
    questions.write_text("petal width (cm),sepal length (cm)\n0.2,5.1\n2.5,6.3\n", encoding="utf-8")
    headless(PAIR, "--predict", questions, "--predictions", tmp_path / "p.csv")
    run = textbook(files.load(PAIR))
    (w1, w2), b = run.weights[-1], run.intercepts[-1]
    scores = [(w1 * 5.1 + w2 * 0.2) + b, (w1 * 6.3 + w2 * 2.5) + b]
    assert (tmp_path / "p.csv").read_text() == (
        f"row,score,prediction\n0,{scores[0]!r},setosa\n1,{scores[1]!r},virginica\n"
    )


def test_a_converged_learner_predicts_its_own_training_labels(headless: Headless, tmp_path: Path) -> None:
    headless(PAIR, "--predict", PAIR, "--predictions", tmp_path / "p.csv")
    rows = rows_of(tmp_path / "p.csv")
    assert [row["prediction"] for row in rows] == ["setosa"] * 50 + ["virginica"] * 50


def test_a_score_of_zero_is_named_positive(headless: Headless, tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text('x,"k (-1 = a, +1 = ""b,c"")"\n-1,a\n1,"b,c"\n')
    (tmp_path / "q.csv").write_text("x\n0\n")
    headless(tmp_path / "d.csv", "--bias", 0, "--predict", tmp_path / "q.csv", "--predictions", tmp_path / "p.csv")
    assert rows_of(tmp_path / "p.csv") == [{"row": "0", "score": "0.0", "prediction": "b,c"}]


# What is wrong is one line, and nothing is written


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "error: the following arguments are required: DATA"),
        (("no.csv",), "error: no.csv: there is no such file"),
        ((PAIR, "--json", "--frobnicate"), "error: unrecognized arguments: --frobnicate"),
        ((PAIR, "--max-epochs", "many"), "error: argument --max-epochs: invalid int value: 'many'"),
        (
            (PAIR, "--max-updates", "-1"),
            "error: max_updates -1 is not possible; enter a whole number of at least 0",
        ),
        ((PAIR, "--seed", "-1"), "error: seed -1 is not possible; enter a whole number of at least 0"),
        (
            (PAIR, "--bias", "wide"),
            "error: bias 'wide' is not possible; enter a number from 0, or radius",
        ),
        ((PAIR, "--bias", "nan"), "error: bias nan is not possible; enter a number from 0, or radius"),
        ((PAIR, "--learner", "nosy"), "error: 'nosy' is not a learner; enter " + ", ".join(LEARNERS)),
        ((PAIR, "--order", "odd"), "error: 'odd' is not an order; enter " + ", ".join(ORDERS)),
        (
            (PAIR, "--positive", "rose"),
            (
                f"error: {PAIR}: no example is labelled 'rose'; the labels are 'setosa', 'virginica'; "
                "the labels are in 'species'"
            ),
        ),
        (
            (PAIR, "--columns", "3,1"),
            f"error: {PAIR}: column '3' holds the labels; choose a feature",
        ),
        (
            (IRIS,),
            (
                f"error: {IRIS}: line 102, column 5: 'virginica' is a third class after 'setosa' and 'versicolor'; "
                "choose two of them, or one as +1, and the others become −1"
            ),
        ),
        ((PAIR, "--predict", PAIR), "error: --predict and --predictions go together. Give both or neither"),
        (
            (PAIR, "--predictions", "p.csv"),
            "error: --predict and --predictions go together. Give both or neither",
        ),
        (
            (PAIR, "--predict", "no.csv", "--predictions", "p.csv"),
            "error: no.csv: there is no such file",
        ),
        (
            (PAIR, "--predict", IRIS.parent / "README.md", "--predictions", "p.csv"),
            None,
        ),
        ((PAIR, "--predict", PAIR, "--predictions", "no/p.csv"), "error: no/p.csv: there is no such folder"),
        (
            (PAIR, "--predict", PAIR, "--predictions", "t.csv"),
            "error: t.csv: the file is named twice; choose another one for this output",
        ),
    ],
)
def test_what_is_wrong_is_one_line_and_nothing_is_written(
    arguments: tuple[object, ...],
    message: str | None,
    refused: Headless,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    said = refused(*arguments, "--trace", "t.csv")
    assert said.startswith("error: ") if message is None else said == message
    assert not list(tmp_path.iterdir())


def test_an_output_never_replaces_an_input(refused: Headless, tmp_path: Path) -> None:
    data = tmp_path / "d.csv"
    data.write_text(XOR)
    assert refused(data, "--trace", data).endswith("the file is named twice; choose another one for this output")
    assert data.read_text() == XOR


def test_data_without_examples_is_refused(refused: Headless, tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text("x,y,label\n")
    expected = f"error: {tmp_path / 'd.csv'}: there are no examples; enter at least one"
    assert refused(tmp_path / "d.csv", "--json") == expected


# As a program of its own


def python(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "core", *map(str, arguments)]


def test_it_runs_from_the_root_without_qt(tmp_path: Path) -> None:
    (tmp_path / "PySide6.py").write_text("raise ImportError('no Qt here')")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(python(PAIR, "--json"), cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert (json.loads(done.stdout)["updates"], done.stderr) == (28, "")


def test_a_wrong_argument_exits_with_two_and_no_traceback() -> None:
    done = subprocess.run(python("no.csv"), cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "error: no.csv: there is no such file\n")


def test_what_was_decided_about_the_data_is_in_the_summary_and_on_stderr(
    headless: Headless, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "german.csv").write_text("a;b;label\n1,000;2;x\n2,500;3;y\n")
    said = "the comma was taken for the decimal mark: 1,000 was read as 1.0"
    assert json.loads(headless(tmp_path / "german.csv", "--json"))["notes"] == [said]
    for options in ((), ("--json",)):
        assert main([str(tmp_path / "german.csv"), *options]) == 0
        assert capsys.readouterr().err == f"note: {said}\n"
    assert json.loads(headless(PAIR, "--json"))["notes"] == []


def test_what_is_ambiguous_in_the_questions_is_in_the_summary_too(headless: Headless, tmp_path: Path) -> None:
    data, questions = tmp_path / "points.csv", tmp_path / "german.csv"
    data.write_text("a,b,label\n1,2,x\n2.5,3,y\n")
    questions.write_text("a;b\n1,000;2\n2,500;3\n")
    said = headless(data, "--json", "--predict", questions, "--predictions", tmp_path / "found.csv")
    remark = f"{questions}: the comma was taken for the decimal mark: 1,000 was read as 1.0"
    assert json.loads(said)["notes"] == [remark]


@pytest.mark.parametrize("suffix", [".svm", ".arff", ".csv"])
def test_every_format_trains_and_predicts_alike(suffix: str, headless: Headless, tmp_path: Path) -> None:
    files.write(files.load(PAIR), tmp_path / f"data{suffix}")
    expected, found = tmp_path / "expected.csv", tmp_path / "found.csv"
    headless(PAIR, "--predict", PAIR, "--predictions", expected)
    data = tmp_path / f"data{suffix}"
    headless(data, "--predict", data, "--predictions", found)
    headless(PAIR, "--predict", data, "--predictions", tmp_path / "crossed.csv")
    assert found.read_text() == expected.read_text() == (tmp_path / "crossed.csv").read_text()


def test_the_trace_can_go_to_stdout_and_the_summary_then_to_stderr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "trace.csv"
    assert main([str(PAIR), "--trace", str(path)]) == 0
    summary = capsys.readouterr().out
    assert main([str(PAIR), "--trace", "-"]) == 0
    assert capsys.readouterr() == (path.read_text("utf-8"), summary)


def test_the_trace_and_json_are_not_both_for_stdout(refused: Headless) -> None:
    assert "--trace - and --json" in refused(PAIR, "--trace", "-", "--json")


def test_label_words_and_signs_are_said_on_the_command_line(headless: Headless, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text('kind,sex,pay\nx,f,"1,500"\ny,m,"2,500"\nx,m,"3,000"\n')
    options = ("--label", "kind", "--encode", "--thousands", ",")
    summary = json.loads(headless(path, *options, "--json"))
    assert summary["dataset"]["features"] == ["sex=m", "pay"]
    assert "Standardise" in summary["notes"][-1]
    unseen = tmp_path / "unseen.csv"
    unseen.write_text('kind,sex,pay\ny,m,"1,000"\n')
    found = tmp_path / "found.csv"
    summary = json.loads(headless(path, *options, "--json", "--holdout", unseen))
    assert summary["held_out"]["n"] == 1
    unseen.write_text('sex,pay\nm,"1,000"\n')
    headless(path, *options, "--predict", unseen, "--predictions", found)
    assert len(found.read_text().splitlines()) == 2


def test_a_refused_file_gives_its_one_line_and_no_notes(refused: Headless, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("id,a,b,kind\n1,5,?,x\n2,6,1,y\n")
    assert refused(path).endswith("--skip-incomplete leaves such rows out")
    path.write_text("a;b;kind\n1,5;1.234;x\n2,5;2.000;y\n")
    assert "--decimal" in refused(path)
    assert "are the same sign" in refused(path, "--decimal", ",", "--thousands", ",")


@pytest.mark.parametrize(
    ("library", "pure", "said"),
    [
        ("there", "", "are used."),
        (None, "1", "are not used, because PERCEPTRON_PURE is 1."),
        (None, "", "are missing:"),
    ],
)
def test_the_version_says_whether_the_loops_in_c_are_used(
    library: str | None, pure: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PERCEPTRON_PURE", pure)
    monkeypatch.setattr(compiled, "loops", lambda: library)
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"Perceptron {core.__version__}. The loops in C {said}")
