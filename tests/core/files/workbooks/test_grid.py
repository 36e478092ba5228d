"""Numbers of a cell as CSV would write them: dates and durations where their format shows one."""

from __future__ import annotations

import pytest

from core.errors import InputError
from core.files.workbooks.workbook import kind_of_format, number_of, text_of_number


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("General", ""),
        ("0.00E+00", ""),
        ("yyyy-mm-dd", "date"),
        ("[$-409]mmmm d, yyyy;@", "date"),
        ("h:mm AM/PM", "date"),
        ("[h]:mm:ss", "duration"),
        ("[mm]", "duration"),
        ('"day "0', ""),
        (r"\d0", ""),
        ("[Red]0.0", ""),
        ("0.0_);(0)", ""),
    ],
)
def test_a_format_tells_a_date_by_its_letters(code: str, kind: str) -> None:
    assert kind_of_format(164, code) == kind


def test_formats_without_a_code_are_built_in() -> None:
    assert [kind_of_format(number, None) for number in (0, 13, 14, 22, 23, 45, 46, 49)] == [
        *("", "", "date", "date", "", "date", "duration", "")
    ]


@pytest.mark.parametrize(
    ("days", "kind", "text"),
    [
        (1.0, "", "1"),
        (-0.5, "", "-0.5"),
        (45_000.0, "date", "2023-03-15"),
        (45_000.5, "date", "2023-03-15T12:00:00"),
        (0.25, "date", "06:00:00"),
        (59.0, "date", "1900-02-28"),
        (61.0, "date", "1900-03-01"),
        (-3.0, "date", "-3"),
        (1e9, "date", "1000000000"),
        (1.25, "duration", "1 day, 6:00:00"),
        (1e300, "duration", "1e+300"),
    ],
)
def test_a_number_of_days_is_written_as_its_format_shows_it(days: float, kind: str, text: str) -> None:
    assert text_of_number(days, kind) == text


def test_a_file_may_count_from_1904() -> None:
    assert text_of_number(1.0, "date", since_1904=True) == "1904-01-02"


@pytest.mark.parametrize("said", ["", "1_0", "nan", "inf", "1,5", "0x1", "٣", "1e", "--1"])
def test_only_digits_are_a_number(said: str) -> None:
    with pytest.raises(InputError, match="damaged"):
        number_of(said)
