"""The theory panel: what the convergence theorem says at the playhead."""

from perceptron_gui.panels.theory.panel import TheoryPanel as TheoryPanel
