"""Formulas in x1 and x2 that a person types: read by Python's own grammar, and nothing but arithmetic let through."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from core.datasets.dataset import FloatArray
from core.errors import InputError

_NAMES = ("sin", "cos", "exp", "abs", "sqrt")
FUNCTIONS: Mapping[str, Callable[[FloatArray], FloatArray]] = {name: getattr(np, name) for name in _NAMES}

VARIABLES = ("x1", "x2")
LONGEST, DEEPEST, LARGEST_EXPONENT = 200, 40, 100

_EXPECTED = f"use numbers, {', '.join(VARIABLES)}, + - * / ^, brackets and {', '.join(FUNCTIONS)}"
_AN_OPERAND = "write a number, x1, x2, a function or a bracket"
_TOKEN = re.compile(
    r"(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<operator>\*\*|[-+*/^()−])|(?P<space>[ \t]+)|(?P<strange>.)",
    re.DOTALL,
)
_LONGEST_ECHO = 20
_OPERATORS = ("+", "-", "*", "/", "**", "(")
Expression = Callable[[FloatArray, FloatArray], FloatArray]
"""x1 and x2, (n,) each, to the values there; not finite where the formula has none, such as a root of −1."""
_Formula = Callable[[Mapping[str, FloatArray]], FloatArray]
"""Name → values of a variable to the values there."""
_SIGNS: Mapping[type[ast.unaryop], Callable[[FloatArray], FloatArray]] = {ast.USub: np.negative, ast.UAdd: np.positive}
_OPERATIONS: Mapping[type[ast.operator], Callable[[FloatArray, FloatArray], FloatArray]] = {
    ast.Add: np.add,
    ast.Sub: np.subtract,
    ast.Mult: np.multiply,
    ast.Div: np.divide,
}


def parse(text: str) -> Expression:
    """Return the formula in `text`, e.g. x2 - x1^2; raises InputError naming the character where it is none, from 1.

    `^` and `**` are powers, whose exponents are numbers. At most 200 characters, at most 40 within one another.
    """
    if len(text) > LONGEST:
        raise InputError(f"the formula has {len(text):,} characters; enter at most {LONGEST}")
    if not text.strip():
        raise InputError(f"the formula is empty; {_EXPECTED}")
    source = _Source(text)
    try:
        tree = ast.parse(source.python, mode="eval").body
    except SyntaxError as error:
        raise source.wrong((error.offset or 1) - 1, f"this does not fit here; {_AN_OPERAND}") from None
    except (RecursionError, MemoryError):
        # Python's parser gives up on a formula that is nested too deeply.
        raise _too_deep() from None
    formula = _compiled(tree, source)

    def values(x1: FloatArray, x2: FloatArray) -> FloatArray:
        # A formula may have no value at a point; the caller drops such points.
        with np.errstate(all="ignore"):
            return np.broadcast_to(formula({"x1": x1, "x2": x2}), x1.shape)

    return values


class _Source:
    """The text in Python's letters, and where each of them stood."""

    def __init__(self, text: str) -> None:
        self._places: list[int] = []
        self._text = text
        python = before = ""
        opened: list[int] = []
        for token in _TOKEN.finditer(text):
            if token.lastgroup != "space":
                piece = self._piece(token, before)
                self._places += [token.start()] * (len(piece) + 1)
                python += f"{piece} "
                before = piece
                if piece == "(":
                    opened.append(token.start())
                elif piece == ")" and not opened:
                    raise self._at(token.start(), "this bracket was not opened; enter a ( before it")
                elif piece == ")":
                    opened.pop()
        if opened:
            raise self._at(opened[-1], "this bracket is not closed; enter a )")
        if before in (*FUNCTIONS, *_OPERATORS):
            raise self._at(len(text), f"the formula breaks off; {_AN_OPERAND}")
        self.python = python

    def _piece(self, token: re.Match[str], before: str) -> str:
        kind, word = token.lastgroup, token[0]
        if kind == "strange" or (kind == "name" and word not in (*VARIABLES, *FUNCTIONS)):
            raise self._at(token.start(), f"“{word[:_LONGEST_ECHO]}” is not known; {_EXPECTED}")
        if before in FUNCTIONS and word != "(":
            raise self._at(token.start(), f"{before} stands without brackets; enter a ( here")
        if (kind != "operator" or word == "(") and before and before not in (*FUNCTIONS, *_OPERATORS):
            raise self._at(token.start(), "an operation is missing; enter * or another operator here")
        if word == ")" and before == "(":
            raise self._at(token.start(), f"nothing is in the brackets; {_AN_OPERAND}")
        if kind != "number":
            return {"^": "**", "−": "-"}.get(word, word)
        if not math.isfinite(float(word)):
            raise self._at(token.start(), f"{word[:_LONGEST_ECHO]} is too large; enter at most 10^308")
        return repr(float(word))  # 007, too, is a number

    def wrong(self, offset: int, what: str) -> InputError:
        return self._at(self._places[offset] if 0 <= offset < len(self._places) else len(self._text), what)

    def _at(self, place: int, what: str) -> InputError:
        return InputError(f"character {place + 1} of the formula: {what}")


def _compiled(node: ast.expr, source: _Source, depth: int = 0) -> _Formula:
    """Return the function of x1 and x2 that a part of the formula is. Raises InputError for what is no arithmetic."""
    if depth > DEEPEST:
        raise _too_deep()
    part = partial(_compiled, source=source, depth=depth + 1)
    match node:
        case ast.Constant(value=float(value)):
            return lambda at: np.array(value)
        case ast.Name(id=name) if name in VARIABLES:
            return lambda at: at[name]
        case ast.UnaryOp(op=sign, operand=operand) if type(sign) in _SIGNS:
            signed, inner = _SIGNS[type(sign)], part(operand)
            return lambda at: signed(inner(at))
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            exponent = _exponent(right)
            if exponent is None or abs(exponent) > LARGEST_EXPONENT:
                expected = f"give a number from -{LARGEST_EXPONENT} to {LARGEST_EXPONENT}"
                raise source.wrong(right.col_offset, f"this exponent is not possible; {expected}")
            base = part(left)
            return lambda at: _power(base(at), exponent)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATIONS:
            operation, one, other = _OPERATIONS[type(op)], part(left), part(right)
            return lambda at: operation(one(at), other(at))
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in FUNCTIONS:
            function, inner = FUNCTIONS[name], part(argument)
            return lambda at: function(inner(at))
    raise source.wrong(node.col_offset, f"this is no arithmetic; {_EXPECTED}")


def _exponent(node: ast.expr) -> float | None:
    match node:
        case ast.Constant(value=float(value)):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=float(value))):
            return -value
    return None


def _power(base: FloatArray, exponent: float) -> FloatArray:
    """Return a whole power by squares and products alone, so that it has the same bits everywhere."""
    if not exponent.is_integer():
        return np.power(base, exponent)
    product, square, left = np.ones_like(base), base, int(abs(exponent))
    while left:
        if left % 2:
            product = product * square
        square, left = square * square, left // 2
    return product if exponent >= 0 else np.divide(1.0, product)


def _too_deep() -> InputError:
    return InputError(f"the formula goes too deep; enter at most {DEEPEST} operations within one another")
