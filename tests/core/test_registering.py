"""A new order, rule, predictor or learner is one line in a table; everything else takes it up."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.__main__ import main
from core.datasets.dataset import Dataset, FloatArray
from core.errors import InputError
from core.kernels import KERNELS, Linear
from core.learners import LEARNERS, Learner
from core.orders import ORDERS, Passes
from core.player import player_page
from core.predictors import PREDICTORS, Predictor, PredictorProgress
from core.predictors.predictor import Code, Predicting, Step, Symbols
from core.record.history import History
from core.rules import RULES, Perceptron
from core.run import train
from core.spaces.space import Decision, Space
from core.spec import RunSpec
from tests.core.player.page_data import PageData
from tests.core.textbook import textbook

DATASET = Dataset([[1.0, 2.0], [2.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [-1, 1, -1, 1])


class Backwards(Passes):
    """From the last example to the first."""

    name = "backwards"
    title = "backwards"
    choice = "from the last to the first"
    repeats = True

    def epoch(self, number: int) -> NDArray[np.int64]:
        return np.arange(self._n)[::-1]


class FirstThatMoved(Predictor):
    """The vector after the first update."""

    name = "first"
    title = "first"
    meaning = "The vector after the first update."
    role = "averaged"

    def recall(self, space: Space, history: History, notes: PredictorProgress | None = None) -> Decision:
        return space.at(history, min(1, len(history)))

    def code(self, symbols: Symbols) -> Code:
        return Code(result=f"the first `{symbols.grouped}`")

    def result(self, step: Step) -> list[Predicting]:
        return [Predicting.after(step, min(1, step.state.update))]


@dataclass(frozen=True)
class Unpromised(Perceptron):
    """The perceptron's, as one of which no theorem, loss or cost is known."""

    name = "unpromised"
    silence = "Nothing is promised of it."


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ORDERS, Backwards.name, Backwards)
    monkeypatch.setitem(PREDICTORS, FirstThatMoved.name, FirstThatMoved())
    monkeypatch.setitem(RULES, Unpromised.name, Unpromised)
    learner = Learner("stubborn", "Stubborn perceptron", order="backwards", predictor="first")
    monkeypatch.setitem(LEARNERS, "stubborn", learner)


def test_a_registered_learner_runs_with_its_own_order_and_predictor() -> None:
    run = train(DATASET, RunSpec("stubborn"))
    mirrored = textbook(Dataset(DATASET.X[::-1], DATASET.y[::-1]))
    assert run.history.index().tolist() == [DATASET.n - 1 - i for i in mirrored.index]
    assert run.weights is not None
    assert run.weights.tolist() == mirrored.weights[0]


def test_a_registered_learner_has_its_place_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "points.csv"
    path.write_text("a,b,label\n1,2,-1\n2,1,1\n0,1,-1\n1,0,1\n")
    assert main([str(path), "--learner", "stubborn", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["learner"], summary["order"], summary["weights"]) == ("stubborn", "backwards", [1.0, 0.0])


def test_its_parts_combine_with_those_that_were_there() -> None:
    run = train(DATASET, RunSpec("voted", order="backwards"))
    assert run.history.index().tolist() == train(DATASET, RunSpec("stubborn")).history.index().tolist()
    assert run.weights is None


def test_the_picture_of_a_rule_of_which_nothing_is_promised_is_how_long_w_is() -> None:
    run = train(DATASET, RunSpec(rule=Unpromised.name))
    picture = PageData(player_page(run)).told["picture"]
    assert (picture["name"], [curve["key"] for curve in picture["curves"]]) == ("Length of w", ["length"])
    assert picture["top"] >= max(run.theorem().w_norm_sq) ** 0.5


@dataclass(frozen=True)
class Crossed(Linear):
    """x₁z₂ + x₂z₁, which is below 0 for (1, −1) with itself: no inner product of any space."""

    name = "crossed"

    def matrix(self, X: FloatArray, Q: FloatArray) -> FloatArray:
        return super().matrix(X[:, ::-1], Q)

    def diagonal(self, X: FloatArray) -> FloatArray:
        return 2 * X[:, 0] * X[:, 1]


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("order", ["cyclic", "random"])
def test_a_kernel_that_is_no_inner_product_ends_its_run_with_one_sentence(
    order: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KERNELS, Crossed.name, Crossed)
    with pytest.raises(InputError, match=r"crossed is not positive semidefinite .* below 0 at update 2; choose"):
        train(DATASET, RunSpec("kernel", kernel="crossed", order=order))
