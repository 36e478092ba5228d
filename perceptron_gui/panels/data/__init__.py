"""The data panel: the examples as a table, in step with the canvas."""

from perceptron_gui.panels.data.panel import DataPanel as DataPanel
