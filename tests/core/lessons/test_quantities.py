"""Quantities of a run that the words of a lesson are filled with."""

from __future__ import annotations

from itertools import pairwise

import pytest

from core.built_in import BUILT_IN
from core.errors import InputError
from core.lessons.lesson import check_lesson, read_lesson
from core.lessons.quantities import QUANTITIES, LessonMoment, filled, untold, value_text
from core.run import train
from core.spec import RunSpec
from tests.core.lessons.written import HEAD, POINTS, STEP, Write, condition, moment, moved
from tests.core.tables import DATASET, every_pair, named


def test_the_run_fills_the_gaps_of_a_text(write: Write) -> None:
    text = "{updates}: {mistakes} after the {last}, then the {next}"
    assert filled(text, moment(4)) == "13: 1 after the ○ at (2, 3), then the ○ at (−4, −4)"
    assert filled(text, None) == "…: … after the …, then the …"
    assert (untold(text, moment(4)), untold(text, moment(13)), untold(text, moment(0))) == (None, "next", "last")
    lesson = read_lesson(write(f'{HEAD}{STEP}[[step]]\nsay = "{{last}}"\n'))
    with pytest.raises(InputError, match=r"step 2 tells \{last\}, which the run does not know there"):
        check_lesson(lesson)


def test_one_of_a_thing_is_told_as_one() -> None:
    one, none = moment(4), moment(13)
    assert one.mistakes.sum() == 1
    text = "{mistakes} mistakes, {mistakes} examples are wrong; {updates} updates, {mistakes} of 2"
    assert filled(text, one) == "1 mistake, 1 example is wrong; 13 updates, 1 of 2"
    assert filled(text, none) == "0 mistakes, 0 examples are wrong; 13 updates, 0 of 2"
    once = moment(dataset=POINTS.with_rows(POINTS.X[:1], POINTS.y[:1]))
    assert filled("{updates} updates in {epochs} epochs.", once) == "1 update in 2 epochs."


def test_updates_are_counted_within_the_epoch_of_the_playhead() -> None:
    told = [QUANTITIES["in_epoch"].of(moment(k)) for k in range(14)]
    history = train(POINTS).history
    epochs = history.epochs_of(history.example()).tolist()
    by_hand = [epochs[: k + 1].count(epoch) for k, epoch in enumerate(epochs)]
    assert told[:13] == [None, *by_hand[:12]]
    assert told[13] is not None
    assert QUANTITIES["in_epoch"].of(moment(3, order="furthest")) is None


@pytest.mark.parametrize("bias", [0, 1, 3])
def test_an_update_lengthens_the_shadow_and_the_bias_widens_the_band(bias: float) -> None:
    points = next(data for data in BUILT_IN if data.name == "ten_points").dataset()
    run = train(points, RunSpec(bias=bias))
    moments = [LessonMoment.at(run, k) for k in range(run.updates + 1)]
    gamma = QUANTITIES["gamma"].of(moments[0])
    assert gamma is not None
    for before, after in pairwise(moments):
        reach_before, reach = QUANTITIES["reach_before"].of(after), QUANTITIES["reach"].of(after)
        assert reach_before == QUANTITIES["reach"].of(before)
        assert QUANTITIES["mistakes_before"].of(after) == QUANTITIES["mistakes"].of(before)
        assert reach is not None
        assert reach_before is not None
        assert reach - reach_before >= gamma - 1e-9
    half = moved(11, 2.0, 2.6)
    assert QUANTITIES["half_band"].of(moments[0]) == pytest.approx(gamma)  # The best line goes through the origin.
    assert (QUANTITIES["half_band"].of(half) or 0) > (QUANTITIES["gamma"].of(half) or 0)


def test_r_grows_as_an_example_moves_away(write: Write) -> None:
    goal = condition(write, 'kind = "margin", radius_above = 7')
    assert goal.asked == "Drag an example until R is above 7."
    assert [goal.met(moved(10, *place)) for place in ((3.0, 5.0), (3.0, 8.0))] == [False, True]


@pytest.mark.parametrize("spec", every_pair(), ids=named)
def test_every_quantity_is_known_or_not_of_every_run(spec: RunSpec) -> None:
    run = train(DATASET, spec)
    for k in {0, run.updates // 2, run.updates}:
        now = LessonMoment.at(run, k)
        for quantity in QUANTITIES.values():
            value = quantity.of(now)
            assert value is None or value_text(value) not in {"", "—"}
