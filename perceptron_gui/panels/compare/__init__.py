"""The compare panel: several learners on one stream."""

from perceptron_gui.panels.compare.panel import ComparePanel as ComparePanel
