"""The weights panel: the space of w, where every example is a half-plane and w walks into what they have in common."""

from perceptron_gui.panels.weights.panel import WeightsPanel as WeightsPanel
