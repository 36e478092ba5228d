"""Every entry of the axes says its own idea; what a learner has that the standard perceptron has not is lit."""

from __future__ import annotations

import re
import unicodedata

import pytest

from core.explain.code import formulas_of, ideas_of
from core.kernels import KERNELS
from core.learners import LEARNERS, resolved, rule_of
from core.predictors import PREDICTORS
from core.rules import RULES
from core.spec import PARAMETERS, RunSpec
from core.theory.quantities import symbols_in
from tests.core.pieces import formula_text
from tests.core.tables import every_pair, named

IDEAS = {
    **{name: rule.idea for name, rule in RULES.items()},
    **{name: kernel.idea for name, kernel in KERNELS.items()},
    **{name: predictor.idea for name, predictor in PREDICTORS.items()},
}


@pytest.mark.parametrize("name", IDEAS)
def test_every_entry_has_a_sentence_on_what_it_does_and_one_on_why(name: str) -> None:
    idea = IDEAS[name]
    for sentence in (idea.does, idea.why):
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert ". " not in sentence
        assert len(sentence) < 160


def test_no_two_entries_say_the_same() -> None:
    said = [sentence for idea in IDEAS.values() for sentence in (idea.does, idea.why)]
    assert len(set(said)) == len(said)


def test_no_two_learners_are_the_same() -> None:
    specs = [resolved(RunSpec(name)) for name in LEARNERS]
    assert len({(ideas_of(spec), spec.order) for spec in specs}) == len(LEARNERS)


@pytest.mark.parametrize("spec", every_pair(), ids=named)
def test_every_letter_of_a_formula_is_explained(spec: RunSpec) -> None:
    """But for words, and for the small letters that number something."""
    for formula in map(formula_text, formulas_of(spec)):
        spans = [word.span() for word in re.finditer("[a-z]{2,}", formula)]
        spans += [(found.start, found.stop) for found in symbols_in(formula)]
        places = {place for span in spans for place in range(*span)}
        left = [letter for place, letter in enumerate(formula) if letter.isalpha() and place not in places]
        assert all(unicodedata.category(letter) == "Lm" for letter in left), formula


@pytest.mark.parametrize("name", RULES)
def test_each_number_of_a_rule_says_what_it_does(name: str) -> None:
    assert set(RULES[name].effects) == set(RULES[name].parameters)


@pytest.mark.parametrize("name", KERNELS)
def test_each_number_of_a_kernel_says_what_it_does(name: str) -> None:
    assert set(KERNELS[name].effects) == set(KERNELS[name].parameters)


def test_every_number_says_what_happens_where_it_is_larger() -> None:
    effects = [effect for rule in RULES.values() for effect in rule.effects.values()]
    effects += [effect for kernel in KERNELS.values() for effect in kernel.effects.values()]
    assert len(set(effects)) == len(effects)
    assert all(effect.startswith("Larger: ") and effect.endswith(".") for effect in effects)


def lit(spec: RunSpec) -> list[str]:
    return [piece.text for formula in formulas_of(spec) for piece in formula if piece.lit]


def test_nothing_of_the_standard_perceptron_is_lit() -> None:
    assert not lit(RunSpec())
    assert [formula_text(formula) for formula in formulas_of(RunSpec())] == [
        "a = w·x + b",
        "y·a ≤ 0:  w ← w + y·x,  b ← b + y",
    ]


@pytest.mark.parametrize("spec", every_pair(), ids=named)
def test_what_is_lit_is_just_what_the_standard_perceptron_has_not(spec: RunSpec) -> None:
    spec = resolved(spec)
    other = (spec.rule, spec.kernel, spec.predictor) != ("perceptron", None, "last")
    assert bool(lit(spec)) == other
    standard = "".join(map(formula_text, formulas_of(RunSpec(bias=spec.bias))))
    assert not any(text in standard for text in lit(spec))
    for name in rule_of(spec).parameters:
        assert any(PARAMETERS[name].letter in text for text in lit(spec))


@pytest.mark.parametrize("learner", LEARNERS)
def test_without_a_bias_feature_no_b_is_written(learner: str) -> None:
    for formula in formulas_of(RunSpec(learner, bias=0.0)):
        assert "b" not in formula_text(formula).replace("b the", "")
    assert any("B²" in formula_text(formula) for formula in formulas_of(RunSpec(learner, bias=2.0)))


def test_of_the_average_it_is_told_by_what_its_sum_is_divided() -> None:
    [told] = ideas_of(RunSpec("averaged"))
    assert "divided by t + 1, for the start counts once more" in told.mind
    assert "the start counts once more" in PREDICTORS["averaged"].meaning


def test_of_a_combination_each_part_speaks() -> None:
    spec = RunSpec("voted", kernel="poly", rule="margin")
    assert ideas_of(spec) == (RULES["margin"].idea, KERNELS["poly"].idea, PREDICTORS["voted"].idea)
