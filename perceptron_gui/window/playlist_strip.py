"""The names of the files of a playlist, above the canvas; there while there are several."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Slot
from PySide6.QtWidgets import QTabBar, QWidget

from perceptron_gui.files.playlist import Playlist
from perceptron_gui.look.text.lettering import readable


class PlaylistStrip(QTabBar):
    """A tab for each file, that of the one asked for lit; another is opened by a click or an arrow."""

    def __init__(self, playlist: Playlist, parent: QWidget | None = None) -> None:
        super().__init__(parent, expanding=False, documentMode=True, drawBase=False)
        self._playlist = playlist
        self.setAccessibleName("Playlist")
        self.setElideMode(Qt.TextElideMode.ElideMiddle)
        self.setUsesScrollButtons(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFont(readable(self.font()))
        playlist.changed.connect(self._show)
        self.currentChanged.connect(playlist.go)
        self._show()

    @Slot()
    def _show(self) -> None:
        paths, place = self._playlist.paths, self._playlist.place
        with QSignalBlocker(self):
            while self.count() > len(paths):
                self.removeTab(self.count() - 1)
            while self.count() < len(paths):
                self.addTab("")
            for number, path in enumerate(paths):
                self.setTabText(number, f"{number + 1}  {path.stem.replace('&', '&&')}")
                self.setTabToolTip(number, str(path))
            self.setCurrentIndex(-1 if place is None else place)
        self.setVisible(len(paths) > 1)
