"""The cells of documents of LibreOffice, as it writes them."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from core.errors import never
from core.files.workbooks.ods import Ods
from core.files.workbooks.workbook import Archive, Cells
from tests.core.files.sheets import ods

NOTE = "<office:annotation><text:p>a note</text:p></office:annotation>"


@pytest.mark.parametrize(
    ("kind", "inside", "text"),
    [
        ('string" office:string-value="', "<text:p>#DIV/0!</text:p>", "#DIV/0!"),
        ('string" office:string-value="', "<text:p/>", None),
        ('time" office:time-value="PT06H34M00S', "<text:p>06:34</text:p>", "06:34:00"),
        ('time" office:time-value="PT25H00M00S', "<text:p>25:00</text:p>", "1 day, 1:00:00"),
        ('percentage" office:value="0.05', "<text:p>5 %</text:p>", "0.05"),
        ('currency" office:currency="EUR" office:value="1.5', "<text:p>1,50 €</text:p>", "1.5"),
        (
            "string",
            f"{NOTE}<text:p>a<text:s text:c='2'/><text:span>b</text:span></text:p><text:p>c</text:p>",
            "a  b\nc",
        ),
    ],
)
def test_each_kind_of_cell_is_read(kind: str, inside: str, text: str | None, tmp_path: Path) -> None:
    cell = (
        f'<table:table-row><table:table-cell office:value-type="{kind}">{inside}</table:table-cell></table:table-row>'
    )
    with closing(Archive(ods(tmp_path / "a.ods", {"s": cell}), 10_000, never)) as parts:
        Ods(parts).fill(grid := Cells(1000), "s")
    assert [each.cells for each in grid.records()] == ([] if text is None else [[text]])


def test_sheets_of_zeros_and_ones_may_become_250_times_as_small(tmp_path: Path) -> None:
    cells = "".join(f'<table:table-cell office:value-type="float" office:value="{i % 2}"/>' for i in range(20))
    path = ods(tmp_path / "a.ods", {"s": f"<table:table-row>{cells}</table:table-row>" * 1000})
    with closing(Archive(path, 2_000_000, never)) as parts:
        assert Ods(parts).names == ("s",)
