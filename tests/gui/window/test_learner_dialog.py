"""A learner's numbers are asked for: its kernel, where there can be one, and what kernel and rule take."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from core.kernels import KERNELS, parameter_meaning
from core.learners import LEARNERS, rule_of
from core.spec import PARAMETERS, RunSpec
from perceptron_gui.window.dialogs.learner_dialog import LearnerDialog, numbers_text


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        (RunSpec(), "no kernel"),
        (RunSpec("kernel", kernel="linear"), "linear"),
        (RunSpec("voted", kernel="poly", degree=4), "poly, p = 4"),
        (RunSpec("kernel", gamma=0.5), "rbf, g = 0.5"),
        (RunSpec("online-svm", penalty=0.25), "C = 0.25"),
        (RunSpec("margin", kernel="rbf"), "rbf, m = 1, g = 1"),
    ],
)
def test_the_toolbar_names_kernel_and_numbers_in_a_few_letters(spec: RunSpec, text: str) -> None:
    assert numbers_text(spec) == text


def opened(spec: RunSpec, qtbot: QtBot) -> LearnerDialog:
    dialog = LearnerDialog(spec)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


@pytest.mark.parametrize("learner", LEARNERS)
def test_only_what_matters_to_kernel_and_rule_is_shown(qtbot: QtBot, learner: str) -> None:
    spec = RunSpec(learner)
    dialog = opened(spec, qtbot)
    for place in range(dialog.kernel.count()):
        dialog.kernel.setCurrentIndex(place)
        kernel = dialog.kernel.currentData()
        matter = {*rule_of(spec).parameters, *(KERNELS[kernel].parameters if kernel else ())}
        assert {name for name in PARAMETERS if dialog.fields[name].isVisible()} == matter


@pytest.mark.parametrize("learner", LEARNERS)
def test_every_kernel_on_offer_is_run(qtbot: QtBot, learner: str) -> None:
    dialog = opened(RunSpec(learner), qtbot)
    offered = {dialog.kernel.itemData(place) for place in range(dialog.kernel.count())}
    plane = set() if LEARNERS[learner].kernel else {None}
    assert offered == plane | (set(KERNELS) if rule_of(RunSpec(learner)).kernelised else set())


@pytest.mark.parametrize("learner", LEARNERS)
def test_where_there_is_no_kernel_to_choose_the_box_says_why(qtbot: QtBot, learner: str) -> None:
    dialog = opened(RunSpec(learner), qtbot)
    assert dialog.kernel.isEnabled() is rule_of(RunSpec(learner)).kernelised
    assert dialog.kernel.isEnabled() or "not offered with a kernel" in dialog.kernel.toolTip()


def test_formulas_of_kernels_are_written_in_one_way(qtbot: QtBot) -> None:
    for name in ("poly", "rbf"):
        words = [parameter_meaning(parameter) for parameter in PARAMETERS]
        assert any(KERNELS[name].formula in meaning for meaning in words)


def test_what_was_chosen_is_asked_for(qtbot: QtBot) -> None:
    dialog = opened(RunSpec("margin"), qtbot)
    dialog.kernel.setCurrentIndex(dialog.kernel.findData("poly"))
    dialog.fields["degree"].setText("5")
    dialog.fields["margin"].setText("0,25")
    assert dialog.chosen == RunSpec("margin", kernel="poly", degree=5, margin=0.25)


def test_numbers_that_nobody_touched_stay_to_the_last_digit(qtbot: QtBot) -> None:
    spec = RunSpec("online-svm", penalty=0.1 + 0.2, gamma=1 / 3)
    assert opened(spec, qtbot).chosen == spec
