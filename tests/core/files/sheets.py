"""Spreadsheets for tests, of rows of cells: .xlsx, .ods and .xls, written by hand."""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

Cell = float | str | bool | None
Rows = Sequence[Sequence[Cell]]

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OASIS = "urn:oasis:names:tc:opendocument:xmlns"


def xlsx(path: Path, sheets: Mapping[str, Rows | str]) -> Path:
    """A workbook of these sheets, each of rows or of XML."""
    each = list(enumerate(sheets.items(), 1))
    links = "".join(
        f'<Relationship Id="r{n}" Type="{_OFFICE}/worksheet" Target="worksheets/s{n}.xml"/>' for n, _ in each
    )
    named = "".join(f'<sheet name="{escape(name)}" sheetId="{n}" r:id="r{n}"/>' for n, (name, _) in each)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
        )
        top = f'<Relationship Id="r1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
        archive.writestr("_rels/.rels", f'<Relationships xmlns="{_PACKAGE}/relationships">{top}</Relationships>')
        archive.writestr(
            "xl/workbook.xml", f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{named}</sheets></workbook>'
        )
        archive.writestr(
            "xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{_PACKAGE}/relationships">{links}</Relationships>'
        )
        for n, (_, rows) in each:
            data = rows if isinstance(rows, str) else "".join(map(_xlsx_row, range(1, len(rows) + 1), rows))
            with archive.open(f"xl/worksheets/s{n}.xml", "w") as stream:
                stream.write(f'<worksheet xmlns="{_MAIN}"><sheetData>'.encode())
                stream.write(data.encode())
                stream.write(b"</sheetData></worksheet>")
    return path


def _xlsx_row(number: int, cells: Sequence[Cell]) -> str:
    made = []
    for j, cell in enumerate(cells):
        place = f"{chr(ord('A') + j)}{number}"
        if isinstance(cell, bool):
            made.append(f'<c r="{place}" t="b"><v>{int(cell)}</v></c>')
        elif isinstance(cell, str):
            made.append(f'<c r="{place}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>')
        elif cell is not None:
            made.append(f'<c r="{place}"><v>{cell!r}</v></c>')
    return f'<row r="{number}">{"".join(made)}</row>'


def ods(path: Path, sheets: Mapping[str, Rows | str]) -> Path:
    """The same as a document of LibreOffice."""
    tables = "".join(
        f'<table:table table:name="{escape(name)}">'
        f"{rows if isinstance(rows, str) else ''.join(map(_ods_row, rows))}</table:table>"
        for name, rows in sheets.items()
    )
    spaces = " ".join(f'xmlns:{name}="{_OASIS}:{name}:1.0"' for name in ("office", "table", "text"))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED)
        files = f'<manifest:manifest xmlns:manifest="{_OASIS}:manifest:1.0"/>'
        archive.writestr("META-INF/manifest.xml", files)
        body = f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
        archive.writestr("content.xml", f"<office:document-content {spaces}>{body}</office:document-content>")
    return path


def _ods_row(cells: Sequence[Cell]) -> str:
    made = []
    for cell in cells:
        if isinstance(cell, bool):
            made.append(f'<table:table-cell office:value-type="boolean" office:boolean-value="{str(cell).lower()}"/>')
        elif isinstance(cell, str):
            text = f"<text:p>{escape(cell)}</text:p>"
            made.append(f'<table:table-cell office:value-type="string">{text}</table:table-cell>')
        elif cell is None:
            made.append("<table:table-cell/>")
        else:
            made.append(f'<table:table-cell office:value-type="float" office:value="{cell!r}"/>')
    return f"<table:table-row>{''.join(made)}</table:table-row>"


def xls(path: Path, sheets: Mapping[str, Rows]) -> Path:
    """The same as Excel wrote it until 2003: records in a compound file."""
    bodies = [_xls_sheet(rows) for rows in sheets.values()]
    bounds = [struct.pack("<IBBBB", 0, 0, 0, len(name), 0) + name.encode("latin-1") for name in sheets]
    begin = len(_globals(bounds))
    starts = [begin + sum(map(len, bodies[:place])) for place in range(len(bodies))]
    bounds = [struct.pack("<I", start) + bound[4:] for start, bound in zip(starts, bounds, strict=True)]
    return compound(path, _globals(bounds) + b"".join(bodies))


def compound(path: Path, stream: bytes) -> Path:
    """The stream of a workbook in sectors of 512 bytes."""
    stream = stream.ljust(4096, b"\0")
    stream += b"\0" * (-len(stream) % 512)
    count = len(stream) // 512
    chain = [*range(1, count), 0xFFFFFFFE]
    fat = [*(place + 2 for place in chain[:-1]), 0xFFFFFFFE]
    table = struct.pack("<128I", 0xFFFFFFFD, 0xFFFFFFFE, *fat, *[0xFFFFFFFF] * (126 - count))
    head = struct.pack(
        "<8s16sHHHHH6xIIIIIIIII",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        b"",
        62,
        3,
        0xFFFE,
        9,
        6,
        0,
        1,
        1,
        0,
        4096,
        0xFFFFFFFE,
        0,
        0xFFFFFFFE,
        0,
    )
    head += struct.pack("<109I", 0, *[0xFFFFFFFF] * 108)
    entries = _entry("Root Entry", 5, 0xFFFFFFFE, 0, 1) + _entry("Workbook", 2, 2, len(stream), 0xFFFFFFFF)
    path.write_bytes(head + table + entries.ljust(512, b"\0") + stream)
    return path


def _entry(name: str, kind: int, start: int, size: int, child: int) -> bytes:
    text = name.encode("utf-16-le")
    none = 0xFFFFFFFF
    return text.ljust(64, b"\0") + struct.pack("<HBBIII36xIQ", len(text) + 2, kind, 1, none, none, child, start, size)


def record(kind: int, data: bytes = b"") -> bytes:
    """A record of an .xls."""
    return struct.pack("<HH", kind, len(data)) + data


def _globals(bounds: Sequence[bytes]) -> bytes:
    begin = record(0x809, struct.pack("<HHHHII", 0x600, 5, 0, 0, 0, 0))
    return begin + b"".join(record(0x85, bound) for bound in bounds) + record(0x0A)


def number(row: int, column: int, value: float) -> bytes:
    """A cell of an .xls."""
    return record(0x203, struct.pack("<HHHd", row, column, 0, value))


def _xls_sheet(rows: Rows) -> bytes:
    made = record(0x809, struct.pack("<HHHHII", 0x600, 16, 0, 0, 0, 0))
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            if isinstance(cell, str):
                text = struct.pack("<HB", len(cell), 0) + cell.encode("latin-1")
                made += record(0x204, struct.pack("<HHH", i, j, 0) + text)
            elif cell is not None and not isinstance(cell, bool):
                made += number(i, j, cell)
    return made + record(0x0A)
