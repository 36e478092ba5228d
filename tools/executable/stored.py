"""The bytecode of the program lies in the executable as it is: to unpack it, too, was a twentieth of its start."""

from __future__ import annotations

from typing import Any

from PyInstaller.archive.writers import ZlibArchiveWriter

_AS_THEY_ARE = ("core.", "perceptron_gui.")
"""Nearly all of it is for the first picture, unlike that of libraries, for all of which there would be no room."""


def store() -> None:
    """Have PyInstaller write the program's modules without packing them, and pack all others; zlib reads both."""
    inside: Any = ZlibArchiveWriter
    write, usual = inside._write_entry.__func__, inside._COMPRESSION_LEVEL

    def write_entry(writer: Any, file: Any, entry: tuple[str, ...], code: Any) -> Any:
        writer._COMPRESSION_LEVEL = 0 if entry[0].startswith(_AS_THEY_ARE) else usual
        return write(writer, file, entry, code)

    inside._write_entry = classmethod(write_entry)
