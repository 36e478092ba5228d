"""The cells of workbooks of Excel since 2007, as programs write them."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from core.errors import never
from core.files.workbooks.workbook import Archive, Cells
from core.files.workbooks.xlsx import Xlsx
from tests.core.files.sheets import xlsx

OTHER = "xmlns:mc='http://schemas.openxmlformats.org/markup-compatibility/2006'"


@pytest.mark.parametrize(
    ("cells", "texts"),
    [
        ("<c><v>1</v></c><c r='D1'><v>2</v></c><c><v>3</v></c>", ["1", "", "", "2", "3"]),
        ("<c r='b1'><v>1</v></c>", ["", "1"]),
        ("<c s=''><f>1/4</f><v>2.5E-1</v></c><c t='s'><v/></c><c t='e'><v>#N/A</v></c>", ["0.25", "", "#N/A"]),
        ("<c t='inlineStr'><is><t xml:space='preserve'>a_x000A_b</t></is></c>", ["a\nb"]),
        ("<c t='inlineStr'><is><r><t>東</t></r><r><rPr/><t>京</t></r><rPh><t>とう</t></rPh></is></c>", ["東京"]),
        ("<c t='str'><f>A1</f><v>7 </v></c><c t='d'><v>2020-05-17</v></c>", ["7", "2020-05-17"]),
        (f"<mc:AlternateContent {OTHER}><c><v>1</v></c></mc:AlternateContent><c t='b'><v>1</v></c>", ["TRUE"]),
    ],
)
def test_each_kind_of_cell_is_read(cells: str, texts: list[str], tmp_path: Path) -> None:
    with closing(Archive(xlsx(tmp_path / "a.xlsx", {"s": f"<row r='1'>{cells}</row>"}), 10_000, never)) as parts:
        Xlsx(parts).fill(grid := Cells(1000), "s")
    assert [each.cells for each in grid.records()] == [texts]
