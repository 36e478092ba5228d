"""Run when the executable starts, before PyInstaller's own hooks: one of them would import Qt the slow way."""

from perceptron_gui.program.quick_imports import quickly
from perceptron_gui.program.quick_imports.pyside import import_pyside

with quickly():
    import_pyside()
