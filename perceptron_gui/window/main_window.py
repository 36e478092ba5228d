"""The window: makes the parts, connects them, and does nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QCloseEvent, QDropEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QMainWindow, QWidget

from core.built_in import BUILT_IN
from core.errors import InputError
from core.numbers.numerals import counted
from core.run import Run
from core.spec import RunSpec
from perceptron_gui.canvas.tools import TOOLS
from perceptron_gui.files.loading import LoadRequest, files_of
from perceptron_gui.files.open_save import Dialogs
from perceptron_gui.files.recovery import Recovery
from perceptron_gui.files.settings import Settings
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.card import Offer, Severity
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.motion import Motion
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.threads.runner import Ended, Reason
from perceptron_gui.model.threads.worker import FrameWatch, single_shot
from perceptron_gui.panels import BottomBar, ByHandCard, QuizCard
from perceptron_gui.window.cards import Corner, EmptyCanvas, LayersButton, LessonOffer, PlaylistCard
from perceptron_gui.window.commands import MENUS
from perceptron_gui.window.commands.command import Actions
from perceptron_gui.window.first_steps import FirstSteps
from perceptron_gui.window.keyboard import action_meant, stop_after
from perceptron_gui.window.parts import Parts
from perceptron_gui.window.screen import ArithmeticLine, keep_on_screen
from perceptron_gui.window.top_row import Rail, TopRow

if TYPE_CHECKING:
    from core.lessons.lesson import GuidedLesson


class MainWindow(Guarded, QMainWindow):
    """Canvas and panel under the top row, over the bar with the track; for a `lesson` nothing is to be saved."""

    def __init__(
        self,
        settings: Settings,
        theme: ThemeModel,
        recovery_folder: Path,
        *,
        spec: RunSpec | None = None,
        dialogs: Dialogs | None = None,
        lesson: GuidedLesson | None = None,
    ) -> None:
        super().__init__()
        self.parts = parts = Parts(self, settings, theme, spec=spec, dialogs=dialogs, lesson=lesson)
        self.settings, self.theme, self.workspace, self.runner = settings, theme, parts.workspace, parts.runner
        self.document, self.selection, self.player = parts.document, parts.selection, parts.player
        self.canvas, self.panel, self.notes, self.side = parts.canvas, parts.panel, parts.notes, parts.side
        self.splitter, self.options, self.notice = parts.splitter, parts.options, parts.notice
        self.files, self.reader = parts.files, parts.reader
        self.playlist, self.sessions, self.presentation = parts.playlist, parts.sessions, parts.presentation
        self.actions_ = Actions(MENUS, parts)
        self.highlight = self.workspace.highlight
        self.frames = FrameWatch(self.player.shown, self.canvas.stage.glide.changed, parent=self)
        self.offer = LessonOffer(settings, theme)
        self.recovery = Recovery(self.document, recovery_folder, self, self.sessions.present)
        self.transport = BottomBar(self.player, self.actions_.by_name, theme, self.workspace.quiz)
        self.quiz_card = QuizCard(self.workspace, theme)
        self.by_hand_card = ByHandCard(self.workspace, theme)
        self.status = self.transport.line
        self.arithmetic = ArithmeticLine(self.player)
        self.beginnings = EmptyCanvas(self.canvas, self.actions_.by_name)
        self.layers = LayersButton(self.canvas, self.actions_.by_name, self)
        self.cards = Corner(self.canvas, self.notice, self)
        listed = PlaylistCard(self.playlist, self.workspace.visible, theme)
        for card in (self.offer, listed, self.by_hand_card, self.quiz_card):
            self.side.put_first(card)
        self._said_of_run, self._start, self._framed = "", 0, False
        self._connect()
        self._lay_out()
        self._restore()
        self.actions_.begin()
        self.workspace.pages.why.connect(self.actions_["why"].trigger)
        self.first_steps = FirstSteps(parts, self.offer)

    def begin(
        self,
        request: LoadRequest | None = None,
        options: Mapping[str, Any] = MappingProxyType({}),
        playlist: Sequence[Path] = (),
        *,
        first_steps: bool = False,
    ) -> None:
        """Show the file that was asked for, or several; else what a crash left, else the first built-in data.

        Work that a crash left of the first file is shown in its place; of other files it waits. `options` are the
        fields of a RunSpec that were asked for. `first_steps` lets a newcomer see one thing at a time.
        """
        try:
            first = files_of(playlist)[0] if playlist else request.path if request else None
            left = self.recovery.left_over(first)
        except InputError:
            left = None  # Errors are shown with the files.
        if left is not None:
            self.offer.hide()
            self.files.show_recovered(left)
            if self.recovery.keep():
                left.forget()
            sentence = "This work was not saved when a window ended unexpectedly."
            self.notice.show_notice(Severity.NOTE, sentence, Offer("Discard It", self.files.discard))
            self.document.set_spec(replace(self.document.spec, **options))
        else:
            self.files.show_built_in(BUILT_IN[0], options)
        if playlist:
            self._show_all(playlist, begun=left is not None)
        elif left is None and request is not None:
            self.files.open_request(request)
        elif left is None and first_steps and not options and self.first_steps.wanted:
            self.first_steps.begin()
        elif left is None:
            self.offer.make()

    def open_all(self, paths: Sequence[Path]) -> None:
        """Open a file; of several, or of a folder, the first, and the others as a playlist."""
        if len(paths) == 1 and not paths[0].is_dir():
            self.files.open_path(paths[0])
        else:
            self._show_all(paths)

    def _show_all(self, paths: Sequence[Path], *, begun: bool = False) -> None:
        """Make the paths the playlist, and open the first unless it is `begun`."""
        self.offer.hide()  # A person who brings files knows what to do.
        try:
            self.playlist.take(paths, begun=begun)
            self._say_left_out()
        except InputError as error:
            self.complain(str(error))

    def _say_left_out(self) -> None:
        """Say which files of a folder are not in the playlist, as soon as the first of them is open."""
        if self.reader.awaited is not None:
            self.reader.finished.connect(self._say_left_out, Qt.ConnectionType.SingleShotConnection)
        elif self.playlist.left_out:
            self.notice.add(self.playlist.left_out)

    def start_at(self, update: int) -> None:
        """Show update `update` of the present data, or of those being read, as soon as it is recorded."""
        self._start = update
        self.player.go_to_update(update)

    def _go_to_start(self) -> None:
        if self._start:
            self.player.go_to_update(self._start)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.parts.panel_width.fit_scale()
        self.transport.fit(event.size().height())
        super().resizeEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()  # Only the last line accepts, so that an error on the way leaves the window open.
        if not self.files.may_leave():
            return
        self.parts.shut_down()
        self.recovery.close()
        super().closeEvent(event)

    def leave(self) -> None:
        """Leave because the system ends the program: ask nothing, and keep unsaved work for the next window."""
        self.recovery.leave()
        self.parts.shut_down()
        self.hide()  # A hidden window works on nothing in the background.

    def event(self, event: QEvent) -> bool:
        """Let a letter of another script act as the Latin letter in its place, unless a widget wants it."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.ShortcutOverride:
            return super().event(event)
        self.actions_.ask()  # The key before may have come in the same turn of the event loop.
        handled = super().event(event)
        of_panel = self.panel.panel.actions() if self.panel.isVisible() else []
        action = None if event.isAccepted() else action_meant(event, (*self.actions(), *of_panel))
        if action is not None:
            event.accept()
            action.trigger()
        return handled

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the button in focus with Enter, because Space plays wherever the focus is."""
        focus = QApplication.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focus, QAbstractButton):
            focus.animateClick()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move the focus: Tab goes from the canvas to cards and panel beside it, and from there to what is below."""
        panel = (self.panel.tabBar(), self.panel.more, self.panel.panel)
        sheets = (self.options.sheet, self.layers.sheet)
        parts = (*self.above, *sheets, self.canvas, self.cards, *self.side.cards, *panel, self.transport)
        if (stop := stop_after(QApplication.focusWidget(), parts, forward=forward)) is None:
            return super().focusNextPrevChild(forward)
        self.setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)  # Qt sets this too; it makes the focus visible.
        stop.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
        return True

    def changeEvent(self, event: QEvent) -> None:
        """Look at files, which other programs change, and come into the screen."""
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.files.look_at_disk()
            if not self._framed:
                self._framed = True
                self.keep_on_screen()
        super().changeEvent(event)

    def dragEnterEvent(self, event: QDropEvent) -> None:
        """Take local files and folders, if all are, and only as copies: a move would take them from their place."""
        urls = event.mimeData().urls()
        if urls and event.possibleActions() & Qt.DropAction.CopyAction and all(url.isLocalFile() for url in urls):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        event.ignore()
        self.dragEnterEvent(event)
        if event.isAccepted():
            self.open_all([Path(url.toLocalFile()) for url in event.mimeData().urls()])

    def _connect(self) -> None:
        document, player, runner = self.document, self.player, self.runner
        document.dataset_changed.connect(self._run)
        document.spec_changed.connect(self._run)
        document.dataset_changed.connect(self.highlight.clear)
        self._judging_scales = single_shot(self, 300, self._judge_scales)
        for begin in (player.pause, player.home, self._take_first_tool, self._judging_scales.start):
            document.opened.connect(begin)
        document.path_changed.connect(self._show_title)
        document.modified_changed.connect(self.setWindowModified)
        runner.begun.connect(self.status.run_comes)
        runner.begun.connect(player.set_run)
        runner.joined.connect(player.join)
        runner.grew.connect(player.grow)
        runner.paused.connect(self.status.run_paused)
        runner.paused.connect(self._on_paused)
        runner.resumed.connect(self.status.run_resumed)
        runner.resumed.connect(self.files.retract_remark)
        runner.finished.connect(self.status.run_ended)
        runner.finished.connect(self._on_finished)
        self.status.cancel.clicked.connect(runner.cancel)
        self.status.run_on.clicked.connect(runner.run_on)
        self.options.said.connect(self._say_of_run)
        self.options.start_wanted.connect(self.actions_["start"].trigger)
        self.offer.start.clicked.connect(self.workspace.pages.first_lesson)
        self.notes.text.linkActivated.connect(self.workspace.pages.wanted)
        self.files.several_asked.connect(self.open_all)
        self.playlist.wanted.connect(self.files.open_path)
        self.reader.finished.connect(self._go_to_start)
        self.recovery.failed.connect(self.complain)
        document.refused.connect(self.complain)
        document.undo_stack.indexChanged.connect(self.notice.pass_edit)
        document.start_lost.connect(partial(self.notice.show_notice, Severity.NOTE))
        player.run_changed.connect(self._drop_idle_tool)
        self._judging = single_shot(self, 200, self._judge_origin)
        player.run_changed.connect(self._judging.start)
        by_hand, quiz = self.workspace.by_hand, self.workspace.quiz  # Each of them ends the other.
        by_hand.changed.connect(lambda: quiz.set_on(quiz.on and not by_hand.on))
        quiz.changed.connect(lambda: by_hand.set_on(by_hand.on and not quiz.on))
        by_hand.left.connect(self._offer_order_before)

    def _lay_out(self) -> None:
        actions = self.actions_.by_name
        self.top_row = TopRow(self.parts.menu_bar, actions, self.options, self.workspace.visible)
        self.above: list[QWidget] = [self.top_row]
        self.top_row.show_all.clicked.connect(self.workspace.pages.everything)
        self.setMenuWidget(self.top_row)
        self.rail = Rail(self.actions_.menu("tools").actions(), (actions["undo"], actions["redo"]))
        self.splitter.addWidget(self.canvas)
        self.canvas.words.noted.connect(self.side.tell)
        self.side.told.linkActivated.connect(self.workspace.pages.wanted)
        self.canvas.words.features_asked.connect(self.actions_["features"].trigger)
        self.splitter.addWidget(self.side)
        self.splitter.setStretchFactor(0, 1)
        row = in_row(self.rail, (self.splitter, 1), margins=(0, 0, 0, 0), spacing=0)
        self.column = in_column((row, 1), self.arithmetic, self.transport, margins=(0, 0, 0, 0), spacing=0)
        self.setCentralWidget(middle := QWidget())
        middle.setLayout(self.column)
        self.cards.raise_()  # A sheet that is opened comes above it.
        self.setAcceptDrops(True)
        self.canvas.setFocus()
        self.workspace.visible.changed.connect(self._show_parts)

    def _show_parts(self) -> None:
        """Show a newcomer and an audience fewer parts."""
        view = self.workspace.visible.view
        self.top_row.setHidden(view.presents or view.tour)
        for part in (self.rail, self.layers.pill):
            part.setHidden(view.newcomer or view.presents or view.tour)

    def _restore(self) -> None:
        settings, splitter = self.settings, self.splitter
        if not (settings.geometry and self.restoreGeometry(settings.geometry)):
            self.resize(1280, 800)
        self.keep_on_screen()
        if not (settings.splitter and splitter.restoreState(settings.splitter)):
            splitter.setSizes([self.width() - self.width() // 3, self.width() // 3])
        splitter.splitterMoved.connect(lambda: setattr(settings, "splitter", bytes(splitter.saveState().data())))
        self.player.eases_in = True
        self.player.set_speed(settings.speed)
        self.player.speed_changed.connect(partial(setattr, settings, "speed"))
        self.panel.turn_to(settings.panel)
        self.panel.currentChanged.connect(lambda: setattr(settings, "panel", self.panel.title))
        self.panel.setVisible(settings.side_panel)
        self.canvas.set_equal_scales(settings.equal_scales)
        self.canvas.spoken_steps.spoken = settings.spoken_steps
        self.canvas.set_tween(self.parts.glides)
        self.canvas.looked_at.connect(self._follow_motion)
        theorem_view = self.workspace.theorem_view
        theorem_view.set_normalised(settings.normalised)
        theorem_view.turn_to(settings.theory_page)
        theorem_view.changed.connect(lambda: setattr(settings, "theory_page", theorem_view.page))
        self._show_title()

    def keep_on_screen(self) -> None:
        """Bring all of the window into its screen: at the start, and again when it first has its frame."""
        keep_on_screen(self, QSize(960, 600))

    def _run(self) -> None:
        self.notice.retract(self._said_of_run)
        self.status.run_asked()
        self.runner.run(self.document.dataset, self.document.spec)

    def _on_paused(self) -> None:
        """Rest at a pause, but no earlier than where the window was to start, or the session was."""
        self.player.rest()
        run, start, self._start = self.player.run, self._start, 0
        if run is not None and (run.updates < start or run.history.examples < self.player.awaited):
            self.runner.run_on()

    def _on_finished(self, ended: Ended) -> None:
        if not self.runner.running:
            self.player.rest()
            self._start = self._start if self.reader.awaited else 0
        if ended.reason is Reason.FAILED:
            self._say_of_run(Severity.ERROR, ended.message)

    def _say_of_run(self, severity: Severity, sentence: str, offer: Offer | None = None) -> None:
        self._said_of_run = sentence
        self.notice.show_notice(severity, sentence, offer)

    def complain(self, sentence: str) -> None:
        self.notice.show_notice(Severity.ERROR, sentence)

    def _show_title(self) -> None:
        self.setWindowTitle(f"{self.files.title}[*] — Perceptron")
        self.top_row.show_data(self.files.title)
        self.setWindowModified(self.document.modified)

    def _drop_idle_tool(self, run: Run) -> None:
        if TOOLS[self.canvas.view.tool].idle(run):
            self._take_first_tool()

    def _take_first_tool(self) -> None:
        self.canvas.view.set_tool(next(iter(self.parts.tools_here or TOOLS)))

    def _judge_origin(self) -> None:
        """Offer to let the line leave the origin if, after an edit, only such a line separates the examples."""
        if QApplication.mouseButtons():
            self._judging.start()  # A notice might cover a point that is being dragged.
            return
        run, visible, spec = self.player.run, self.player.visible, self.document.spec
        sentence = "No line through the origin separates these examples, so the run never stops."
        cured = run is not None and run.cured_by_bias and not run.rule.silence
        if cured and not visible.view.newcomer and visible.shows("separable") and self.document.modified:
            move = partial(self.document.choose_spec, replace(spec, bias=1.0))
            self.notice.show_notice(Severity.NOTE, sentence, Offer("Let It Leave the Origin", move))
        else:
            self.notice.retract(sentence)

    def _judge_scales(self) -> None:
        """Offer, once for the data and after other notes, to fill a view that equal scales leave mostly empty."""
        stage, view = self.canvas.stage, self.canvas.workspace.visible.view
        if not self.canvas.view.equal_scales or view.newcomer or view.lesson or len(stage.pixels) < 20:
            return  # Fewer points are no cloud that could fill the canvas.
        spans = np.ptp(stage.pixels, axis=0)
        shares = spans / (stage.viewport.width, stage.viewport.height)
        if not (0 < shares.min() < 1 / 3 and spans.max() > 3 * spans.min()):
            return
        if self.notice.informs:
            self._judging_scales.start()
        else:
            fill = partial(self.actions_["equal_scales"].setChecked, False)
            told = "Equal scales leave more than two thirds of the canvas empty, because the features differ so much."
            self.notice.show_notice(Severity.NOTE, told, Offer("Fill", fill))

    def _offer_order_before(self, before: RunSpec) -> None:
        told = f"The run is as you clicked it: {counted(len(self.document.spec.sequence), 'update')}."
        offer = Offer("Restore the Previous Order", lambda: self.document.choose_spec(before))
        self._say_of_run(Severity.NOTE, told, offer)

    def _follow_motion(self) -> None:
        """Take the setting of a session; nothing moves if the system wants less motion."""
        parts = self.parts
        if self.canvas.tweened != parts.glides:
            chosen = Motion.SYSTEM if parts.motion is Motion.SYSTEM else Motion.ON
            parts.set_motion(chosen if self.canvas.tweened else Motion.OFF)
