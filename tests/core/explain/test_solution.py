"""A run on paper: its LaTeX is sound, a blank is the solution but for its gaps, and its numbers are the run's."""

from __future__ import annotations

import re
from base64 import b64decode
from dataclasses import replace
from fractions import Fraction

import pytest

import core
from core.datasets.dataset import Dataset
from core.errors import InputError
from core.explain.report.documents import GAP, latex_document, page
from core.explain.report.parts import SIDE, AnswerGap, ExamplesPicture, Line, Report, ReportTable, Sentence
from core.explain.report.solution import solution_of
from core.run import Run, train
from core.spec import RunSpec
from tests.core.explain.test_latex import assert_compiles
from tests.core.tables import DATASET, TWELVE, every_pair, telling
from tests.partly_slow import partly_slow

FEW, MANY = range(8), range(50)
_PACKAGES = {"geometry", "array", "longtable", "tikz"}
"""Those of a small installation: base, tools and TikZ."""
_ENVIRONMENTS = {"document", "longtable", "tikzpicture", "enumerate"}
HIGH = ' class="blank"'
"""What makes a row high enough to write in."""
_MARK = re.compile(r"\\(gap(\[\d\])?\{[\d.]+cm\}|answer)(?=\{)")


def exam(seed: int) -> Run:
    return train(core.generate("exam", seed, updates=1 + seed % 6, n=3 + seed % 5))


def emptied(text: str) -> str:
    r"""The LaTeX with nothing in its gaps, by counting brackets from each \gap and \answer of the body on."""
    before, beginning, text = text.partition(r"\begin{document}")
    kept, place = [before, beginning], 0
    for found in _MARK.finditer(text):
        kept.append(text[place : found.end()] + "{}")
        depth, place = 1, found.end() + 1
        while depth:
            depth += {"{": 1, "}": -1}.get(text[place] if text[place - 1] != "\\" else "", 0)
            place += 1
    return "".join([*kept, text[place:]])


def assert_sound(text: str) -> None:
    """Structurally: ASCII, brackets and environments in pairs, cells as many as columns, packages that are named."""
    assert text.isascii()
    bare = re.sub(r"\\[\\{}$%&#_^~]", "", re.sub(r"%.*", "", text.replace(r"\%", "")))
    assert bare.count("{") == bare.count("}")
    opened: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", text):
        assert name in _ENVIRONMENTS
        if kind == "begin":
            opened.append(name)
        else:
            assert opened.pop() == name
    assert not opened
    assert set(re.findall(r"\\usepackage(?:\[[^]]*\])?\{(\w+)\}", text)) == _PACKAGES
    for columns, body in re.findall(r"\\begin\{longtable\}\[l\]\{([^\n]*)\}\n(.*?)\\end\{longtable\}", text, re.DOTALL):
        count = len(re.sub(r">\{[^{}]*\}|\{[^{}]*\}", "", columns))
        assert all(len(re.findall(r"(?<!\\)&", line)) == count - 1 for line in body.splitlines())


def formulas_of(text: str) -> set[str]:
    pieces = re.split(r"(?<!\\)\$", text.partition(r"\begin{document}")[2])
    assert len(pieces) % 2 == 1
    return set(pieces[1::2])


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [FEW, pytest.param(MANY, marks=pytest.mark.slow)], ids=["few", "many"])
def test_the_latex_of_exams_is_sound_and_a_blank_differs_only_in_the_gaps(seeds: range) -> None:
    formulas: set[str] = set()
    for seed in seeds:
        sheet = solution_of(exam(seed), "exam.csv")
        solution, blank = latex_document(sheet), latex_document(sheet.blank())
        assert_sound(solution)
        assert_sound(blank)
        assert emptied(solution) == blank != solution
        formulas |= formulas_of(solution)
    assert_compiles(formulas)


@pytest.mark.slow
@partly_slow("seed", range(2), range(2, 5))
def test_so_does_the_page_of_a_blank(seed: int) -> None:
    sheet = solution_of(exam(seed), "exam.csv")
    solution, blank = (page(each, {}).replace(HIGH, "").splitlines() for each in (sheet, sheet.blank()))
    lines = 'class="for"'  # for a name, the date and the points, which both sheets have
    solution, blank = ([line for line in page if lines not in line] for page in (solution, blank))
    for one, other in zip(solution, blank, strict=True):
        if "base64," in one:
            drawn, empty = (b64decode(re.findall(r'base64,([^"]*)"', line)[0]).decode() for line in (one, other))
            assert drawn.count("<line") == empty.count("<line") + 1
        else:
            assert re.fullmatch(re.escape(other).replace(re.escape(GAP), "[^_]*").replace("<br>", "(?:<br>)?"), one)
    assert GAP not in "".join(solution)


def test_every_number_of_a_sheet_is_that_of_the_run_exactly() -> None:
    for seed in FEW:
        run = exam(seed)
        w, b, updates = [Fraction(0), Fraction(0)], Fraction(0), 0
        rows = steps_of(solution_of(run, "exam.csv"))
        assert len(rows) == run.history.examples
        for row in rows:
            example = int(row[2]) - 1
            x, y = [Fraction(v) for v in run.dataset.X[example].tolist()], int(run.dataset.y[example])
            a = w[0] * x[0] + w[1] * x[1] + b
            assert row[3].rpartition(" = ")[2] == str(a).replace("-", "−")
            assert row[4] == f"{y * a} {'≤' if y * a <= 0 else '>'} 0".replace("-", "−")
            if y * a <= 0:
                w, b, updates = [p + y * q for p, q in zip(w, x, strict=True)], b + y, updates + 1
                assert f"= ({w[0]}, {w[1]})\n".replace("-", "−") in row[5]
                assert row[5].endswith(f" = {b}".replace("-", "−"))
            else:
                assert row[5] == "right, nothing changes"
        assert updates == run.updates == 1 + seed % 6


def steps_of(sheet: Report) -> list[list[str]]:
    table = next(part for part in sheet.sections[2].parts if isinstance(part, ReportTable))
    rows = [[cell.text.replace("`", "") for cell in row] for row in table.rows]
    assert len(rows) % 5 == 0
    return [row for row in rows if row[1] != "–"]


def test_the_drawn_line_is_that_of_the_last_vector_and_stays_in_the_picture() -> None:
    for seed in FEW:
        run = exam(seed)
        picture = next(p for s in solution_of(run, "e").sections for p in s.parts if isinstance(p, ExamplesPicture))
        state = run.history.seek(run.updates)
        assert picture.line == (*state.w.tolist(), state.b)
        ends = re.findall(
            r"\\answer\{\\draw\[very thick\] \(([\d.]+),([\d.]+)\) -- \(([\d.]+),([\d.]+)\);\}", picture.tikz
        )
        ticks = re.findall(r"\(([\d.]+),0.0000\) node\[below, black\] \{\\scriptsize \$(-?\d+)\$\}", picture.tikz)
        (place, first), (other, last) = ((float(ticks[at][0]), int(ticks[at][1])) for at in (0, -1))
        unit = (other - place) / (last - first)
        up = re.findall(r"\(0.0000,([\d.]+)\) node\[left, black\] \{\\scriptsize \$(-?\d+)\$\}", picture.tikz)[0]
        for x, y in ((float(ends[0][0]), float(ends[0][1])), (float(ends[0][2]), float(ends[0][3]))):
            across, along = first + (x - place) / unit, int(up[1]) + (y - float(up[0])) / unit
            assert abs(state.w[0] * across + state.w[1] * along + state.b) < 0.02 * (abs(state.w).sum() + 1)


@pytest.mark.slow
def test_every_learner_has_a_sheet_whose_latex_is_sound_whatever_names_hold() -> None:
    names = [r"a_{1}$ \ ^~#%& `ü ß Ω 中" + "\n", "x2"]
    evil = Dataset(DATASET.X, DATASET.y, names)
    for spec in every_pair():
        with telling(spec):
            sheet = solution_of(train(evil, spec), "50% of `it`_.csv")
            solution, blank = latex_document(sheet), latex_document(sheet.blank())
            assert_sound(solution)
            assert emptied(solution) == blank


def test_of_many_steps_the_updates_are_told_and_of_too_many_nothing() -> None:
    pair = Dataset([[float(v), 1.0] for v in range(150)], [-1] * 75 + [1] * 75)
    sheet = solution_of(train(pair, RunSpec(max_epochs=2)), "pair")
    assert sheet.sections[2].heading == "Update by update"
    assert len(steps_of(sheet)) == train(pair, RunSpec(max_epochs=2)).updates
    limit = "has .* updates, and a solution sheet works out at most 200. Stop it sooner: "
    with pytest.raises(InputError, match=f"{limit}--max-epochs, or Run ▸ Limits in the window"):
        solution_of(train(pair), "pair")
    with pytest.raises(InputError, match=f"{limit}--max-updates, or Run ▸ Limits in the window"):
        solution_of(train(Dataset([[1, 1], [1, 1]], [1, -1]), RunSpec(order="random", max_updates=300)), "pair")
    with pytest.raises(InputError, match="have 201 examples; a solution sheet takes at most 200, so use fewer"):
        solution_of(train(Dataset([[1.0]] * 201, [1] * 201)), "many")
    with pytest.raises(InputError, match="there are no examples"):
        solution_of(train(Dataset.empty()), "none")


def test_a_blank_holds_no_answer_at_all() -> None:
    for section in solution_of(exam(1), "e").blank().sections:
        for part in section.parts:
            cells = [cell for row in part.rows for cell in row] if isinstance(part, ReportTable) else []
            assert not any(cell.text for cell in cells if isinstance(cell, AnswerGap))
            assert not isinstance(part, ExamplesPicture) or not part.drawn


VOTE = Dataset([[1, 2], [3, 1], [-1, 1], [2, 2], [1, -2], [-3, 1]], [1, -1, 1, -1, 1, -1])
DUAL = Dataset([[2, 3], [3, 6], [1, 2], [0, 7]], [1, 1, -1, -1])


def result_of(run: Run) -> str:
    """The section *Result* as text, a line for each sentence and each row."""
    lines: list[str] = []
    for part in solution_of(run, "points").sections[3].parts:
        if isinstance(part, ReportTable):
            lines += [" | ".join(cell.text for cell in row) for row in part.rows]
        elif isinstance(part, Sentence):
            lines.append("".join(piece if isinstance(piece, str) else piece.text for piece in part.pieces))
        else:
            lines.append(str(part))
    return "\n".join(lines).replace("`", "")


def test_the_result_of_a_vote_is_its_vectors_with_their_votes() -> None:
    told = result_of(train(VOTE, RunSpec("voted", max_epochs=1)))
    rows = ["1 | (1, 2) | 1 | 1", "2 | (−2, 1) | 0 | 3", "3 | (−1, −1) | 1 | 1", "4 | (2, −2) | 0 | 1", "5 | – | – | –"]
    assert "\n".join(["The vectors that vote, and how many votes each has:", *rows]) in told
    assert "The points of the last vector with w·x + b = 0: 2·x₁ − 2·x₂ = 0" in told


def test_the_result_of_an_average_is_as_exact_as_the_steps() -> None:
    run = train(VOTE, RunSpec("averaged", max_epochs=1))
    told = result_of(run)
    assert "The average that predicts: w = (−4/7, 2/7) and b = 2/7." in told
    assert "average so far: w − u/c = (−4/7, 2/7), b − β/c = 2/7" in steps_of(solution_of(run, "points"))[-1][-1]
    assert "w = (2/3, −2/3) and b = 0." in result_of(train(VOTE, RunSpec(max_epochs=1, rate=Fraction(1, 3))))


def test_the_result_of_a_pocket_is_the_vector_in_the_pocket() -> None:
    run = train(VOTE, RunSpec("pocket", order="cyclic", max_epochs=1))
    told = result_of(run)
    assert run.weights is not None
    assert run.weights.tolist() == [-1, -1]
    assert "At the end w = (2, −2) and b = 0." in told
    assert "The pocket that predicts: w = (−1, −1) and b = 1." in told
    assert "The points of the pocket with w·x + b = 0: −x₁ − x₂ + 1 = 0" in told


def test_the_result_with_a_kernel_has_every_alpha_and_b() -> None:
    spec = RunSpec("kernel", kernel="poly", degree=2)
    assert "At the end α = (2, 3, 14, 2) and b = −11." in result_of(train(DUAL, spec))
    averaged = result_of(train(DUAL, replace(spec, predictor="averaged")))
    assert "The average that predicts: α = (116/61, 121/61, 448/61, 90/61) and b = −301/61." in averaged
    voted = result_of(train(DUAL, replace(spec, predictor="voted")))
    assert "20 | (2, 3, 13, 2) | −10 | 4\n21 | (2, 3, 14, 2) | −11 | 6\n22 | – | – | –" in voted
    many = result_of(train(TWELVE, spec))
    alpha = train(TWELVE, spec).history.counts().tolist()
    assert f"At the end α = ({', '.join(map(str, alpha))}) and b =" in many


def test_a_blank_has_no_line_of_the_result() -> None:
    for learner in ("voted", "averaged", "pocket"):
        sheet = solution_of(train(VOTE, RunSpec(learner, order="cyclic", max_epochs=1)), "points")
        blank = page(sheet.blank(), {})
        answers = re.compile(r"−[124]")
        assert answers.search(page(sheet, {}).partition("Result")[2])
        assert not answers.search(blank.partition("Result")[2])


def test_a_sheet_of_very_many_features_is_refused_in_a_sentence() -> None:
    run = train(Dataset([[1.0] * 51, [-1.0] * 51], [1, -1]))
    with pytest.raises(InputError, match="these examples have 51 features; a sheet takes at most 50, so use fewer"):
        solution_of(run, "wide.csv")


@pytest.mark.parametrize(
    ("line", "side", "strokes"),
    [((1.0, 1.0, -2.0), 1, 1), ((1.0, 0.0, -7.0), 2, 1), ((1.0, 0.0, -40.0), 1, 3), ((0.0, 0.0, 1.0), 1, 0)],
)
def test_the_picture_grows_to_the_line_or_an_arrow_points_to_it(line: Line, side: int, strokes: int) -> None:
    data = Dataset([[0.0, 0.0], [4.0, 4.0], [1.0, 3.0]], [1, -1, 1])
    alone, picture = (ExamplesPicture(data, "", known).svg for known in (None, line))
    solved = ExamplesPicture(data, "", line)
    across = [float(number) for number in re.findall(r'text-anchor="middle" font-size="9">([0-9]+)<', picture)]
    usual = [float(number) for number in re.findall(r'text-anchor="middle" font-size="9">([0-9]+)<', alone)]
    assert (max(across) > max(usual)) == (side > 1)
    blank = replace(solved, drawn=False).svg
    assert picture.count("<line") == blank.count("<line") + strokes
    assert solved.tikz.count("very thick") == strokes
    if strokes == 3:
        x1, x2 = (float(re.findall(r'x[12]="([0-9.]+)"', picture)[-6:][place]) for place in (0, 1))
        assert x2 > x1 > 160, "it points to the right, where the line is"


@pytest.mark.parametrize("size", [5e-324, 1e-310, 1e-160, 1e100])
@pytest.mark.parametrize("other", [0.0, 1.0, None])
def test_examples_of_any_size_lie_in_the_picture(size: float, other: float | None) -> None:
    y = size if other is None else other
    data = Dataset([[size, y], [-size, y], [y, -size], [0.0, size]], [1, -1, -1, 1])
    sheet = solution_of(train(data, RunSpec(max_updates=6)), "points")
    svg = next(part for section in sheet.sections for part in section.parts if isinstance(part, ExamplesPicture)).svg
    places = [float(place) for place in re.findall(r' [cxy][xy12]?="([^"]*)"', svg)]
    assert svg.count("<circle") == 2
    assert 0 <= min(places) <= max(places) <= SIDE
