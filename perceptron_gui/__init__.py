"""The window: Qt and pyqtgraph over core, which knows nothing of it."""

VERSION = "1.0.0"
"""What About, `--version` and the package say: the one place where it stands."""
