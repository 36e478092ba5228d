"""What a newcomer reads of a step."""

from __future__ import annotations

from core.explain.wording import moment_words
from core.run import train
from core.spec import RunSpec
from tests.core.tables import TWELVE


def test_a_kernel_has_words_too_but_names_no_points_beside_a_line() -> None:
    for spec in (RunSpec("kernel", kernel="rbf"), RunSpec("standard", kernel="linear")):
        run = train(TWELVE, spec)
        title, words = moment_words(run, run.history.seek(1), run.margin, ended=False)
        assert title.startswith("Mistake 1: point ")
        assert "Now" not in words


def test_after_a_mistake_the_points_on_the_wrong_side_are_named() -> None:
    run = train(TWELVE, RunSpec())
    _, words = moment_words(run, run.history.seek(1), run.margin, ended=False)
    assert "on the wrong side." in words
