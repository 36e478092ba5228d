"""What a run is held against on the command line: a separator of one's own, the SVM, the bound with slack."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from sklearn.svm import SVC

from core import files
from core.datasets.arithmetic import BiasFeature
from core.theory.bounds import slack_bound_for
from tests.core.conftest import Headless
from tests.places import DATASETS

PAIR = DATASETS / "iris_setosa_virginica.csv"
ONE = BiasFeature(1.0, 1.0)


@pytest.fixture
def square(tmp_path: Path) -> Path:
    """(2, 0) and (0, 2) are +1, (−1, 0) and (0, −1) are −1."""
    path = tmp_path / "square.csv"
    path.write_text("x,y,label\n2,0,1\n0,2,1\n-1,0,-1\n0,-1,-1\n")
    return path


@pytest.fixture
def overlapping(tmp_path: Path) -> Path:
    """Ten points on a line, of which two in the middle have changed sides."""
    path = tmp_path / "overlapping.csv"
    path.write_text("x,y,label\n" + "".join(f"{x},1,{1 if x in {4, 6, 7, 8, 9} else -1}\n" for x in range(10)))
    return path


# A separator of one's own


def test_a_separator_of_ones_own_has_the_margin_and_the_bound_of_a_hand_calculation(
    headless: Headless, square: Path
) -> None:
    # Along (1, 1, 0)/√2 the products are 2, 2, 1 and 1, so γ = 1/√2; R² = 2² + 1.
    own = json.loads(headless(square, "--separator", "1,1,0", "--json"))["separator"]
    assert own.pop("margin") == pytest.approx(1 / math.sqrt(2))
    assert own.pop("bound") == pytest.approx(5 / 0.5)
    assert 0 < own.pop("cosine") <= 1
    assert own == {
        "weights": [1.0, 1.0],
        "intercept": 0.0,
        "separates": True,
        "errors": 0,
        "worst": 2,
        "reason": None,
    }
    assert "your line w = [1.0, 1.0], b = 0.0: margin 0.70" in headless(square, "--separator", "1,1,0")


def test_w_star_as_ones_own_separator_gives_the_bound_of_the_summary(headless: Headless) -> None:
    summary = json.loads(headless(PAIR, "--json"))
    numbers = ",".join(map(repr, [*summary["w_star"], summary["b_star"]]))
    own = json.loads(headless(PAIR, "--separator", numbers, "--json"))["separator"]
    assert own["bound"] == pytest.approx(summary["bound"])
    assert own["cosine"] == pytest.approx(1)


@pytest.mark.parametrize("numbers", ["-1,-1,-.5", "-.5,1,2", "-1e3,2,0"])
def test_a_separator_may_begin_with_a_minus(headless: Headless, square: Path, numbers: str) -> None:
    own = json.loads(headless(square, "--separator", numbers, "--json"))["separator"]
    assert [*own["weights"], own["intercept"]] == [float(number) for number in numbers.split(",")]


def test_a_separator_that_does_not_separate_has_no_bound_and_that_is_said(headless: Headless, square: Path) -> None:
    own = json.loads(headless(square, "--separator", "1,-1,0", "--json"))["separator"]
    assert (own["separates"], own["bound"], own["errors"], own["worst"]) == (False, None, 2, 1)
    assert own["margin"] == pytest.approx(-math.sqrt(2))
    assert own["reason"] == "No bound: example 2 lies on the wrong side."
    assert "example 2 lies on the wrong side. 2 errors" in headless(square, "--separator", "1,-1,0")


def test_an_online_svm_has_no_bound_of_the_theorem_for_any_separator(headless: Headless, square: Path) -> None:
    arguments = (square, "--learner", "online-svm", "--max-updates", 9, "--separator", "1,1,0", "--json")
    own = json.loads(headless(*arguments))["separator"]
    assert (own["separates"], own["bound"]) == (True, None)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ("--separator", "1,2"),
            "--separator has 2 numbers; enter 3: w for each of the 2 features, then b",
        ),
        (("--separator", "1,2,inf"), "--separator '1,2,inf' goes too far; enter numbers of at most 1e+100"),
        (("--separator", "1,two,3"), "--separator '1,two,3' is no list of numbers; enter 3"),
        (("--separator", "1,2,3", "--kernel", "rbf"), "leave the kernel out"),
        (("--svm", "soft"), "--svm 'soft' is not possible; enter a number above 0, or inf"),
        (("--svm", "0"), "C 0.0 is not possible; enter a number above 0"),
        (("--svm", "nan"), "C nan is not possible"),
    ],
)
def test_what_cannot_be_compared_is_one_line(
    refused: Headless, square: Path, arguments: tuple[str, ...], words: str
) -> None:
    assert words in refused(square, *arguments, "--trace", square.with_name("t.csv"))
    assert [path.name for path in square.parent.iterdir()] == ["square.csv"]


# The SVM


def test_the_hard_margin_is_that_of_scikit_learn(headless: Headless) -> None:
    machine = json.loads(headless(PAIR, "--svm", "inf", "--json"))["svm"]
    dataset = files.load(PAIR)
    reference = SVC(C=1e9, kernel="linear").fit(dataset.X, dataset.y)
    assert machine["C"] is None
    assert machine["weights"] == pytest.approx(reference.coef_[0], rel=1e-3)
    assert machine["intercept"] == pytest.approx(reference.intercept_[0], rel=1e-3)
    assert machine["margin"] == pytest.approx(1 / float(np.linalg.norm(reference.coef_)), rel=1e-3)
    assert machine["objective"] == pytest.approx(float(reference.coef_[0] @ reference.coef_[0]) / 2, rel=1e-3)
    assert set(machine["support"]) == set(reference.support_.tolist())


def test_the_svm_has_the_kernel_of_the_run(headless: Headless, overlapping: Path) -> None:
    options = ("--learner", "kernel", "--gamma", "0.5", "--svm", "2", "--json")
    machine = json.loads(headless(overlapping, *options))["svm"]
    dataset = files.load(overlapping)
    reference = SVC(C=2, kernel="rbf", gamma=0.5).fit(dataset.X, dataset.y)
    assert (machine["C"], machine["weights"]) == (2.0, None)
    assert machine["support"] == sorted(reference.support_.tolist())
    assert machine["intercept"] == pytest.approx(float(reference.intercept_[0]), abs=1e-2)
    signed = np.zeros(dataset.n)
    signed[machine["support"]] = machine["alpha"]
    scores = np.exp(-0.5 * ((dataset.X[:, None] - dataset.X[None]) ** 2).sum(axis=2)) @ (signed * dataset.y)
    assert scores + machine["intercept"] == pytest.approx(reference.decision_function(dataset.X), abs=1e-2)


def test_the_svm_in_words(headless: Headless, square: Path) -> None:
    words = headless(square, "--svm", "inf").splitlines()[-1]
    # Between (−1, 0), (0, −1) and (2, 0), (0, 2) lie 3/√2; half of that is the margin.
    assert words.startswith("SVM, hard margin: w = [0.66")
    assert "margin 1.06" in words


def test_a_hard_margin_of_data_that_are_not_separable_is_refused(refused: Headless, overlapping: Path) -> None:
    assert refused(overlapping, "--svm", "inf").endswith("enter a finite C")


def test_a_kernel_that_overflows_is_refused_without_a_warning(refused: Headless, tmp_path: Path) -> None:
    far = tmp_path / "far.csv"
    far.write_text("x,y,label\n1e60,2e60,1\n-1e60,1e60,-1\n")
    assert "the poly kernel of these data reaches inf" in refused(far, "--kernel", "poly", "--degree", 30, "--svm", "1")


# The bound with slack


def test_data_that_are_not_separable_come_with_the_bound_of_freund_and_schapire(
    headless: Headless, overlapping: Path
) -> None:
    summary = json.loads(headless(overlapping, "--max-epochs", 30, "--json"))
    bound = summary["slack_bound"]
    assert (summary["separable"], bound["epochs"], bound["examples"]) == (False, 30, 300)
    again = slack_bound_for(files.load(overlapping), ONE, bound["u"], bound["margin"], 30)
    assert (again.value, again.slack) == pytest.approx((bound["value"], bound["slack"]))
    assert float(np.linalg.norm(bound["u"])) == pytest.approx(1)
    assert summary["updates"] <= bound["value"]


def test_a_bound_that_promises_nothing_is_not_passed_off_as_one(headless: Headless, tmp_path: Path) -> None:
    xor = tmp_path / "xor.csv"
    xor.write_text("x,y,label\n0,0,1\n1,1,1\n0,1,-1\n1,0,-1\n")
    words = headless(xor, "--max-epochs", 20)
    assert "Freund & Schapire's bound says nothing here: 20 epochs see only 80 examples" in words
    assert "1 epoch sees only 4 examples" in headless(xor, "--max-epochs", 1)


def test_a_bound_that_promises_something_stands_in_the_words(headless: Headless, tmp_path: Path) -> None:
    noisy = tmp_path / "noisy.csv"
    rows = [f"{x},{1 if x > 0 else -1}\n" for x in [*range(-40, 0), *range(1, 41)]] + ["1,-1\n"]
    noisy.write_text("x,label\n" + "".join(rows))
    found = json.loads(headless(noisy, "--max-epochs", 50, "--json"))["slack_bound"]
    assert found["value"] < found["examples"]
    assert f"((R + D)/margin)^2 = {found['value']} updates (Freund & Schapire)" in headless(noisy, "--max-epochs", 50)


@pytest.mark.parametrize(
    "options",
    [("--order", "random"), ("--learner", "online-svm"), ("--kernel", "rbf"), ("--learner", "margin")],
)
def test_where_there_is_no_such_bound_there_is_no_such_key(
    headless: Headless, tmp_path: Path, options: tuple[str, ...]
) -> None:
    twins = tmp_path / "twins.csv"
    twins.write_text("x,label\n1,1\n1,-1\n2,1\n")
    summary = json.loads(headless(twins, "--max-updates", 50, *options, "--json"))
    assert (summary["separable"], "slack_bound" in summary) == (False, False)


def test_examples_at_the_origin_alone_have_no_such_bound(headless: Headless, tmp_path: Path) -> None:
    origin = tmp_path / "origin.csv"
    origin.write_text("x,label\n0,1\n0,-1\n")
    summary = json.loads(headless(origin, "--bias", "0", "--max-epochs", "3", "--json"))
    assert (summary["separable"], "slack_bound" in summary) == (False, False)
