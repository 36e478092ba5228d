"""The window: Qt and pyqtgraph over core, which knows nothing of it."""
