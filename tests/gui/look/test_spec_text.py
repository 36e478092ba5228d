"""The kernel and the numbers of a run in a few letters."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.kernels import KERNELS, parameter_meaning
from core.spec import PARAMETERS, RunSpec
from perceptron_gui.look.text.sentences import numbers_text


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        (RunSpec(), "no kernel"),
        (RunSpec("kernel", kernel="linear"), "linear"),
        (RunSpec("voted", kernel="poly", degree=4), "poly, p = 4"),
        (RunSpec("kernel", gamma=0.5), "rbf, g = 0.5"),
        (RunSpec("online-svm", penalty=0.25), "C = 0.25"),
        (RunSpec("margin", kernel="rbf"), "rbf, m = 1, g = 1"),
        (RunSpec(rate=Fraction(1, 10), tie="positive"), "η = 0.1, 0 is +1"),
        (RunSpec("voted", kernel="linear", rate=Fraction(1, 3)), "linear, η = 1/3"),
    ],
)
def test_the_toolbar_names_kernel_and_numbers_in_a_few_letters(spec: RunSpec, text: str) -> None:
    assert numbers_text(spec) == text


def test_formulas_of_kernels_are_written_in_one_way() -> None:
    for name in ("poly", "rbf"):
        words = [parameter_meaning(parameter) for parameter in PARAMETERS]
        assert any(KERNELS[name].formula in meaning for meaning in words)
