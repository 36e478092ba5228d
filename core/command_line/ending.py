"""How a command ends: its exit code, at most one line on stderr, and nothing half done left behind."""

from __future__ import annotations

import ctypes
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn, TextIO

from core.errors import InputError
from core.names import legible

INTERRUPTS = [number for number in signal.Signals if number.name in {"SIGINT", "SIGTERM", "SIGHUP"}]
"""Windows has no SIGHUP."""


class Interrupted(BaseException):
    """Raised with the number of the signal that ends the command."""


def ended(work: Callable[[], int]) -> int:
    """Do the work; return its exit code, 128 + n after signal n. Exits with 2 and one line on stderr for an error."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # whatever its encoding
    try:
        try:
            return work()
        finally:
            say()
    except InputError as error:
        fail(str(error))
    except BrokenPipeError:
        # The reader, such as `head`, has gone, and nothing more can be written.
        _drop(sys.stdout)
        fail("the output was closed; use a reader that takes it all")
    except MemoryError:
        fail("there is not enough memory for this; use fewer examples or a smaller picture")
    except Interrupted as interrupt:
        return 128 + int(interrupt.args[0])
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


def say(*lines: str, aside: bool = False) -> None:
    """Print what no terminal obeys, and flush; to stderr what is said `aside`, if there is one. Raises InputError."""
    out, name = (sys.stderr, "standard error") if aside else (sys.stdout, "standard output")
    try:
        if out is not None:
            out.writelines(legible(line, keep="\t\n") + "\n" for line in lines)
            out.flush()
        elif lines and not aside:
            raise InputError("it is closed, as in a program without a console; add > FILE", path=name)
    except BrokenPipeError:
        raise
    except OSError as error:
        _drop(out)
        raise InputError("it cannot be written; choose a place with more space", path=name) from error


def fail(message: str) -> NoReturn:
    """Print one line to stderr, without control characters and the middle of a long message, and exit with 2."""
    plain = "".join(c if c.isprintable() or c == "\N{NO-BREAK SPACE}" else repr(c)[1:-1] for c in message)
    told = plain if len(plain) <= 600 else f"{plain[:300]} … {plain[-300:]}"
    try:
        print(f"error: {told}", file=sys.stderr, flush=True)
    except OSError:  # Nobody reads the errors either.
        _drop(sys.stderr)
    if sys.platform == "win32" and sys.stderr is None:
        ctypes.windll.user32.MessageBoxW(None, told, "Perceptron", 0x10)
    sys.exit(2)


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise Interrupted for Ctrl-C, a request to terminate and a terminal that goes away, so that all is tidied."""
    came: list[int] = []

    def interrupt(number: int, frame: FrameType | None) -> NoReturn:
        came.append(number)
        raise Interrupted(number)

    try:
        with answering(interrupt):
            yield
    except Exception as error:
        if came:  # turned into another on its way, as ctypes does where it takes arguments
            raise Interrupted(came[0]) from error
        raise


@contextmanager
def undisturbed() -> Iterator[None]:
    """Raise interrupts of the block after it: Qt swallows them while it paints, and crashes while it loads."""
    came: list[int] = []
    with answering(lambda number, frame: came.append(number)):
        yield
    if came:
        raise Interrupted(came[0])


@contextmanager
def answering(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Send interrupts that are not ignored to `handler`; only a main thread can ask for that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in INTERRUPTS}
    # A signal that the caller ignores, as nohup does, stays ignored.
    taken = [number for number, was in before.items() if was not in {None, signal.SIG_IGN}]
    try:
        for number in taken:
            signal.signal(number, handler)
        yield
    finally:
        for number in taken:
            signal.signal(number, before[number])


def _drop(stream: TextIO | None) -> None:
    """Send what still waits nowhere; else the interpreter would try again, and complain, at its end."""
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
