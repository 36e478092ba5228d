"""What the learner is, and with what it predicts, in words."""

from core.learners import find_learner
from core.run import Run
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.panels.learner.view import LearnerView


class Meaning(LearnerView):
    """For every run."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme)
        self.words = self.add_sentence()

    @staticmethod
    def fits(run: Run) -> bool:
        return True

    def take_run(self, run: Run) -> None:
        self.heading.setText(find_learner(run.spec.learner).title)
        predictor = run.predictor
        started = predictor.started if run.margin.start is not None else ""
        told = f"Predicts with the {predictor.title}. {predictor.meaning}{started} {predictor.aside}"
        self.words.setText(told.strip())
        self.setAccessibleName(f"{self.heading.text()}: {told}")
