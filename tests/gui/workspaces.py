"""What panels are made from, around a playhead that a test moves itself, and the runs that it moves over."""

from __future__ import annotations

from core.datasets.dataset import Dataset
from core.run import Run, train
from core.spec import RunSpec
from perceptron_gui.model.by_hand import ByHand, PredictionQuiz
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.player import Player
from perceptron_gui.model.workspace import Highlight, TheoryPage, Workspace

SEPARABLE = Dataset([[1.0, 1.0], [3.0, 1.0], [0.0, 2.0], [-1.0, 0.5], [2.0, -1.0]], [-1, 1, -1, -1, 1])
XOR = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])


def workspace_of(
    player: Player, highlight: Highlight | None = None, page: TheoryPage = TheoryPage.PICTURE
) -> Workspace:
    """A workspace with this playhead, in which the theorem is read on this page."""
    made = Workspace(Document())
    made.theorem_view.turn_to(page)
    made.player, made.visible = player, player.visible
    made.by_hand, made.quiz = ByHand(made.document, player), PredictionQuiz(player)
    made.highlight = highlight or made.highlight
    return made


def load(player: Player, dataset: Dataset = SEPARABLE, spec: RunSpec | None = None) -> Run:
    """The whole run, which the playhead is over from now on."""
    run = train(dataset, spec)
    player.set_run(run)
    return run
