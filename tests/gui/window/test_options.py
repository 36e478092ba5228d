"""The words and the numbers of the sheet Options, as a person reads, drags and types them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.explain.code import formulas_of, ideas_of
from core.kernels import KERNELS
from core.learners import LEARNERS, resolved, rule_of, title_of
from core.run import train
from core.spec import BIAS, PARAMETERS, Parameter, RunSpec
from core.ties import TIES
from perceptron_gui.look.fields.number_field import StepsSlider, steps_of
from perceptron_gui.model.document.document import Document
from perceptron_gui.panels.learner import LearnerPanel
from perceptron_gui.window.main_window import MainWindow
from perceptron_gui.window.options import OptionsForm
from tests.core.pieces import formula_text
from tests.core.tables import DATASET
from tests.gui.conftest import Desk
from tests.gui.hands import press, spec
from tests.gui.places_on_screen import handle_of
from tests.gui.rich_reading import words_of

SPECS = {
    **{name: RunSpec(name, max_epochs=3, max_updates=30) for name in LEARNERS},
    **{
        f"{name} {kernel}": RunSpec(name, kernel=kernel, max_epochs=3, max_updates=30)
        for name, learner in LEARNERS.items()
        if not rule_of(RunSpec(name)).every_example
        for kernel in KERNELS
        if kernel != learner.kernel
    },
}


@pytest.fixture
def document(qapp: QApplication) -> Document:
    """One with six examples."""
    return Document(DATASET)


@pytest.fixture
def box(qtbot: QtBot, document: Document) -> OptionsForm:
    """What changes the options of the document."""
    made = OptionsForm(document, QWidget())
    qtbot.addWidget(made)
    made.show()
    return made


def drag(slider: StepsSlider, by: int) -> None:
    start, left = handle_of(slider), Qt.MouseButton.LeftButton
    QTest.mousePress(slider, left, pos=start)
    for way in (by // 2, by):
        QTest.mouseMove(slider, start + QPoint(way, 0))
    QTest.mouseRelease(slider, left, pos=start + QPoint(by, 0))


def learner_panel(window: MainWindow) -> LearnerPanel:
    window.panel.turn_to("Learner")
    panel = window.panel.panel
    assert isinstance(panel, LearnerPanel)
    return panel


@pytest.mark.parametrize("name", SPECS)
def test_each_learner_shows_its_numbers_and_no_other(box: OptionsForm, document: Document, name: str) -> None:
    wanted = SPECS[name]
    document.set_spec(wanted)
    kernel = resolved(wanted).kernel
    rate = ["rate"] if rule_of(wanted).whole else []
    matter = {*rule_of(wanted).parameters, *(KERNELS[kernel].parameters if kernel else ()), *rate}
    assert {field for field, row in box.rows.items() if row.isVisible()} == matter
    assert box.bias.isVisible()
    for field in matter:
        row = box.rows[field]
        assert row.field.value() == getattr(wanted, field)
        assert row.words.text()


@pytest.mark.parametrize("learner", LEARNERS)
def test_every_kernel_that_can_be_run_is_on_offer_and_chosen_at_once(
    box: OptionsForm, document: Document, learner: str
) -> None:
    document.set_spec(RunSpec(learner))
    assert box.kernel.isVisible() is not rule_of(RunSpec(learner)).every_example
    if not box.kernel.isVisible():
        return
    offered = [box.kernel.itemData(place) for place in range(box.kernel.count())]
    plane = set() if LEARNERS[learner].kernel else {None}
    assert set(offered) == plane | set(KERNELS)
    for place, kernel in enumerate(offered):
        box.kernel.setCurrentIndex(place)
        box.kernel.activated.emit(place)
        assert resolved(document.spec).kernel == kernel
        assert box.kernel.currentData() == kernel


@pytest.mark.parametrize("field", PARAMETERS)
def test_a_slider_goes_over_the_numbers_that_are_tried_and_keeps_each(
    box: OptionsForm, document: Document, field: str
) -> None:
    row = box.rows[field]
    for place, number in enumerate(row.slider.numbers):
        row.slider.setValue(place)
        assert float(getattr(document.spec, field)) == number
        assert type(getattr(document.spec, field)) is type(getattr(RunSpec(), field))
        assert row.slider.value() == place
        assert float(row.field.value()) == number


@pytest.mark.parametrize("parameter", [*PARAMETERS.values(), BIAS], ids=lambda parameter: str(parameter.letter))
def test_steps_go_up_in_equal_ratios_whole_numbers_one_by_one(parameter: Parameter) -> None:
    steps = steps_of(parameter)
    assert steps[0] == (parameter.usual[0] if parameter.exact else parameter.least)
    assert parameter.least <= parameter.usual[0] <= parameter.usual[1] == steps[-1] <= parameter.most
    if parameter.whole:
        assert np.diff(steps).tolist() == [1] * (len(steps) - 1)
    else:
        ratios = np.divide(steps[2:], steps[1:-1])
        assert ratios.min() > 1.05
        assert ratios.max() < 1.2


@pytest.mark.parametrize(("learner", "field"), [("margin", "margin"), ("kernel", "gamma"), ("online-svm", "penalty")])
def test_a_slider_that_is_dragged_changes_the_run_at_once(
    desk: Desk, window: MainWindow, learner: str, field: str
) -> None:
    window.document.set_spec(RunSpec(learner, max_epochs=3))
    row = window.options.form.rows[field]
    desk.settled(window)
    asked: list[RunSpec] = []
    window.document.spec_changed.connect(asked.append)
    drag(row.slider, 40)
    assert len(asked) > 1
    number = getattr(spec(window), field)
    assert number > getattr(RunSpec(), field)
    assert float(row.field.text()) == number
    desk.settled(window)
    run = window.player.run
    assert run is not None
    assert getattr(run.spec, field) == number
    expected = train(window.document.dataset, replace(spec(window)))
    assert run.history.index().tolist() == expected.history.index().tolist()
    window.actions_["undo"].trigger()
    assert getattr(spec(window), field) == getattr(RunSpec(), field)
    assert not window.actions_["undo"].isEnabled()
    window.actions_["redo"].trigger()
    assert getattr(spec(window), field) == number


def type_in(field: QLineEdit, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)


@pytest.mark.parametrize(
    ("field", "text", "number"),
    [("margin", "0,25", 0.25), ("gamma", "1e-300", 1e-300), ("penalty", "12345.678", 12345.678), ("degree", "87", 87)],
)
def test_a_typed_number_is_taken_to_its_last_digit(
    box: OptionsForm, document: Document, field: str, text: str, number: float
) -> None:
    learner = {"margin": "margin", "penalty": "online-svm"}.get(field, "kernel")
    document.set_spec(RunSpec(learner, kernel="poly" if learner == "kernel" else None))
    row = box.rows[field]
    type_in(row.field, text)
    assert getattr(document.spec, field) == getattr(RunSpec(), field), "while it is typed nothing changes"
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    assert getattr(document.spec, field) == number
    assert not row.trouble.isVisible()


@pytest.mark.parametrize(
    ("field", "text", "told"),
    [
        ("margin", "-1", "m: “-1” is out of range; enter a number from 0 to 1e+100"),
        ("margin", "", "m is empty; enter a number from 0 to 1e+100"),
        ("gamma", "1e101", "g: “1e101” is out of range; enter a number from 0 to 1e+100"),
        ("degree", "101", "p: “101” is out of range; enter a whole number from 1 to 100"),
        ("degree", "2.5", "p: “2.5” is not a whole number; enter a whole number from 1 to 100"),
    ],
)
def test_a_number_that_cannot_be_is_refused_in_one_sentence_and_the_one_before_stays(
    box: OptionsForm, document: Document, field: str, text: str, told: str
) -> None:
    document.set_spec(RunSpec("margin") if field == "margin" else RunSpec("kernel", kernel="poly"))
    before, row = document.spec, box.rows[field]
    type_in(row.field, text)
    if not text:
        QTest.keyClick(row.field, Qt.Key.Key_Delete)
    assert row.trouble.text() == told
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    assert document.spec == before
    assert row.field.value() == getattr(before, field)
    assert row.trouble.isVisible()
    assert row.trouble.text() == told
    row.slider.setValue(row.slider.value() + 1)
    assert not row.trouble.isVisible()


def test_numbers_that_nobody_touched_stay_to_the_last_digit(box: OptionsForm, document: Document) -> None:
    exact = RunSpec("online-svm", penalty=0.1 + 0.2, gamma=1 / 3)
    document.set_spec(exact)
    for row in (*box.rows.values(), box.bias):
        row.field.setFocus()
        QTest.keyClick(row.field, Qt.Key.Key_Return)
    assert document.spec == exact


def test_the_bias_feature_is_a_number_or_the_radius_of_the_data(box: OptionsForm, document: Document) -> None:
    radius = float(np.sqrt((DATASET.X**2).sum(axis=1).max()))
    box.radius.click()
    assert str(document.spec.bias) == "radius"
    assert box.bias.field.value() == pytest.approx(radius)
    box.radius.click()
    assert document.spec.bias == pytest.approx(radius)
    box.bias.slider.setValue(0)
    assert document.spec.bias == 0
    type_in(box.bias.field, "2.5")
    QTest.keyClick(box.bias.field, Qt.Key.Key_Return)
    assert document.spec.bias == 2.5
    assert not box.radius.isChecked()


def test_a_double_click_brings_the_usual_number_back(box: OptionsForm, document: Document) -> None:
    document.set_spec(RunSpec("margin", margin=40))
    slider = box.rows["margin"].slider
    QTest.mouseDClick(slider, Qt.MouseButton.LeftButton, pos=handle_of(slider))
    assert document.spec.margin == 1


def test_the_wheel_over_a_slider_changes_no_number(box: OptionsForm, document: Document) -> None:
    document.set_spec(RunSpec("margin"))
    slider, none = box.rows["margin"].slider, Qt.MouseButton.NoButton
    turn = QWheelEvent(
        QPointF(9, 9),
        QPointF(9, 9),
        QPoint(),
        QPoint(0, 120),
        none,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(slider, turn)
    assert document.spec.margin == 1


def test_the_key_of_numbers_turns_to_them_and_arrows_change_the_first(
    desk: Desk, window: MainWindow, qtbot: QtBot
) -> None:
    window.activateWindow()
    window.document.set_spec(RunSpec("margin"))
    press(window, qtbot, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert window.options.sheet.isVisible()
    slider = window.options.form.rows["margin"].slider
    assert slider.hasFocus()
    for key, number in ((Qt.Key.Key_Right, 1.1), (Qt.Key.Key_Up, 1.3), (Qt.Key.Key_Left, 1.1)):
        press(window, qtbot, key)
        assert spec(window).margin == number
    desk.settled(window)
    window.player.home()
    press(window, qtbot, Qt.Key.Key_End)
    assert spec(window).margin == 1.1, "Home and End are the playhead's"
    assert window.player.state is not None
    assert window.player.state.example > 0


def test_the_sheet_stays_open_while_one_tries_and_closes_by_esc(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    qtbot.mouseClick(window.options.button, Qt.MouseButton.LeftButton)
    sheet, form = window.options.sheet, window.options.form
    assert window.rect().contains(sheet.geometry())
    form.tie.setCurrentIndex(1)
    form.tie.activated.emit(1)
    type_in(form.counts["max_epochs"].field, "12")
    QTest.keyClick(form.counts["max_epochs"].field, Qt.Key.Key_Return)
    assert (spec(window).tie, spec(window).max_epochs) == (list(TIES)[1], 12)
    assert sheet.isVisible()
    QTest.keyClick(form.counts["max_epochs"].field, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
    assert not window.options.button.isChecked()


def test_esc_closes_the_sheet_wherever_the_focus_is(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    window.canvas.view.setFocus()
    qtbot.mouseClick(window.options.button, Qt.MouseButton.LeftButton)
    assert window.options.sheet.isVisible()
    QTest.keyClick(window.canvas.view, Qt.Key.Key_Escape)
    assert not window.options.sheet.isVisible()


def test_the_command_of_limits_opens_the_sheet_at_their_row(window: MainWindow) -> None:
    window.activateWindow()
    window.actions_["limits"].trigger()
    assert window.options.form.counts["max_epochs"].field.hasFocus()


@pytest.mark.parametrize("spec", [RunSpec(max_epochs=2**31, max_updates=2**49), RunSpec(max_epochs=1, max_updates=7)])
def test_limits_are_shown_as_they_are_and_each_change_is_undone(window: MainWindow, spec: RunSpec) -> None:
    document, counts = window.document, window.options.form.counts
    document.set_spec(spec)
    assert [counts[name].field.value() for name in ("max_epochs", "max_updates")] == [spec.max_epochs, spec.max_updates]
    type_in(counts["max_updates"].field, "345")
    QTest.keyClick(counts["max_updates"].field, Qt.Key.Key_Return)
    assert document.spec == replace(spec, max_updates=345)
    window.actions_["undo"].trigger()
    assert document.spec == spec


def test_reset_brings_the_usual_options_of_the_learner_and_can_be_undone(window: MainWindow) -> None:
    chosen = RunSpec("margin", order="shuffled", seed=4, bias=2.5, margin=3.0, tie="correct", max_epochs=7)
    window.document.set_spec(chosen)
    window.options.form.reset.click()
    assert spec(window) == RunSpec("margin", order="shuffled")
    window.actions_["undo"].trigger()
    assert spec(window) == chosen


def test_the_start_is_shown_and_its_button_asks_for_it(window: MainWindow) -> None:
    form, asked = window.options.form, []
    window.document.set_spec(RunSpec(start=(1.0, -2.0, 0.5)))
    assert form.start.text() == "w = (1, −2), b = 0.5"
    form.start.clicked.disconnect()
    form.start.clicked.connect(lambda: asked.append(True))
    form.start.click()
    assert asked


def test_where_only_the_kernel_is_to_be_chosen_it_has_the_keys(window: MainWindow) -> None:
    window.activateWindow()
    window.actions_["numbers"].trigger()
    assert window.options.form.kernel.hasFocus()


def test_who_hears_the_window_is_told_each_number(box: OptionsForm) -> None:
    names = [row.slider.accessibleName() for row in (*box.rows.values(), box.bias)]
    assert names == [f"{parameter.letter}, {parameter.meaning}" for parameter in (*PARAMETERS.values(), BIAS)]
    assert box.kernel.accessibleName() == "Kernel"
    assert all(row.field.accessibleName() for row in box.rows.values())


@pytest.mark.slow
def test_the_words_and_formulas_of_the_learner_stand_at_the_top(desk: Desk, window: MainWindow) -> None:
    panel = learner_panel(window)
    for wanted in SPECS.values():
        window.document.set_spec(wanted)
        desk.settled(window)
        told = words_of(panel.idea)
        assert told.startswith(title_of(wanted))
        for idea in ideas_of(wanted):
            for sentence in filter(None, (idea.does, idea.why, idea.mind)):
                assert sentence in told
        assert "\n".join(map(formula_text, formulas_of(wanted))) in told
        parts = (panel.idea, *panel.fitting)
        tops = [widget.mapTo(panel, QPoint(0, 0)).y() for widget in parts]
        assert tops == sorted(tops)


@pytest.mark.parametrize("size", [(960, 600), (1280, 800)])
def test_nothing_is_clipped_in_the_sheet(window: MainWindow, size: tuple[int, int]) -> None:
    window.resize(*size)
    window.actions_["numbers"].trigger()
    form = window.options.form
    for name, wanted in SPECS.items():
        window.document.set_spec(wanted)
        for _ in range(4):
            QApplication.processEvents()
        for widget in filter(QWidget.isVisible, form.findChildren(QWidget)):
            left = widget.mapTo(form, QPoint(0, 0)).x()
            assert 0 <= left < left + widget.width() <= form.width(), name
            if isinstance(widget, QLabel) and widget.wordWrap():
                assert widget.height() >= widget.heightForWidth(widget.width()), (name, widget.text())
            elif isinstance(widget, QLabel):
                assert widget.width() >= widget.sizeHint().width(), (name, widget.text())


def test_a_tie_is_what_the_book_says(box: OptionsForm, document: Document) -> None:
    assert [box.tie.itemData(place) for place in range(box.tie.count())] == list(TIES)
    for place, name in enumerate(TIES):
        box.tie.setCurrentIndex(place)
        box.tie.activated.emit(place)
        assert document.spec.tie == name
    document.set_spec(RunSpec(tie="negative"))
    assert box.tie.currentData() == "negative"


def test_the_letter_of_the_learning_rate_has_its_words_beside_it(box: OptionsForm) -> None:
    texts = [label.text() for label in box.rows["rate"].findChildren(QLabel)]
    assert texts[0] == "Learning rate η"


def test_a_learning_rate_is_kept_as_it_is_typed(box: OptionsForm, document: Document) -> None:
    field = box.rows["rate"].field
    for typed, kept in (("1/3", Fraction(1, 3)), ("0,1", Fraction(1, 10)), ("2", Fraction(2))):
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, typed)
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert document.spec.rate == kept
        assert field.text() == typed.replace(",", ".")
    field.selectAll()
    QTest.keyClicks(field, "0")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert document.spec.rate == 2
    assert "enter a decimal or a fraction from 1e-50 to 1e+50" in box.rows["rate"].trouble.text()


def test_a_radius_beyond_what_b_can_be_leaves_the_most_that_it_can(box: OptionsForm, document: Document) -> None:
    document.edit(Dataset(DATASET.X / np.abs(DATASET.X).max() * 1e100, DATASET.y), "scale")
    box.radius.click()
    assert box.bias.field.value() > BIAS.most
    box.radius.click()
    assert document.spec.bias == BIAS.most


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        (RunSpec(), "Larger: w is longer; which examples it is updated on stays the same."),
        (RunSpec(start=(1.0, 0.0, 2.0)), "Larger: w is longer, and w⁽⁰⁾ counts for less."),
        (RunSpec("margin"), "Larger: w is longer, and m counts for less."),
        (RunSpec("margin", start=(1.0, 0.0, 2.0)), "Larger: w is longer, and w⁽⁰⁾ and m count for less."),
    ],
    ids=["neither", "start", "margin", "both"],
)
def test_what_a_larger_learning_rate_does_is_said_of_this_run(
    box: OptionsForm, document: Document, wanted: RunSpec, told: str
) -> None:
    document.choose_spec(wanted)
    assert box.rows["rate"].words.text() == told
    runs = [train(document.dataset, replace(wanted, rate=Fraction(rate), max_epochs=9)) for rate in (1, 3)]
    same = runs[0].history.index().tolist() == runs[1].history.index().tolist()
    assert same or "stays the same" not in told
