"""The accuracy at the playhead, in the Learner panel."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from core.files.session import HeldOutFile
from core.numbers.numerals import counted, share_text
from core.spec import RunSpec
from perceptron_gui.panels.learner.views import AccuracyView
from tests.gui.panels.learner.learner_desk import PanelDesk, overlapping


@pytest.mark.parametrize("learner", ["standard", "pocket", "voted"])
def test_the_accuracy_is_that_of_the_playhead(qtbot: QtBot, learner: str) -> None:
    data = overlapping()
    desk = PanelDesk(qtbot, data, RunSpec(learner, max_updates=40))
    desk.workspace.held_out_file.put(HeldOutFile("other.csv", data.with_rows(data.X[:20], data.y[:20])))
    view = desk.view(AccuracyView)
    assert isinstance(view, AccuracyView)
    for update in (0, 7, desk.run.updates):
        desk.go(update)
        state = desk.workspace.player.state
        assert state is not None
        training, held_out = view.said.text().splitlines()
        for line, dataset in ((training, data), (held_out, data.with_rows(data.X[:20], data.y[:20]))):
            confusion = desk.run.confusion(dataset, state.example)
            assert f"{counted(confusion.errors, 'mistake')} in {dataset.n} examples" in line
            assert f"accuracy {share_text(confusion.accuracy or 0.0)};" in line
            assert f"; {confusion.negatives[1]} of “-1” and {confusion.positives[0]} of “+1” are" in line
