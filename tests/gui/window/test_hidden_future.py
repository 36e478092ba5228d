"""While the future is hidden a window tells nothing of it: two runs that are equal so far cannot be told apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, QPointF, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QWidget

from core.datasets.dataset import Dataset
from core.lessons.vocabulary import SECRETS
from core.numbers.numerals import number
from core.plots.spec import PlotSpec, Sampled
from core.run import Run, train
from core.spec import RunSpec
from core.theory.proof import UPDATE
from core.theory.quantities import CEILING, FLOOR, LENGTH
from perceptron_gui.look.text.rich_text import RichText
from perceptron_gui.look.voice import Voice
from perceptron_gui.model.player import Granularity
from perceptron_gui.model.threads.runner import Ended, Reason
from perceptron_gui.panels import PANELS
from perceptron_gui.panels.data import DataPanel
from perceptron_gui.panels.step import StepPanel
from perceptron_gui.panels.theory import TheoryPanel
from perceptron_gui.panels.theory.proof import drag_of
from perceptron_gui.panels.weights import WeightsPanel
from perceptron_gui.window.main_window import MainWindow
from tests.gui.canvas.desk import is_drawn, kept_free_by, labels_of
from tests.gui.conftest import Desk
from tests.gui.rich_reading import words_of
from tests.partly_slow import partly_slow

_X = np.random.default_rng(0).integers(-4, 5, (14, 2)) / 2
NEAR = Dataset(_X, np.where(_X @ [1.0, 0.7] > 0.2, 1, -1))
"""A line separates them, and orders differ in how many updates they take."""
AGREED = 3
"""Updates that both runs have in common."""
_PICKING = ["standard", "pocket", "kernel"]
"""Some of the learners whose examples can be listed: the online SVM meets all of them in passes."""


def runs_that_part(learner: str) -> tuple[RunSpec, RunSpec]:
    """Two runs of the learner over NEAR with the same first updates, and other ones after."""
    first = train(NEAR, RunSpec(learner, order="listed", max_updates=60))
    agreed, found = first.history.index(0, AGREED).tolist(), {}
    for row in range(NEAR.n):
        rest = np.random.default_rng(row).permutation(NEAR.n).tolist()
        spec = RunSpec(learner, order="listed", max_updates=60, sequence=(*agreed, row, *rest))
        history = train(NEAR, spec).history
        if history.index(0, AGREED).tolist() == agreed:
            found[len(history), *history.index(AGREED, AGREED + 1).tolist()] = spec
    (_, one), *_, (_, other) = sorted(found.items(), key=lambda item: item[0])
    return one, other


def texts_of(window: MainWindow) -> Iterator[str]:
    """All that is written in what is seen, says it of itself, or is said when it is pointed at or read aloud."""
    for widget in (window, *window.findChildren(QWidget)):
        if widget.isVisible():
            of_it = widget.toolTip(), widget.whatsThis(), widget.accessibleName(), widget.accessibleDescription()
            text = getattr(widget, "text", None)
            yield f"{type(widget).__name__}: {of_it} {text() if callable(text) else text}"
            if isinstance(widget, RichText):
                yield words_of(widget)
        if widget.isVisible() and isinstance(voice := getattr(widget, "voice", None), Voice):
            voice.changed()
            yield f"{type(widget).__name__}: {voice.told()} {[part.name for part in voice.parts]}"
        if widget.isVisible() and isinstance(widget, QAbstractItemView) and widget.model() is not None:
            model, root = widget.model(), QModelIndex()
            for row in range(model.rowCount(root)):
                for column in range(model.columnCount(root)):
                    cell = model.index(row, column, root)
                    yield str([model.data(cell, role) for role in (Qt.ItemDataRole.DisplayRole, 3, 11, 12)])
    for action in window.findChildren(QAction):
        yield f"{action.text()} {action.iconText()} {action.toolTip()} {action.statusTip()} {action.isEnabled()}"


class Pictures:
    """A window at rest, as it is seen and read."""

    def __init__(self, desk: Desk, window: MainWindow) -> None:
        self.desk, self.window = desk, window

    def settle(self) -> None:
        """Until nothing more comes."""
        self.desk.settled(self.window)
        panel = self.window.panel.panel
        for _ in range(2):
            QTest.qWait(170)
            while hasattr(panel, "ready") and not panel.ready():
                pass
            for work in self.window.canvas.stage.beside:
                work.finish()
            QApplication.processEvents()

    def at(self, spec: RunSpec, tab: str, *, from_end: bool) -> tuple[list[str], bytes]:
        """Texts and pixels of a run after its first updates, come to from its start or from its end."""
        window = self.window
        window.panel.turn_to(tab)
        window.document.set_spec(spec)
        self.desk.settled(window)
        window.player.go_to_update(
            len(window.player.visible.run.history) if from_end and window.player.visible.run else 0
        )
        self.settle()
        window.player.go_to_update(AGREED)
        self.settle()
        image = window.grab().toImage()  # which its bits do not outlive
        return list(texts_of(window)), bytes(image.constBits())


@pytest.fixture
def pictures(desk: Desk) -> Pictures:
    window = desk.open()
    window.document.open(NEAR, None)
    window.canvas.set_tween(False)
    desk.settled(window)
    return Pictures(desk, window)


def runs_of(window: MainWindow) -> Run:
    """The whole run."""
    assert window.player.run is not None
    return window.player.run


@pytest.mark.slow
@pytest.mark.parametrize("learner", _PICKING)
def test_runs_that_are_equal_so_far_cannot_be_told_apart(pictures: Pictures, learner: str) -> None:
    one, other = runs_that_part(learner)
    window = pictures.window
    window.workspace.visible.set_hidden(True)
    for tab in PANELS:
        texts, pixels = pictures.at(one, tab, from_end=False)
        others, other_pixels = pictures.at(other, tab, from_end=False)
        assert [pair for pair in zip(texts, others, strict=True) if pair[0] != pair[1]] == [], tab
        assert pixels == other_pixels, tab
        margin, written = runs_of(window).margin, " ".join(texts)
        assert margin.gamma is not None
        assert not [value for value in (number(margin.gamma), margin.bound_written) if value and value in written], tab


@pytest.mark.slow
def test_who_went_back_is_told_nothing_of_what_he_saw(pictures: Pictures) -> None:
    one, other = runs_that_part("pocket")
    pictures.window.workspace.visible.set_hidden(True)
    for tab in PANELS:
        texts, _ = pictures.at(one, tab, from_end=False)
        others, _ = pictures.at(other, tab, from_end=True)
        assert [pair for pair in zip(texts, others, strict=True) if pair[0] != pair[1]] == [], tab


@pytest.mark.slow
def test_without_the_switch_they_are_told_apart(pictures: Pictures) -> None:
    one, other = runs_that_part("standard")
    for tab in ("Theory", "Step"):
        texts, pixels = pictures.at(one, tab, from_end=False)
        others, other_pixels = pictures.at(other, tab, from_end=False)
        assert texts != others
        assert pixels != other_pixels


def _corridor(window: MainWindow) -> PlotSpec:
    panel = window.panel.panel
    assert isinstance(panel, TheoryPanel)
    spec = panel.picture.plot.spec
    assert spec is not None
    return spec


def _reaches_ahead(window: MainWindow) -> bool:
    curve = _corridor(window).curve(LENGTH)
    assert isinstance(curve, Sampled)
    return float(curve.x.max()) > AGREED


def _tells_the_bound(window: MainWindow) -> bool:
    panel = window.panel.panel
    assert isinstance(panel, TheoryPanel)
    return "at most" in panel.head.headline.text


def _lists_rows_ahead(window: MainWindow) -> bool:
    panel = window.panel.panel
    assert isinstance(panel, StepPanel)
    return panel.table.steps.count > AGREED


def _diagnoses(window: MainWindow) -> bool:
    panel = window.panel.panel
    assert isinstance(panel, DataPanel)
    return "hidden" not in panel.note.accessibleName()


TOLD: dict[str, tuple[str, Callable[[MainWindow], bool]]] = {
    "totals": ("Theory", lambda window: "/" in window.transport.position.text),
    "curves": ("Theory", _reaches_ahead),
    "next": ("Theory", lambda window: window.actions_["step_forward"].iconText() != "Step"),
    "rows": ("Step", _lists_rows_ahead),
    "star": ("Theory", lambda window: is_drawn(window.canvas.layers["optimum"])),
    "floor": ("Theory", lambda window: _corridor(window).curve(FLOOR) is not None),
    "ceiling": ("Theory", lambda window: _corridor(window).curve(CEILING) is not None),
    "bound": ("Theory", _tells_the_bound),
    "separable": ("Data", _diagnoses),
    "runs": ("Runs", lambda window: not isinstance(window.panel.panel, QLabel)),
}
"""Secret → the tab where it is told, and whether it is told now."""


SOON = ("bound",)
"""Secrets that every run of the tests reveals."""


def test_each_secret_is_known_by_what_tells_it() -> None:
    assert TOLD.keys() == SECRETS.keys()


@pytest.mark.slow
@partly_slow("secret", SOON, [secret for secret in SECRETS if secret not in SOON])
def test_each_secret_is_told_when_it_is_revealed(pictures: Pictures, secret: str) -> None:
    window, (tab, is_told) = pictures.window, TOLD[secret]
    window.resize(1280, 800)
    window.panel.turn_to(tab)
    window.player.go_to_update(AGREED)
    pictures.settle()
    assert is_told(window)
    window.actions_["hide_future"].trigger()
    pictures.settle()
    assert not is_told(window)
    reveal = dict(zip(SECRETS, window.actions_.menu("reveal").actions(), strict=True))[secret]
    reveal.trigger()
    pictures.settle()
    assert is_told(window)
    assert not reveal.isEnabled()
    window.actions_["hide_future"].trigger()
    pictures.settle()
    assert is_told(window)
    assert window.player.visible.run is window.player.run


def test_whoever_reveals_the_totals_reads_those_of_the_whole_run_everywhere(pictures: Pictures) -> None:
    window, words = pictures.window, set()
    window.resize(1280, 1000)
    window.workspace.visible.set_hidden(True)
    window.workspace.visible.reveal("totals")
    for tab in PANELS:
        window.panel.turn_to(tab)
        window.player.go_to_update(AGREED)
        pictures.settle()
        told = [re.sub(r"<[^>]*>", "", text) for text in texts_of(window)]
        words |= {found[0] for text in told for found in re.finditer(r"[\d,]+ of [\d,]+(?: updates?| so far|\b)", text)}
    whole = f"{AGREED} of {len(runs_of(window).history)}"
    assert {f"{whole} updates", whole} <= words
    assert not {text for text in words if text.startswith(f"{AGREED} of ")} - {f"{whole} updates", whole}


def test_a_run_that_was_cancelled_tells_its_length_with_the_totals(pictures: Pictures) -> None:
    window = pictures.window
    window.player.go_to_update(AGREED)
    window.status.run_asked()
    window.status.run_ended(Ended(Reason.CANCELLED))
    window.workspace.visible.set_hidden(True)
    assert window.status.outcome.text == ""
    window.workspace.visible.reveal("totals")
    assert window.status.outcome.toolTip() == f"cancelled after {len(runs_of(window).history)} updates"


def test_each_secret_is_revealed_by_a_key(pictures: Pictures) -> None:
    window, future = pictures.window, pictures.window.workspace.visible
    window.activateWindow()
    for place, secret in enumerate(SECRETS, 1):
        future.set_hidden(False)
        future.set_hidden(True)
        QTest.keyClick(window.canvas.view, Qt.Key.Key_U, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClick(window.canvas.view, Qt.Key(Qt.Key.Key_0.value + place % 10))
        assert future.saved()["revealed"] == [secret]


def test_what_cannot_be_separated_is_not_told_to_be_so(pictures: Pictures) -> None:
    window = pictures.window
    window.document.open(Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1]), None)
    pictures.settle()
    layer = window.canvas.layers["certificate"]
    window.player.go_to_update(AGREED)
    assert is_drawn(layer)
    window.workspace.visible.set_hidden(True)
    assert not is_drawn(layer)
    assert not window.status.run_on.isVisible()
    assert window.status.outcome.text == ""
    assert not window.actions_["run_on"].isEnabled()
    window.workspace.visible.reveal("separable")
    assert is_drawn(layer)


@pytest.mark.slow
def test_which_weights_separate_is_hidden_with_whether_any_does(pictures: Pictures) -> None:
    window = pictures.window
    window.panel.turn_to("Weights")
    window.player.go_to_update(AGREED)
    pictures.settle()
    panel = window.panel.panel
    assert isinstance(panel, WeightsPanel)
    open_words = panel.region.text()
    window.workspace.visible.set_hidden(True)
    pictures.settle()
    assert panel.region.text() == "Which w's separate is hidden for now."
    assert panel.view.picture is not None
    assert panel.view.picture.region is None
    window.workspace.visible.reveal("separable")
    pictures.settle()
    assert panel.region.text() == open_words


def test_nothing_of_a_whole_run_leaves_the_window(pictures: Pictures) -> None:
    exports = ("film", "report", "player", "solution", "trace")
    names = (*(f"export_{what}" for what in exports), "classify", "copy_numbers")
    assert all(pictures.window.actions_[name].isEnabled() for name in names)
    pictures.window.workspace.visible.set_hidden(True)
    assert not any(pictures.window.actions_[name].isEnabled() for name in names)
    assert all("Hide the Future is on" in pictures.window.actions_[name].toolTip() for name in names)
    pictures.window.workspace.visible.set_hidden(False)
    assert all(pictures.window.actions_[name].isEnabled() for name in names)


def test_a_session_keeps_what_is_hidden(pictures: Pictures) -> None:
    window = pictures.window
    held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(window.canvas.view, Qt.Key.Key_H, held)
    assert window.workspace.visible.view.hidden
    window.workspace.visible.reveal("star")
    kept = window.sessions.present()
    window.workspace.visible.set_hidden(False)
    window.sessions.show(kept)
    assert window.workspace.visible.saved() == {"hidden": True, "revealed": ["star"]}


def test_the_timeline_grows_with_the_playhead(pictures: Pictures) -> None:
    window = pictures.window
    window.workspace.visible.set_hidden(True)
    window.player.set_granularity(Granularity.EXAMPLE)
    window.player.home()
    lengths = []
    while not window.player.at_end:
        track = window.transport.timeline.track
        assert track is not None
        assert (track.known, track.whole, track.run.stopped) == (window.player.position, False, None)
        lengths.append(window.transport.timeline.maximum())
        window.player.step_forward()
    assert lengths[:4] == [0, 1, 2, 3]
    assert window.player.visible.run is not None
    assert window.player.visible.run.converged
    window.player.step_back()
    assert window.player.visible.run.stopped is None
    assert window.transport.timeline.maximum() == window.player.position


def test_nothing_leads_further_than_the_playhead_but_playing_and_stepping(pictures: Pictures) -> None:
    window = pictures.window
    window.resize(1280, 800)
    window.panel.turn_to("Theory")
    window.player.go_to_update(AGREED)
    pictures.settle()
    assert window.actions_["end"].isEnabled()
    window.workspace.visible.set_hidden(True)
    pictures.settle()
    assert not window.actions_["end"].isEnabled()
    assert "Hide the Future is on" in window.actions_["end"].toolTip()
    QTest.keyClick(window.canvas.view, Qt.Key.Key_End)
    panel = window.panel.panel
    assert isinstance(panel, TheoryPanel)
    assert panel.picture.plot.frame is not None
    beyond = panel.picture.plot.frame.area.topRight() - QPointF(2, -20)
    QTest.mouseClick(panel.picture.plot, Qt.MouseButton.LeftButton, pos=beyond.toPoint())
    drag_of(window.workspace, UPDATE)(500.0)
    assert window.player.position == AGREED
    window.player.set_speed(50_000)
    QTest.keyClick(window.canvas.view, Qt.Key.Key_Space)
    pictures.desk.qtbot.waitUntil(lambda: window.player.at_end)
    assert "This is the end" in window.actions_["end"].toolTip()
    window.player.step_back()
    window.workspace.visible.reveal("totals")
    assert window.actions_["end"].isEnabled()


def test_the_step_button_answers_no_question(pictures: Pictures) -> None:
    window = pictures.window
    window.player.home()
    asked = window.actions_["step_forward"].iconText()
    assert asked.startswith("Update w on example")
    window.actions_["predict"].trigger()
    assert window.actions_["step_forward"].iconText() == "Show"
    window.player.step_forward()
    assert window.actions_["step_forward"].iconText() == "Show"
    window.actions_["predict"].trigger()
    assert window.actions_["step_forward"].iconText() != "Show"


def test_the_example_to_predict_is_ringed_unless_it_is_hidden(pictures: Pictures) -> None:
    window = pictures.window
    window.player.go_to_update(1)
    layer = window.canvas.layers["current"]
    assert len(kept_free_by(layer)) == 1
    window.actions_["predict"].trigger()
    assert labels_of(layer)[0].text == "next"
    assert len(kept_free_by(layer)) == 2
    window.workspace.visible.set_hidden(True)
    assert len(kept_free_by(layer)) == 1


def test_other_data_begin_another_tally(pictures: Pictures) -> None:
    window = pictures.window
    window.workspace.quiz.restore({"on": True, "angles": [3.0, 4.0]})
    assert window.workspace.quiz.tally.angles
    window.document.open(NEAR, None)
    assert not window.workspace.quiz.tally.angles
