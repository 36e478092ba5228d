"""The learner panel: the parts that only this learner has, at the playhead."""

from perceptron_gui.panels.learner.panel import LearnerPanel as LearnerPanel
