"""The window: Qt and pyqtgraph over core, which knows nothing of it."""

VERSION = "0.1.0"
"""What About and `--version` say; the executable carries no package data to ask."""
