"""What is copied as LaTeX compiles: every formula of every page and of every step is parsed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from matplotlib.mathtext import MathTextParser

from core.datasets.dataset import Dataset
from core.explain import STYLES, explain
from core.explain.code import formulas_of as formulas_of_learner
from core.explain.styles import latex
from core.kernels import KERNELS, make_kernel
from core.rules import RULES
from core.run import Run, train
from core.spec import RunSpec
from core.theory.bound_gap import PARTS
from core.theory.margin.units import NORMALISED, RAW, Notation
from core.theory.proof import proof_of
from core.theory.quantities import SYMBOLS
from tests.core.pieces import formula_text
from tests.core.some_runs import pages_of, some_runs
from tests.core.tables import DATASET, every_pair, over_pairs

_FEW, _MANY = 3, 30
_PARSER = MathTextParser("path")
_BEYOND = {r"\\([lg]e) ": r"\\\1q ", r"\\mbox\{[^{}]*\}": r"\\mathrm{w}", r"\\surd ": r"\\bullet "}
"""What LaTeX knows and matplotlib does not."""
_FIGURES = re.compile(r"\d+(?:\{,\}\d+)*(?:\.\d+)?")
_ENVIRONMENT = re.compile(r"\\(begin|end)\{(\w+)\}")


def formulas_of(text: str) -> set[str]:
    """Those between dollar signs, of which there must be two to each."""
    pieces = re.split(r"(?<!\\)\$", text)
    assert len(pieces) % 2 == 1, text
    assert text.isascii()
    open_now: list[str] = []
    for found in _ENVIRONMENT.finditer(text):
        if found[1] == "begin":
            open_now.append(found[2])
        else:
            assert open_now.pop() == found[2]
    assert not open_now
    for words in pieces[::2]:
        assert not re.search(r"(?<!\\)[_^&%#]", words), words
    return set(pieces[1::2])


def assert_compiles(formulas: set[str]) -> None:
    """Which number stands there is all the same to LaTeX, so each shape of a formula is parsed once."""
    for shape in sorted({_FIGURES.sub("1", formula) for formula in formulas}):
        known = shape
        for beyond, instead in _BEYOND.items():
            known = re.sub(beyond, instead, known)
        _PARSER.parse(f"${known}$")


def page_formulas(many: int) -> Iterator[str]:
    for run, rng in some_runs(many):
        for proof, _ in pages_of(run, rng):
            yield from formulas_of(latex(proof.title, proof.paragraphs, ()))
        for k in {0, 1, run.updates // 2, run.updates}:
            for fractions in (False, True):
                if k <= run.updates:
                    yield from formulas_of(explain(run, run.history.seek(k), "latex", fractions))


@pytest.mark.slow
def test_every_formula_of_a_page_and_of_a_step_compiles() -> None:
    assert_compiles(set(page_formulas(_FEW)))


@pytest.mark.slow
def test_every_formula_of_the_pages_and_steps_of_many_runs_compiles() -> None:
    found = set(page_formulas(_MANY))
    assert_compiles(found)
    assert len(found) > 1_000


@over_pairs()
def test_the_steps_of_every_learner_compile(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    assert_compiles(formulas_of(explain(run, run.history.seek(min(2, run.updates)), "latex")))


def near_the_best() -> Run:
    """A run that begins less than a millionth of a degree beside ŵ*."""
    dataset = Dataset([[1.0, 0.0], [-1.0, 0.0]], [1, -1])
    return train(dataset, RunSpec(bias=0, start=(1.0, 1e-8, 0.0)))


def test_an_angle_with_a_power_of_ten_compiles() -> None:
    run = near_the_best()
    angles = []
    for k in range(run.updates + 1):
        state = run.history.seek(k)
        proof = proof_of(run.facts(state, with_gap=True))
        text = latex(proof.title, proof.paragraphs, ())
        angles += re.findall(r"10\^\{-\d+\}\{\}\^\{\\circ\}", text)
        assert_compiles(formulas_of(text))
    assert angles


@cache
def every_formula() -> dict[str, str]:
    """The formulas of every table."""
    notations = [
        Notation(units, separator=u, slack=slack, started=started)
        for units in (RAW, NORMALISED)
        for u in ("ŵ*", "u")
        for slack in ("", "m", "|b|", "(m + |b|)")
        for started in (False, True)
    ]
    named = (
        "growth",
        "bound",
        "bound_meaning",
        "lower",
        "upper",
        "along",
        "angle",
        "potential",
        "losses",
    )
    told = {
        f"{place} {name}": getattr(of, name) for place, of in enumerate(notations) for name in (*named, "part_divisor")
    }
    told |= {f"symbol {name}": name for name in SYMBOLS}
    told |= {f"kernel {name}": kernel.formula for name, kernel in KERNELS.items()}
    told |= {f"{name} in numbers": make_kernel(replace(RunSpec(), kernel=name)).written() for name in KERNELS}
    told |= {
        f"idea {formula_text(formula)}": formula_text(formula)
        for spec in every_pair()
        for formula in formulas_of_learner(spec)
    }
    told |= {f"part {part.name}": part.formula.format(depth="2·|y·a|", promised="(p + kγ)²") for part in PARTS}
    told |= {f"cost {name}": rule.cost for name, rule in RULES.items() if rule.cost}
    told |= {
        f"power {v}": f"{text}°, {text}², w⁽⁰⁾², ŵ*², x₁ᵢ, 10⁵⁰ ✓ ✗" for v, text in enumerate(("8.54·10⁻⁷", "10⁵"))
    }
    return {name: formula for name, formula in told.items() if formula}


@pytest.mark.parametrize("name", every_formula())
def test_every_formula_of_every_table_compiles(name: str) -> None:
    for style in STYLES.values():
        assert style.write("Title", [f"`{every_formula()[name]}`"], ())
    assert_compiles(formulas_of(latex("Title", [f"Here is `{every_formula()[name]}`."], ())))
