"""One word for one thing, in every text that a person can meet; and two registers that are never mixed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from core.datasets.dataset import Dataset
from core.explain.wording import beside_example, in_numbers, in_plain_words, moment_words, of_visit, text_of, why
from core.rules import RULES
from core.run import Run, train
from core.spec import RunSpec
from core.ties import TIES
from tests.places import ROOT

OTHER_WORDS = {
    "through the origin": r"through (0|zero|\(0, 0\))",
    "never stops": r"need not end|(no run can|cannot|can never|will never) stop|updates? never ends?|never an end",
    "a tie, which counts as a mistake": r"tie (counts as|is) a mistake",
    "best line": r"(line of|optimal line|optimal boundary|line) ŵ\*",
}
"""The words for a thing → a pattern of others for it."""
CODE = [path for folder in ("core", "perceptron_gui") for path in sorted((ROOT / folder).rglob("*.py"))]
TEXTS = [
    *sorted((ROOT / "resources").rglob("*.toml")),
    *sorted((ROOT / "resources" / "player").iterdir()),
    *(ROOT / "docs" / f"{name}.md" for name in ("students", "teachers", "files", "mathematics")),
    ROOT / "README.md",
]


def strings_of(path: Path) -> Iterator[str]:
    """The texts of a file that somebody may read: not comments, and not what explains the code."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        yield from (line for line in text.splitlines() if not re.match(r"\s*(//|/\*|\*|#)", line))
        return
    tree = ast.parse(text)
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


def test_one_thing_has_one_name() -> None:
    found = []
    for path in [*CODE, *TEXTS]:
        for text in strings_of(path):
            said = [word for word, others in OTHER_WORDS.items() if re.search(others, text)]
            found += [f"{path.relative_to(ROOT)}: {word!r} is said otherwise: {text.strip()}" for word in said]
    assert not found, "\n".join(found)


NEWCOMER = r"\b(examples?|updates?|boundar\w+|separators?|hyperplanes?|activations?)\b|y·"
OTHERS = r"\b(points?|lines?)\b"
POINTS = st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.sampled_from((-1, 1))), min_size=1, max_size=7)


def moments(points: list[tuple[int, int, int]], spec: RunSpec) -> tuple[Run, range]:
    run = train(Dataset([point[:2] for point in points], [point[2] for point in points]), spec)
    return run, range(run.history.examples + 1)


@settings(max_examples=50)
@given(POINTS, st.sampled_from([0, 1]), st.sampled_from(list(TIES)), st.sampled_from(["perceptron", "margin"]))
def test_a_newcomer_reads_of_points_and_lines_and_others_of_examples_and_boundaries(
    points: list[tuple[int, int, int]], bias: int, tie: str, rule: str
) -> None:
    run, examples = moments(points, RunSpec(rule=rule, bias=bias, tie=tie, max_epochs=2))
    for example in examples:
        state = run.history.at_example(example)
        ended = example == run.history.examples and run.converged
        plain = [text_of(in_plain_words(run, state, at_end=ended)), of_visit(run, state, plain=True)]
        plain += moment_words(run, state, run.margin, ended=ended)
        numbers = [text_of(in_numbers(run, state)), of_visit(run, state), why(run, state)]
        if state.example:
            plain.append(beside_example(run, state, plain=True, turned=True))
            numbers.append(beside_example(run, state, plain=False, turned=True))
        assert not [text for text in plain if re.search(NEWCOMER, text)]
        assert not [text for text in numbers if re.search(OTHERS, re.sub("points (to|away)", "", text))]


@settings(max_examples=50)
@given(POINTS, st.sampled_from([0, 1]), st.sampled_from(list(RULES)))
def test_a_tie_and_a_mistake_are_not_said_as_two_things(
    points: list[tuple[int, int, int]], bias: int, rule: str
) -> None:
    run, examples = moments(points, RunSpec(rule=rule, bias=bias, max_epochs=2))
    for example in examples[1:]:
        state = run.history.at_example(example)
        for text in (text_of(in_numbers(run, state)), of_visit(run, state)):
            assert ("a tie, which counts as a mistake" in text) == (state.score == 0)
        beside = beside_example(run, state, plain=False, turned=True)
        assert beside.endswith("a tie, a mistake") == (state.score == 0)
