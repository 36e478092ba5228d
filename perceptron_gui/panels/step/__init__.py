"""The step panel: the present step as pseudo-code and in numbers, and the table of all steps."""

from perceptron_gui.panels.step.panel import StepPanel as StepPanel
