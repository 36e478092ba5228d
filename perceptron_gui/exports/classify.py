"""The learner's classes for the examples of another file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QWidget

from core.errors import Cancelled, CancelledError, InputError, end_if, never
from core.explain.trace import predictions
from core.files import load_questions
from core.files.disk.atomic import atomic_file, refuse_same_file
from core.run import Run
from perceptron_gui.files.waiting import FileWork


@dataclass(frozen=True, eq=False)
class ClassifyTask:
    """Classify the examples of `source` by a run that does not grow; write row, score and prediction to `target`."""

    run: Run
    source: Path
    target: Path


@dataclass(frozen=True)
class Answer:
    """What came of an order; `error` is what went wrong, if something did."""

    order: ClassifyTask
    error: InputError | None = None
    remarks: tuple[str, ...] = ()
    """What was ambiguous in the file, and how it was read."""


def classify(order: ClassifyTask, cancelled: Cancelled = never) -> Answer:
    """Do it now. Nothing is written where something is wrong, or once it is `cancelled`."""
    try:
        refuse_same_file((str(order.source),), (str(order.target),))
        questions = load_questions(order.source, order.run.dataset.features, cancelled=cancelled)
        with atomic_file(order.target) as stream:
            for block in predictions(order.run, questions.X):
                end_if(cancelled)
                stream.write(block.encode())
    except CancelledError:
        pass
    except InputError as error:
        return Answer(order, error)
    except MemoryError:
        return Answer(order, InputError("there is not enough memory for this file", path=order.source))
    else:
        return Answer(order, remarks=questions.remarks)
    return Answer(order)


class Classifier(FileWork):
    """Classifies one file at a time; `finished` carries the Answer."""

    doing = "Classifying"

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, classify)

    def classify(self, order: ClassifyTask) -> None:
        self.begin(order, order.source)
