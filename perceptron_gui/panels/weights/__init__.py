"""The weights panel: the space of w, in which every example is a half-plane and w moves into their common part."""

from perceptron_gui.panels.weights.panel import WeightsPanel as WeightsPanel
