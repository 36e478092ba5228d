"""The words on the end of a run."""

from __future__ import annotations

import pytest

from core.datasets.dataset import Dataset
from core.run import prepare, train
from core.spec import RunSpec
from perceptron_gui.look.text.sentences import ending_words
from tests.gui.canvas.desk import SEPARABLE, XOR


@pytest.mark.parametrize(
    ("dataset", "spec", "wrong", "words"),
    [
        (SEPARABLE, RunSpec("margin", margin=0.5), None, "no example within the margin"),
        (SEPARABLE, RunSpec(order="random"), None, "Converged: no example is left to learn from"),
        (XOR, RunSpec(max_epochs=3), 1, "Stopped at the limit, 1 example still wrong"),
        (XOR, RunSpec(max_epochs=3), 4, "Stopped at the limit, 4 examples still wrong"),
        (XOR, RunSpec("online-svm", max_updates=9), 0, "Stopped at the limit, no example is wrong now"),
        (XOR, RunSpec(max_updates=2), None, "Stopped at the limit"),
    ],
)
def test_an_ending_says_what_ended_the_run(dataset: Dataset, spec: RunSpec, wrong: int | None, words: str) -> None:
    said = ending_words(train(dataset, spec), wrong)
    assert words in said[0]
    assert sorted(said, key=len, reverse=True) == list(said)


def test_nothing_is_said_of_a_run_that_goes_on_or_has_nothing_to_learn() -> None:
    going_on, _ = prepare(SEPARABLE, RunSpec())
    assert ending_words(going_on, 0) == ()
    assert ending_words(train(Dataset.empty())) == ()
