"""The runs panel: one run among all runs, over orders, random targets, parameters and places of an example."""

from perceptron_gui.panels.runs.panel import RunsPanel as RunsPanel
