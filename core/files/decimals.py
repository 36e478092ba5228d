"""Decimal numbers in a block of bytes to float64, thousands at once and correctly rounded.

Eight digits are eight bytes of one word, and become a number in three multiplications (D. Lemire, "Number parsing at a
gigabyte per second", 2021). With m the integer of all the digits and f of them behind the mark, the number is m / 10^f:
the quotient of doubles, and a correction from its exact remainder (T. J. Dekker, "A floating-point technique for
extending the available precision", 1971). Where the correction could round either way the cell is left to `float`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import FloatArray

Flags = NDArray[np.bool_]
Positions = NDArray[np.int64]
_Words = NDArray[np.uint64]

FRONT, BACK = 24, 16
"""Bytes that have to be there before the first cell of a block, and after the last."""

_LONGEST = 23
"""Without its sign: with a mark that leaves 22 digits behind it, and 10²² is a double."""

_U = np.uint64
_3, _8, _63, _64 = _U(3), _U(8), _U(63), _U(64)

_DOUBT = 2.0**-50
"""Of the correction: several times what its four roundings can come to."""


def _eight(byte: int) -> np.uint64:
    return _U(int.from_bytes(bytes([byte]) * 8, "little"))


_ONES, _ZEROS, _TOPS, _BEYOND_NINE = _eight(1), _eight(ord("0")), _eight(0x80), _eight(0x76)
_STEPS = (
    (_U(1 + (10 << 8)), _8, _U(0x00FF00FF00FF00FF)),
    (_U(1 + (100 << 16)), _U(16), _U(0x0000FFFF0000FFFF)),
    (_U(1 + (10000 << 32)), _U(32), _U(0xFFFFFFFF)),
)
"""Neighbours to pairs, pairs to fours, fours to eight."""
_SPLITTER = 2.0**27 + 1
_TEN = np.array([float(10**f) for f in range(_LONGEST)])
_TEN_HIGH = _SPLITTER * _TEN - (_SPLITTER * _TEN - _TEN)
_TEN_LOW = _TEN - _TEN_HIGH
# By the length of a cell: which bytes of its last word, and of the word before, lie behind its first eight.
_ALL = (1 << 64) - 1
_BEHIND = [min(max(length - 8, 0), _LONGEST - 8) for length in range(32)]
_LAST = np.array([_ALL << 8 * (8 - min(behind, 8)) & _ALL for behind in _BEHIND], _U)
_MIDDLE = np.array([_ALL << 8 * (8 - max(behind - 8, 0)) & _ALL for behind in _BEHIND], _U)
_OWN = np.array([(1 << 8 * length) - 1 for length in range(9)], _U)
_POWER = np.array([10**behind for behind in _BEHIND], _U)
_ROOM = np.array([2**63 // 10**behind - 1 for behind in _BEHIND], _U)
"""The most that the first eight bytes may come to, so that m fits into a word."""


class ByteBlock:
    """The bytes of a block, and as 8-byte words at any position."""

    def __init__(self, data: bytes) -> None:
        padding = BACK + -(FRONT + len(data) + BACK) % 8
        padded = b"".join((bytes(FRONT), data, bytes(padding)))
        self.bytes = np.frombuffer(padded, np.uint8)
        self._words = np.frombuffer(padded, "<u8").astype(_U, copy=False)

    def positions(self, *marks: bytes) -> Positions:
        """Where any of the `marks` stands."""
        found = self.bytes == marks[0][0]
        for mark in marks[1:]:
            found |= self.bytes == mark[0]
        return np.flatnonzero(found)

    def words_from(self, starts: Positions) -> _Words:
        """The eight bytes from each position on, the first of them lowest."""
        at, shift = starts >> 3, _bits(starts)
        low, high = self._words.take(at), self._words.take(at + 1)
        low >>= shift
        high <<= _64 - shift
        low |= high
        return low

    def words_before(self, ends: Positions) -> tuple[_Words, _Words]:
        """The eight bytes before each position, and the eight before those."""
        at, shift = ends >> 3, _bits(ends)
        back = _64 - shift
        last = self._words.take(at)
        last <<= back
        at -= 1
        between = self._words.take(at)
        at -= 1
        before = self._words.take(at)
        before >>= shift
        before |= between << back
        between >>= shift
        last |= between
        return last, before

    def outlines(self, starts: Positions, ends: Positions) -> tuple[_Words, _Words | None]:
        """The first eight bytes of each cell, zero those that are not its own; and its last eight, if any is longer."""
        length = ends - starts
        first = self.words_from(starts)
        first &= _OWN.take(np.minimum(length, 8))
        last = self.words_before(ends)[0] if (length > 8).any() else None
        return first, last


def block_decimals(block: ByteBlock, starts: Positions, ends: Positions, mark: bytes) -> tuple[FloatArray, Flags]:
    """The numbers in the cells from `starts` to `ends`, and which cells are such a number.

    A number is digits, with a sign or none and the decimal `mark` or none, and no more than 23 bytes after the sign.
    What stands in the place of any other cell means nothing. The values are those of `float`, bit for bit.
    """
    sign = block.bytes.take(starts)
    negative = sign == ord("-")
    sign = sign == ord("+")
    sign |= negative
    starts = starts + sign
    length = ends - starts
    usual = (length - 1).view(_U) < _U(_LONGEST)
    length &= 31
    words = np.empty((3, len(starts)), _U)
    words[0] = block.words_from(starts)
    words[1], words[2] = block.words_before(ends)
    marks = words[0] ^ _eight(mark[0])
    words ^= _ZEROS
    words[1] &= _LAST.take(length)
    words[2] &= _MIDDLE.take(length)
    fraction = _without_mark(words[0], marks, length.astype(np.uint8), usual)
    usual &= _only_digits(words)
    digits = _numbers(words)
    usual &= digits[0] <= _ROOM.take(length)
    digits[0] *= _POWER.take(length)
    digits[2] *= _U(10**8)
    digits[0] += digits[2]
    digits[0] += digits[1]
    values = _quotient(digits[0], fraction, usual)
    bits = values.view(_U)
    bits |= negative.astype(_U) << _63
    return values, usual


def _without_mark(first: _Words, marks: _Words, length: NDArray[np.uint8], usual: Flags) -> Positions:
    """Take the mark out of the first words of the cells, their digits moved to the end; how many digits follow it.

    A byte of `marks` is zero where the mark stands. Cells that have no digit, or that are longer than a word and
    have no mark in it, are struck from `usual`.
    """
    found = marks - _ONES
    found &= ~marks
    found &= _TOPS
    before = found ^ (found - _U(1))
    place = np.bitwise_count(before) >> 3
    within = np.minimum(length, 8)
    has = place <= within
    has &= found != _U(0)
    one = has.view(np.uint8)
    usual &= has | (length <= 8)
    usual &= length > one
    before >>= _8
    before |= one.astype(_U) - _U(1)
    behind = first >> _8
    first &= before
    behind &= ~before
    first |= behind
    within -= one
    first <<= ((8 - within) << 3).astype(_U)
    return ((length - place) * one).astype(np.int64)


def _only_digits(words: _Words) -> Flags:
    """Whether every byte of a cell's words is at most nine."""
    wrong = words + _BEYOND_NINE
    wrong |= words
    wrong &= _TOPS
    wrong[0] |= wrong[1]
    wrong[0] |= wrong[2]
    right: Flags = wrong[0] == _U(0)
    return right


def _numbers(words: _Words) -> _Words:
    """Eight digits of one byte each to their number; in place."""
    for factor, shift, mask in _STEPS:
        words *= factor
        words >>= shift
        words &= mask
    return words


def _quotient(m: _Words, f: Positions, usual: Flags) -> FloatArray:
    """m / 10^f correctly rounded; cells where that is not certain are struck from `usual`."""
    ten, ten_high, ten_low = (table.take(f, mode="clip") for table in (_TEN, _TEN_HIGH, _TEN_LOW))
    rest = m.astype(np.float64)
    quotient = rest / ten
    below = (m - rest.astype(_U)).view(np.int64).astype(np.float64)
    # The product quotient · ten, exactly: `product` and `error`.
    product = quotient * ten
    high = quotient * _SPLITTER
    high -= high - quotient
    low = quotient - high
    error = high * ten_high
    error -= product
    high *= ten_low
    error += high
    ten_high *= low
    error += ten_high
    low *= ten_low
    error += low
    rest -= product
    rest += below
    rest -= error
    rest /= ten
    doubt = np.abs(rest)
    doubt *= _DOUBT
    down = quotient + (rest - doubt)
    rest += doubt
    rest += quotient
    usual &= rest == down
    return rest


def _bits(positions: Positions) -> _Words:
    return (positions & 7).view(_U) << _3
