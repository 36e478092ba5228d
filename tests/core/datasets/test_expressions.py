"""Formulas that a person types: read rightly, or refused in one sentence that names the place."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.datasets.expressions import DEEPEST, FUNCTIONS, LONGEST, Expression, parse
from core.errors import InputError

Value = Callable[[float, float], float]
Known = tuple[str, Value]
SIGNS: dict[str, Value] = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b}
OF_ONE: dict[str, Callable[[float], float]] = {"sin": math.sin, "cos": math.cos, "abs": abs}
POINTS = np.array([(0.5, 2.0), (-1.5, 0.25), (3.0, -0.75), (0.0, 1.0)])


def atoms() -> st.SearchStrategy[Known]:
    number = st.integers(0, 99).map(lambda v: (repr(v / 4), lambda x1, x2: v / 4))
    return st.one_of(number, st.just(("x1", lambda x1, x2: x1)), st.just(("x2", lambda x1, x2: x2)))


def larger(inner: st.SearchStrategy[Known]) -> st.SearchStrategy[Known]:
    def joined(pair: tuple[Known, Known, str]) -> Known:
        (left, f), (right, g), sign = pair
        return f"({left}) {sign}({right})", lambda x1, x2: SIGNS[sign](f(x1, x2), g(x1, x2))

    def powered(pair: tuple[Known, int, str]) -> Known:
        (base, f), exponent, sign = pair
        return f"({base}){sign}{exponent}", lambda x1, x2: f(x1, x2) ** exponent

    def applied(pair: tuple[Known, str]) -> Known:
        (argument, f), name = pair
        return f"{name}({argument})", lambda x1, x2: OF_ONE[name](f(x1, x2))

    def negated(known: Known) -> Known:
        return f"-({known[0]})", lambda x1, x2: -known[1](x1, x2)

    return st.one_of(
        st.tuples(inner, inner, st.sampled_from(list(SIGNS))).map(joined),
        st.tuples(inner, st.integers(0, 3), st.sampled_from(["^", "**"])).map(powered),
        st.tuples(inner, st.sampled_from(list(OF_ONE))).map(applied),
        inner.map(negated),
    )


@given(st.recursive(atoms(), larger, max_leaves=6).filter(lambda known: len(known[0]) <= LONGEST))
def test_a_formula_has_the_value_that_python_gives_it(known: Known) -> None:
    text, value = known
    expected = [value(x1, x2) for x1, x2 in POINTS.tolist()]
    assert parse(text)(*POINTS.T) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("x2 - x1**2 - 0.5", 1.25),
        ("x2-x1^2-0.5", 1.25),
        ("-x1^2", -0.25),
        ("2^-1 + x1^1", 1.0),
        ("x2 − x1", 1.5),
        ("8 / 2 / 2", 2.0),
        ("8 - 2 - 2", 4.0),
        ("2 * x1 + 3 * x2", 7.0),
        ("sqrt(x2 + 2)", 2.0),
        ("abs(-x2) + exp(0)", 3.0),
        ("(x2)^0.5", math.sqrt(2)),
        (".5e1", 5.0),
        ("007.", 7.0),
        ("+x1", 0.5),
        ("\tx1 ", 0.5),
    ],
)
def test_what_formulas_mean(text: str, value: float) -> None:
    assert parse(text)(*POINTS.T)[0] == pytest.approx(value, rel=1e-15)


@given(st.floats(0.1, 30), st.sampled_from([1, -1]), st.integers(-100, 100))
def test_a_whole_power_is_near_pythons(base: float, sign: int, exponent: int) -> None:
    (value,) = parse(f"x1^{exponent}")(np.array([sign * base]), np.zeros(1))
    assert value == pytest.approx((sign * base) ** exponent, rel=1e-12)


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("x1 x2", 4, "an operation is missing"),
        ("2 x1", 3, "an operation is missing"),
        ("2(x1)", 2, "an operation is missing"),
        ("x1(x2)", 3, "an operation is missing"),
        ("(x1)(x2)", 5, "an operation is missing"),
        ("sin x1", 5, "sin stands without brackets"),
        ("sin", 4, "breaks off"),
        ("x1 +", 5, "breaks off"),
        ("(sin)(x1)", 5, "sin stands without brackets"),
        ("sin()", 5, "nothing is in the brackets"),
        ("x1 + (x2", 6, "is not closed"),
        ("x1) + x2", 3, "was not opened"),
        ("x1 * / x2", 6, "does not fit"),
        ("* x1", 1, "does not fit"),
        ("y + 1", 1, "“y” is not known"),
        ("x1 + x3", 6, "“x3” is not known"),
        ("x1 = 2", 4, "“=” is not known"),
        ("0,5 * x1", 2, "“,” is not known"),
        ("x1 if x2 else 3", 4, "“if” is not known"),
        ("__import__('os')", 1, "“__import__” is not known"),
        ("x1 // x2", 5, "does not fit"),
        ("x1.real", 3, "“.” is not known"),
        ("x1\n+ 2", 3, "is not known"),
        ("x1 + \0", 6, "is not known"),
        ("x1 + １", 6, "is not known"),
        ("sin(*x1)", 5, "this is no arithmetic"),
        ("x1^x2", 4, "this exponent is not possible"),
        ("x1^101", 4, "this exponent is not possible"),
        ("9^9^9^9", 3, "this exponent is not possible"),
        ("x1 + 1e999", 6, "is too large"),
    ],
)
def test_what_is_no_formula_is_refused_with_its_place(text: str, place: int, words: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(text)
    sentence = str(caught.value)
    assert sentence.startswith(f"character {place} of the formula: ")
    assert words in sentence
    assert any(f"; {verb} " in sentence for verb in ("enter", "write", "use", "give"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ("  \t", "is empty"),
        ("x1+" * 100, "enter at most 200"),
        ("-" * (DEEPEST + 1) + "x1", "too deep"),
        ("abs(" * (DEEPEST + 1) + "x1" + ")" * (DEEPEST + 1), "too deep|characters"),
    ],
)
def test_what_is_too_long_too_deep_or_empty_is_refused(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse(text)


def test_as_many_brackets_as_fit_are_a_formula() -> None:
    brackets = (LONGEST - 2) // 2
    assert parse("(" * brackets + "x1" + ")" * brackets)(*POINTS.T).tolist() == POINTS[:, 0].tolist()


TOKENS = st.lists(
    st.sampled_from(["x1", "x2", "1", "2.5", "1e9", "+", "-", "*", "/", "^", "**", "(", ")", " ", ".", ",", *FUNCTIONS])
)


@given(st.one_of(st.text(max_size=60), TOKENS.map("".join)))
@example("1or 2")
@example("0x1")
@example("1_0")
@example("1j")
@example("x1 := 2")
@example("#x1")
@example("()")
@example("sin(**x1)")
@example("\\")
@example("\ud800")
@example("00")
def test_any_text_is_a_formula_or_refused_in_one_sentence(text: str) -> None:
    formula, sentence = parsed(text)
    if formula is None:
        assert any(f"; {verb} " in sentence for verb in ("enter", "write", "use", "give"))
    else:
        assert formula(*POINTS.T).shape == (len(POINTS),)


def parsed(text: str) -> tuple[Expression | None, str]:
    try:
        return parse(text), ""
    except InputError as error:
        return None, str(error)
