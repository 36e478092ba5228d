"""A number that is shown and left alone stays what it was; what is typed is read with a point or a comma."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout
from pytestqt.qtbot import QtBot

from core.datasets.dataset import LARGEST
from perceptron_gui.look.fields.number_field import FieldCheck, NumberField, WholeNumberField
from perceptron_gui.window.dialogs.forms import ScaleDialog

GERMAN = QLocale(QLocale.Language.German)
sizes = st.floats(0, LARGEST)


@pytest.fixture(params=[QLocale.c(), GERMAN], ids=["C", "de"], autouse=True)
def language(request: pytest.FixtureRequest) -> Iterator[None]:
    """That of the desktop."""
    before = QLocale()
    QLocale.setDefault(request.param)
    yield
    QLocale.setDefault(before)


@pytest.fixture
def field(qtbot: QtBot) -> NumberField:
    made = NumberField("Scale", 1.0, 0.0, LARGEST)
    qtbot.addWidget(made)
    return made


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sizes)
def test_a_number_left_alone_is_kept_to_the_last_bit(field: NumberField, value: float) -> None:
    field.set_value(value)
    assert math.copysign(1, field.value()) == math.copysign(1, value)
    assert field.value() == value
    assert float(field.text()) == value, "it is all shown"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sizes, st.booleans())
def test_a_number_typed_with_a_point_or_a_comma_is_that_number(field: NumberField, value: float, comma: bool) -> None:
    text = repr(value)
    field.setText(text.replace(".", ",") if comma else text)
    assert field.value() == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.5", 0.5), ("0,5", 0.5), (" 2 ", 2.0), (",25", 0.25), ("3.", 3.0), ("1e-300", 1e-300), ("1e−5", 1e-5),
        ("12 345,5", 12345.5), ("5e-324", 5e-324), ("0e-999", 0.0), ("1E2", 100.0),
    ],
)  # fmt: skip
def test_what_is_typed_is_read(field: NumberField, text: str, value: float) -> None:
    field.setText(text)
    assert (field.trouble, field.value()) == ("", value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Scale is empty; enter a number from 0 to 1e+100"),
        ("half", "Scale: “half” is not a number; enter a number from 0 to 1e+100"),
        ("1.000,5", "Scale: “1.000,5” is not a number; enter a number from 0 to 1e+100"),
        ("1_0", "Scale: “1_0” is not a number; enter a number from 0 to 1e+100"),
        ("nan", "Scale: “nan” is not a number; enter a number from 0 to 1e+100"),
        ("٣", "Scale: “٣” is not a number; enter a number from 0 to 1e+100"),
        ("-1", "Scale: “-1” is out of range; enter a number from 0 to 1e+100"),
        ("1e101", "Scale: “1e101” is out of range; enter a number from 0 to 1e+100"),
        ("1e-400", "Scale: “1e-400” is too close to 0; enter a number from 0 to 1e+100"),
        ("9" * 20_000, f"Scale: “{'9' * 40}…” is out of range; enter a number from 0 to 1e+100"),
        ("1" * 20_000 + "x", f"Scale: “{'1' * 40}…” is not a number; enter a number from 0 to 1e+100"),
    ],
)
def test_what_is_wrong_is_one_sentence(field: NumberField, text: str, sentence: str) -> None:
    field.setText(text)
    assert field.trouble == sentence


@pytest.mark.parametrize("value", [1, 2**31 - 1, 2**31, 2**63, 10**15])
def test_a_whole_number_of_any_size_is_kept_and_typed(qtbot: QtBot, value: int) -> None:
    field = WholeNumberField("Updates", value, 1, 2**63)
    qtbot.addWidget(field)
    assert field.value() == value
    field.setText(f"{value:,}".replace(",", " "))
    assert field.value() == value


@pytest.mark.parametrize("text", ["", "0", "-1", "1.5", "1,000", "1.000", "1e-3", "1e400", "1e999999", "many"])
def test_what_is_no_whole_number_is_refused(qtbot: QtBot, text: str) -> None:
    field = WholeNumberField("Updates", 7, 1, 10**15)
    qtbot.addWidget(field)
    field.setText(text)
    assert field.trouble.startswith("Updates")
    assert field.trouble.endswith("enter a whole number from 1 to 1000000000000000")


def test_while_what_is_typed_is_no_number_the_latest_one_stands(qtbot: QtBot) -> None:
    field = WholeNumberField("Updates", 7, 1, 100)
    qtbot.addWidget(field)
    field.setText("half")
    assert field.latest == 7
    field.setText("30")
    assert field.latest == 30
    field.editingFinished.emit()
    field.setText("300")
    field.editingFinished.emit()
    assert field.latest == 30
    field.set_value(8)
    assert field.latest == field.value() == 8


def test_a_whole_number_as_a_power_of_ten(qtbot: QtBot) -> None:
    field = WholeNumberField("Updates", 7, 1, 10**15)
    qtbot.addWidget(field)
    field.setText("3e12")
    assert field.value() == 3 * 10**12


def test_ok_waits_until_every_field_that_is_shown_is_right(qtbot: QtBot) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    form = QFormLayout(dialog)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok)
    fields = [NumberField(name, 1.0, 0, 2) for name in ("First", "Second")]
    for field in fields:
        form.addRow(field)
    verdict = FieldCheck(fields, buttons)
    form.addRow(verdict)
    form.addRow(buttons)
    ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
    dialog.show()
    assert ok.isEnabled()
    assert not verdict.isVisible()
    fields[1].setText("3")
    assert not ok.isEnabled()
    assert (verdict.isVisible(), verdict.text()) == (True, fields[1].trouble)
    fields[0].setText("x")
    assert verdict.text() == fields[0].trouble
    for field in fields:
        form.setRowVisible(field, False)
    verdict.judge()
    assert ok.isEnabled(), "nobody can mend what is not shown"


@pytest.mark.parametrize("text", ["", "half", "1" * 200, "1e-400"])
def test_what_is_wrong_can_be_read_in_full(qtbot: QtBot, text: str) -> None:
    dialog = ScaleDialog(2)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.factor.setText(text)
    qtbot.wait(10)
    verdict = dialog.findChildren(FieldCheck)[0]
    assert verdict.height() >= verdict.heightForWidth(verdict.width()) > 0
    assert dialog.rect().contains(verdict.geometry())


def test_a_number_of_any_length_is_judged_while_it_is_typed(field: NumberField) -> None:
    limit = sys.get_int_max_str_digits()
    field.setText("0." + "0" * limit + "1")
    assert "too close to 0" in field.trouble
