"""Text with symbols, for the proof, the step and the learner's idea: Qt selects it, copies it and reads it aloud.

A tooltip explains the symbol under the pointer: in such a text, in a painted formula, and in the words of a label.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import ceil
from typing import Any, NamedTuple

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QStyle, QTextBrowser, QToolTip, QWidget

from core.theory.margin.margin import Margin
from core.theory.quantities import Symbol, SymbolSpan, explained, explained_prose, symbol_at, symbols_in_prose
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.size import BODY, NUMBER, SMALL, dress, follow_scale, letters
from perceptron_gui.look.theme import LIT, ThemeModel

NO_BREAK, JOINED = "\u00a0", "\u2060"
_AS_SPACES = str.maketrans(f"{NO_BREAK}\t", "  ")
_ON_ONE_LINE = str.maketrans("\n\r\u2029", "   ")
_GROUND = 0.25
"""The share of its colour behind words that are `lit`."""


def tied(formula: str) -> str:
    """Return a formula that is never broken into lines."""
    return formula.replace(" ", NO_BREAK).replace("/", f"/{JOINED}")


class Words(NamedTuple):
    """Words of the same look. `lit` gives them a background; `moves` names the value that a drag changes."""

    text: str
    role: str = "ink"
    bold: bool = False
    lit: bool = False
    moves: str = ""


class Paragraph(NamedTuple):
    """Words that are broken into lines together. Lengths are in pixels.

    `left` is where its lines begin, `first` how much further to the right the first one does. `tabs` count from there:
    the first ends a column, the second begins one. `ruled` has a hairline above, `now` a ground for what was just done.
    """

    words: tuple[Words, ...]
    rung: int = BODY
    above: float = 0.0
    leading: float = 0.0
    left: float = 0.0
    right: float = 0.0
    first: float = 0.0
    tabs: tuple[float, float] | None = None
    ruled: bool = False
    now: bool = False


def _block_format(paragraph: Paragraph) -> QTextBlockFormat:
    made = QTextBlockFormat()
    made.setTopMargin(paragraph.above)
    made.setLeftMargin(paragraph.left)
    made.setRightMargin(paragraph.right)
    made.setTextIndent(paragraph.first)
    if paragraph.leading:
        made.setLineHeight(paragraph.leading, QTextBlockFormat.LineHeightTypes.LineDistanceHeight.value)
    if paragraph.tabs is not None:
        end, begin = paragraph.tabs
        kind = QTextOption.TabType
        made.setTabPositions([QTextOption.Tab(end, kind.RightTab), QTextOption.Tab(begin, kind.LeftTab)])
    return made


class RichText(Guarded, QTextBrowser):
    """Shows paragraphs as high as they are. Their symbols answer the pointer, with the numbers of the `margin`.

    The words are inserted letter by letter, never as HTML: a name that looks like a tag stays a name. The layout around
    it gives it its height: it asks for what its words need.
    """

    def __init__(self, theme: ThemeModel, name: str, margin: Callable[[], Margin | None], *, rung: int = BODY) -> None:
        super().__init__()
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)
        self._theme, self._margin = theme, margin
        self._most = rung if rung < BODY else NUMBER
        self._shown: tuple[Paragraph, ...] = ()
        # The document that it has by itself would stay as high as with its first margin until it is shown.
        self.setDocument(QTextDocument(self, documentMargin=0, undoRedoEnabled=False))
        dress(self, rung)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._rewrite)
        follow_scale(self, self._rewrite)

    def loadResource(self, kind: int, name: Any) -> QImage:
        """Return an empty picture. Qt itself would open the file if it were given None, or no bytes."""
        return QImage()

    def write(self, paragraphs: Sequence[Paragraph]) -> None:
        """Show these paragraphs; only those that have changed are replaced."""
        # This comes before the layout changes, because a resize asks for the paragraphs again.
        known, self._shown = self._shown, tuple(paragraphs)
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for place, paragraph in enumerate(self._shown):
            if place >= max(len(known), 1):
                cursor.movePosition(QTextCursor.MoveOperation.End)
                cursor.insertBlock()
            elif known and known[place] == paragraph:
                continue
            cursor.setPosition(self.document().findBlockByNumber(place).position())
            cursor.setBlockFormat(_block_format(paragraph))
            cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()
            for words in paragraph.words:
                cursor.insertText(words.text.translate(_ON_ONE_LINE), self._look(words, paragraph.rung))
        if len(known) > len(paragraphs):
            cursor.setPosition(max(self.document().findBlockByNumber(len(paragraphs)).position() - 1, 0))
            cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()
        cursor.endEditBlock()
        self.fit()

    def _look(self, words: Words, rung: int) -> QTextCharFormat:
        look, theme = QTextCharFormat(), self._theme.current
        look.setForeground(theme.color(words.role))
        look.setFont(letters(min(rung, self._most), bold=words.bold))
        if words.lit:
            look.setBackground(theme.mixed("now", "panel", _GROUND))
        if words.moves:
            look.setAnchorHref(words.moves)
            look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        return look

    def _rewrite(self) -> None:
        """Write everything again, after the colours or the font have changed."""
        paragraphs, self._shown = self._shown, ()
        self.document().clear()
        self.write(paragraphs)

    def read(self, text: str) -> Iterable[SymbolSpan]:
        return symbols_in_prose(text)

    def fit(self) -> None:
        """Ask for another height if the text needs one."""
        if self.sizeHint().height() != self.height():
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(340, ceil(self.document().size().height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def box_of(self, block: QTextBlock) -> QRectF:
        """Return where the lines of a block are in the viewport."""
        shift = -self.verticalScrollBar().value()
        return self.document().documentLayout().blockBoundingRect(block).translated(0, shift)

    def symbol_at(self, at: QPointF) -> Symbol | None:
        place = self._hit(at, Qt.HitTestAccuracy.ExactHit)
        block = self.document().findBlock(place)
        return symbol_at(shown_in(block), place - block.position(), self.read) if place >= 0 else None

    def tip_at(self, at: QPointF) -> str:
        """Return the meaning of the symbol at a pixel of the viewport, or of all symbols of the paragraph there."""
        if (symbol := self.symbol_at(at)) is not None:
            return symbol.describe(self._margin())
        block = self.document().findBlock(self._hit(at, Qt.HitTestAccuracy.FuzzyHit))
        return explained(shown_in(block), margin=self._margin(), read=self.read)

    def _hit(self, at: QPointF, accuracy: Qt.HitTestAccuracy) -> int:
        return self.document().documentLayout().hitTest(at + QPointF(0, self.verticalScrollBar().value()), accuracy)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Return the selected words alone, without the signs that keep them together on a line."""
        copied = QMimeData()
        copied.setText(self.textCursor().selection().toPlainText().replace(JOINED, ""))
        return copied

    def event(self, event: QEvent) -> bool:
        """Leave Space and the arrows to the player, which Qt would keep for a text that is selected with the mouse."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            event.setAccepted(event.matches(QKeySequence.StandardKey.Copy) and self.textCursor().hasSelection())
            return event.isAccepted()
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what lies around where all of the text is seen; with Ctrl Qt would enlarge the letters."""
        if self.verticalScrollBar().maximum() and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
        else:
            event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tip_at(QPointF(event.pos())), self)
            return True
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme.current
        with QPainter(self.viewport()) as painter:
            for place, paragraph in enumerate(self._shown):
                box, gap = self.box_of(self.document().findBlockByNumber(place)), paragraph.above / 2
                box = QRectF(0, box.top() - gap, self.viewport().width(), box.height() + 2 * gap)
                if paragraph.now:
                    painter.fillRect(box, theme.mixed("now", "page", LIT))
                if paragraph.ruled:
                    aside = QPointF(self.document().documentMargin() + paragraph.right, 0)
                    painter.setPen(theme.pen("hairline", 1))
                    painter.drawLine(box.topLeft() + aside, box.topRight() - aside)
            if self.hasFocus() and self.focusPolicy() & Qt.FocusPolicy.TabFocus:
                painter.setPen(theme.pen("secondary", 1))
                painter.drawRoundedRect(QRectF(self.viewport().rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        super().paintEvent(event)


class CopiedWords(RichText):
    """A few words in the colour of a `role`, which may change with every frame."""

    def __init__(self, theme: ThemeModel, margin: Callable[[], Margin | None], role: str = "ink") -> None:
        super().__init__(theme, "", margin, rung=SMALL)
        self._role = role
        self.setText("")

    def text(self) -> str:
        return self.toPlainText()

    def setText(self, text: str) -> None:
        """Show `text`. An empty widget takes no focus, because a screen reader could not name it."""
        self.write([Paragraph((Words(text, self._role),))])
        self.setAccessibleName(text)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus if text else Qt.FocusPolicy.NoFocus)


def shown_in(block: QTextBlock) -> str:
    """Return the text of a block as its symbols are read: each tab and each space that holds words together is one."""
    return block.text().translate(_AS_SPACES)


class DrawnFormula(NamedTuple):
    """A formula on the screen: where it stands from the left of `box` on, its font, and the role of its colour."""

    box: QRectF
    text: str
    font: QFont
    role: str = "ink"

    def symbol_at(self, at: QPointF) -> Symbol | None:
        if not self.box.contains(at):
            return None
        metrics, x = QFontMetricsF(self.font), at.x() - self.box.left()
        ends = (place for place in range(len(self.text)) if metrics.horizontalAdvance(self.text[: place + 1]) > x)
        return symbol_at(self.text, next(ends, len(self.text)))


def symbol_among(written: Iterable[DrawnFormula], at: QPointF) -> Symbol | None:
    """Return the symbol under a pixel."""
    return next(filter(None, (formula.symbol_at(at) for formula in written)), None)


class SymbolTips(Guarded, QObject):
    """Explains the symbols of labels in a widget that have no tooltip; `margin` returns that of the run, or None."""

    def __init__(self, whole: QWidget, margin: Callable[[], Margin | None]) -> None:
        super().__init__(whole)
        self._whole, self._margin = whole, margin
        whole.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Answer for a widget without a tooltip: Qt asks its parents for one."""
        if event.type() != QEvent.Type.ToolTip or not isinstance(event, QHelpEvent):
            return False
        label = self._whole.childAt(event.pos())
        told = "" if label is None else self.describe(label, label.mapFrom(self._whole, event.pos()))
        if told:
            QToolTip.showText(event.globalPos(), told, label)
        return bool(told)

    def describe(self, label: QWidget, at: QPoint) -> str:
        """Return the meaning of the symbol at a pixel of a label, or of all its symbols."""
        if not isinstance(label, QLabel):
            return ""
        # The words are laid out again as in the label, which does not tell where each is.
        room = label.contentsRect()
        document = QTextDocument(documentMargin=0, defaultFont=label.font(), textWidth=room.width())
        if label.textFormat() is Qt.TextFormat.RichText:
            document.setHtml(label.text())
        else:
            document.setPlainText(label.text())
        size, way = document.size().toSize().boundedTo(room.size()), Qt.LayoutDirection.LeftToRight
        corner = QStyle.alignedRect(way, label.alignment(), size, room).topLeft()
        place = document.documentLayout().hitTest(QPointF(at - corner), Qt.HitTestAccuracy.ExactHit)
        text, margin = document.toPlainText(), self._margin()
        pointed = None if place < 0 else symbol_at(text, place, symbols_in_prose)
        return explained_prose(text, margin=margin) if pointed is None else pointed.describe(margin)
