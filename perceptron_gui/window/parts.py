"""The parts of a window, on which its commands act; what a session keeps of them; and the first steps of a newcomer."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMainWindow, QMenuBar, QSplitter

from core.built_in import BUILT_IN
from core.files.session import Session
from core.lessons.lesson_files import WHY, lesson_files
from core.spec import RunSpec
from perceptron_gui.canvas import Canvas
from perceptron_gui.canvas.canvas import settings_of_canvas
from perceptron_gui.canvas.tools import TOOLS
from perceptron_gui.files.loading import FileChoices, FileWork, LoadRequest, Playlist, load_outcome
from perceptron_gui.files.open_save import Dialogs, Files
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.card import Notice
from perceptron_gui.look.motion import Motion
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.saved_setting import Kept, SavedSetting, a_count, give_back, taken_down
from perceptron_gui.model.threads.runner import Runner
from perceptron_gui.model.workspace import TheoryPage, Workspace, chosen_in
from perceptron_gui.window.cards import LessonOffer, NotesCard, Side
from perceptron_gui.window.screen import PanelWidth, Presentation
from perceptron_gui.window.side_panel import MAIN, SidePanel
from perceptron_gui.window.top_row import RunOptions

if TYPE_CHECKING:
    from core.files import Survey
    from core.lessons.lesson import GuidedLesson
    from perceptron_gui.window.dialogs.gallery import GalleryDialog, GenerateDialog
    from perceptron_gui.window.export import Exports

_REVEALED = ("star", "bound", "separable")
_PROVEN = ("floor", "ceiling")
"""The secrets that are revealed besides after the proof."""
ENDLESS_EPOCHS = 10
"""Epochs after which playing pauses where no line separates the points."""


class Parts:
    """The parts of a `window`, made but neither connected nor laid out; for a `lesson` nothing is to be saved."""

    def __init__(
        self,
        window: QMainWindow,
        settings: Settings,
        theme: ThemeModel,
        *,
        spec: RunSpec | None = None,
        dialogs: Dialogs | None = None,
        lesson: GuidedLesson | None = None,
    ) -> None:
        self.window, self.settings, self.theme, self.lesson = window, settings, theme, lesson
        self.workspace = Workspace(Document(spec=spec, parent=window, practice=lesson is not None), window)
        self.document, self.selection = self.workspace.document, self.workspace.selection
        self.player = self.workspace.player
        self.runner = Runner(window)
        self.notice = Notice(theme)
        self.canvas = Canvas(self.workspace, theme)
        self.panel = SidePanel(self.workspace, theme)
        self.notes = NotesCard(self.document, theme)
        self.side = Side(self.panel, self.workspace.visible, self.notes)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        self.panel_width = PanelWidth(self.splitter, self.side, self.workspace.visible, settings)
        self.presentation = Presentation(window, self.canvas, self.panel, self.panel_width, settings)
        self.menu_bar = QMenuBar()
        self.sessions = SessionState(self)
        self.reader = FileWork(window, "Reading", load_outcome)
        asked, present, show = dialogs or Dialogs(window, self._choose), self.sessions.present, self.sessions.show
        self.files = Files(self.document, settings, self.notice, self.reader, dialogs=asked, present=present, show=show)
        self.playlist = Playlist(self.document, window)
        self.options = RunOptions(self.document, window)
        self.tools_here: Collection[str] = tuple(TOOLS)
        """the tools that may be taken now: a step of a lesson may forbid some"""
        self.tool_before_guess = self.canvas.view.tool
        self.motion, self.glides = settings.motion, settings.motion.glides
        """The chosen motion, and whether the boundary glides with it, by the system's setting at the time."""

    @cached_property
    def exports(self) -> Exports:
        """The exports to files, made when something is first exported."""
        from perceptron_gui.window.export import Exports

        return Exports(self.canvas, self.panel, self.files, self.theme, self.window)

    @cached_property
    def gallery(self) -> GalleryDialog:
        """The data that come with the program; it keeps its pictures for the next time."""
        from perceptron_gui.window.dialogs.gallery import GalleryDialog

        return GalleryDialog(self.theme, self.window)

    @cached_property
    def generator(self) -> GenerateDialog:
        """Asks for data made to a plan; it keeps what was chosen for the next time."""
        from perceptron_gui.window.dialogs.gallery import GenerateDialog

        return GenerateDialog(self.theme, self.window)

    def _choose(self, found: Survey, request: LoadRequest) -> FileChoices | None:
        from perceptron_gui.window.dialogs.import_dialog import ImportDialog

        return ImportDialog(found, request, self.theme, self.window).ask()

    def set_motion(self, motion: Motion) -> None:
        """Let the boundary glide or jump from now on, and at the next start."""
        self.motion, self.glides = motion, motion.glides
        self.settings.motion = motion
        self.canvas.set_tween(self.glides)

    def shut_down(self) -> None:
        """Save the settings, and wait for the end of all threads."""
        self.settings.geometry = bytes(self.window.saveGeometry().data())
        self.settings.store.sync()
        self.files.shut_down()
        self.player.pause()
        self.reader.shut_down()
        if "exports" in vars(self):
            self.exports.shut_down()
        self.runner.shut_down()


class SessionState:
    """The state of the window as a session. The view of a file holds for this window; the settings stay."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        workspace, player, panel = parts.workspace, parts.player, parts.panel
        self._view: dict[str, Any] = {}
        parts.document.opened.connect(self._view.clear)
        self._kept: dict[str, SavedSetting] = {
            **chosen_in(workspace),
            "guess": workspace.quiz,
            "by_hand": workspace.by_hand,
            "future": workspace.visible,
            "speed": Kept(float, lambda: player.speed, player.set_speed),
            "side_panel": Kept(bool, lambda: not panel.isHidden(), panel.setVisible),
            "choices": panel,
            "panel": Kept(str, lambda: panel.title, panel.turn_to),
            "panel_width": Kept(int, lambda: parts.splitter.sizes()[-1], self._divide),
            **settings_of_canvas(parts.canvas),
        }
        """name → what a session keeps of the view; the canvas comes last, when it has its width"""

    def present(self) -> Session:
        """Return the present state, with the unknown parts of the view that the file held."""
        workspace, player = self._parts.workspace, self._parts.player
        seen = player.state.example if player.state is not None else 0
        view = {**self._view, **taken_down(self._kept)}
        if len(workspace.selection) > 1_000:
            view["selected"] = None  # A person does not point at more than these one by one.
        return workspace.document.session(player.awaited or seen, view, workspace.held_out_file.kept)

    def show(self, session: Session) -> None:
        """Restore playhead and view; points, options and words are there already."""
        self._view.update(session.view)
        self._parts.player.await_example(session.example)
        self._parts.workspace.held_out_file.put(session.held_out)
        with self._parts.settings.left_alone():
            give_back(self._kept, session.view)

    def _divide(self, width: int) -> None:
        splitter, whole = self._parts.splitter, self._parts.window.width()
        splitter.setSizes([whole - splitter.x() - a_count(width, 1, whole - 1), width])
        self._parts.panel_width.given = True


class FirstSteps(QObject):
    """The view of a newcomer, one thing at a time: the future is hidden, layers are few, and words have no symbols.

    It ends for this window when the person does something that it does not show, and for good when the person asks for
    everything. Once the person has seen why the run stops, γ, R and the corridor are there too.
    """

    def __init__(self, parts: Parts, offer: LessonOffer) -> None:
        super().__init__(parts.window)
        self._parts, self._offer = parts, offer
        self._spec = RunSpec()
        workspace, document = parts.workspace, parts.document
        workspace.pages.everything.connect(self.finish)
        if parts.lesson is None:  # Else the user's own window shows them.
            workspace.pages.first_steps.connect(self.again)
        workspace.pages.first_lesson.connect(lambda: parts.files.lesson_asked.emit(lesson_files()[0]))
        document.opened.connect(self.end)
        document.taken_over.connect(self.end)
        parts.files.lesson_asked.connect(lambda path: None if path == WHY else self.end())
        document.spec_changed.connect(self._on_spec)
        parts.player.run_changed.connect(self._limit)
        for changed in (parts.panel.currentChanged, parts.canvas.view.tool_changed):
            changed.connect(self._look)
        for shown in (workspace.visible, workspace.quiz, workspace.by_hand):
            shown.changed.connect(self._look)

    @property
    def wanted(self) -> bool:
        """True if a start without a file shows the first steps."""
        return not self._parts.settings.asked_why and self._parts.lesson is None

    def begin(self) -> None:
        parts = self._parts
        self._spec = parts.document.spec
        parts.panel.show()
        parts.panel.turn_to(MAIN[0])
        parts.workspace.theorem_view.turn_to(TheoryPage.PICTURE)
        parts.workspace.visible.show(newcomer=True, hidden=True, revealed=_REVEALED)

    def end(self) -> None:
        self._parts.workspace.visible.show_everything()

    def finish(self) -> None:
        """End the view for good, and offer the first lesson."""
        with self._parts.settings.shared():
            self._parts.settings.asked_why = True
        self.end()
        self._offer.make()

    def explain(self) -> None:
        """Let a newcomer have γ, R and the corridor, too, after the proof; offer others the first lesson."""
        if not self._parts.workspace.visible.view.newcomer:
            self.finish()
            return
        with self._parts.settings.shared():
            self._parts.settings.asked_why = True
        self._parts.workspace.visible.show(revealed=(*_REVEALED, *_PROVEN))

    def again(self) -> None:
        """Show the first screen again, now and at the next start; ask first if points are not saved."""
        parts = self._parts
        if not parts.files.may_leave():
            return
        with parts.settings.shared():
            parts.settings.asked_why = False
        self._offer.hide()
        parts.files.show_built_in(BUILT_IN[0])
        self.begin()

    def _on_spec(self, spec: RunSpec) -> None:
        """End the view after a change of learner, order, kernel or bias; a line that may move instead stays."""
        before = self._spec
        same = (spec.learner, spec.order, spec.kernel) == (before.learner, before.order, before.kernel)
        if not (same and (spec.bias == before.bias or {spec.bias, before.bias} == {0.0, 1.0})):
            self.end()

    def _limit(self) -> None:
        """Let a run without an end pause after ten epochs: the learner would go on."""
        player, visible = self._parts.player, self._parts.workspace.visible
        margin = visible.margin
        if visible.view.newcomer and player.run is not None and margin is not None and margin.separable is False:
            end = ENDLESS_EPOCHS * player.run.dataset.n
            player.stop_at = end if player.state is None or player.state.example < end else 0

    def _look(self) -> None:
        parts, workspace = self._parts, self._parts.workspace
        learns = workspace.quiz.on or workspace.by_hand.on or parts.canvas.view.tool == "line"
        if learns or parts.panel.title != MAIN[0]:
            self.end()
