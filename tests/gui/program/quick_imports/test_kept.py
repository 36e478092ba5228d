"""What one start has compiled the next does not; where the file is gone, broken or not to be, all is as without it."""

from __future__ import annotations

import marshal
from pathlib import Path
from types import CodeType

import pytest

from perceptron_gui.program.quick_imports.kept import _MANY, Kept
from tests.gui.program.quick_imports.a_program import said_by, where_methods_can_be_put_off

_SOURCE = "def double(x):\n    return 2 * x\n"
_COUNT = """
import json, sys
compiled = []
def heard(event, given):
    if event == "compile" and sys._getframe(1).f_code.co_filename.endswith(("dataclasses.py", "kept.py", "pyside.py")):
        compiled.append(str(given[1]))
sys.addaudithook(heard)
sys.argv = ["perceptron", "--exit-after-first-frame"]
from perceptron_gui.__main__ import main
assert main() == 0
print(json.dumps(compiled))
"""
_MOST = 7
"""So many modules of PySide6 are put off, with a line each in their places."""


class _Maker:
    """Counts what it compiles."""

    def __init__(self) -> None:
        self.made: list[str] = []

    def __call__(self, source: str, name: str, mode: str, **named: bool) -> CodeType:
        self.made.append(name)
        code: CodeType = compile(source, name, mode, **named)
        return code


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    return tmp_path / "a.kept"


def _start(path: Path, source: str | bytes = _SOURCE, name: str = "a.py") -> tuple[CodeType, list[str]]:
    """What a program that compiles one source gets, and what of it was compiled anew."""
    kept, maker = Kept(path), _Maker()
    code = kept.code(source, name, maker)
    kept.write()
    return code, maker.made


def test_a_second_start_compiles_nothing_and_has_the_same(path: Path) -> None:
    first, made = _start(path)
    again, none = _start(path)
    assert (made, none) == (["a.py"], [])
    assert first == again == compile(_SOURCE, "a.py", "exec", dont_inherit=True)


def test_another_text_or_name_is_compiled(path: Path) -> None:
    _start(path)
    assert _start(path, _SOURCE + "\n")[1] == ["a.py"]
    assert _start(path, name="b.py")[1] == ["b.py"]
    assert _start(path, _SOURCE.encode())[1] == ["a.py"]


@pytest.mark.parametrize(("there", "left"), [(1, 2), (_MANY, _MANY + 1), (_MANY + 1, 1)])
def test_of_too_many_that_nobody_uses_none_stays(path: Path, there: int, left: int) -> None:
    path.write_bytes(marshal.dumps({(f"{number}.py", "x = 1"): b"" for number in range(there)}))
    _start(path)
    assert len(marshal.loads(path.read_bytes())) == left


@pytest.mark.parametrize("there", [b"", b"\x00", marshal.dumps({"a": 1})[:-2], marshal.dumps([1])])
def test_what_is_no_such_file_is_as_none(path: Path, there: bytes) -> None:
    path.write_bytes(there)
    assert _start(path)[1] == ["a.py"]
    assert _start(path)[1] == []


def test_where_nothing_can_be_written_all_is_compiled(tmp_path: Path) -> None:
    nowhere = tmp_path / "none" / "a.kept"
    assert _start(nowhere)[1] == _start(nowhere)[1] == ["a.py"]


def test_where_no_bytecode_is_to_be_written_none_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    _start(path)
    assert not path.exists()


@where_methods_can_be_put_off
def test_the_second_picture_compiles_no_method_of_a_dataclass_and_nothing_of_pyside(tmp_path: Path) -> None:
    first, second = said_by(_COUNT, tmp_path), said_by(_COUNT, tmp_path)
    assert len(first) > 50
    assert len(second) <= _MOST, second
