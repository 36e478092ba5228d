"""A kernel is asked for with the parameters that matter to it."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from core.spec import RunSpec
from perceptron_gui.window.kernel_dialog import KernelDialog, kernel_text


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        (RunSpec(), ""),
        (RunSpec("kernel", kernel="linear"), "linear"),
        (RunSpec("voted", kernel="poly", degree=4), "poly, p = 4"),
        (RunSpec("kernel", gamma=0.5), "rbf, g = 0.5"),
    ],
)
def test_the_toolbar_names_the_kernel_in_a_few_letters(spec: RunSpec, text: str) -> None:
    assert kernel_text(spec) == text


@pytest.mark.parametrize(
    ("kernel", "rows"), [(None, set()), ("linear", set()), ("poly", {"degree", "gamma", "coef0"}), ("rbf", {"gamma"})]
)
def test_only_the_parameters_that_matter_are_shown(qtbot: QtBot, kernel: str | None, rows: set[str]) -> None:
    dialog = KernelDialog(RunSpec())
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.kernel.setCurrentIndex(dialog.kernel.findData(kernel))
    assert {name for name in ("degree", "gamma", "coef0") if dialog.fields[name].isVisible()} == rows


def test_what_was_chosen_is_asked_for(qtbot: QtBot) -> None:
    dialog = KernelDialog(RunSpec("voted"))
    qtbot.addWidget(dialog)
    dialog.kernel.setCurrentIndex(dialog.kernel.findData("poly"))
    dialog.fields["degree"].setText("5")
    chosen = dialog.chosen
    assert (chosen.learner, chosen.kernel, chosen.degree) == ("voted", "poly", 5)
