"""The transport bar: buttons, timeline and speed."""

from perceptron_gui.panels.transport.bar import TransportBar as TransportBar
