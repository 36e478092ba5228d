"""The bottom of the window: play and step, the track of the run, and the sentence of the step."""

from perceptron_gui.panels.bottom.bar import BottomBar as BottomBar
from perceptron_gui.panels.bottom.bar import StepLine as StepLine
