"""A sentence that speaks of a tab or of a page of the theory turns to it."""

from __future__ import annotations

import re

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core.datasets.dataset import Dataset
from perceptron_gui.canvas.tools.coordinates_dialog import CoordinatesDialog
from perceptron_gui.model.document import editing
from perceptron_gui.model.workspace import TheoryPage, link_to, page_in, with_links
from perceptron_gui.panels import PANELS
from perceptron_gui.panels.theory import TheoryPanel
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk


@pytest.mark.parametrize("title", PANELS)
def test_a_tab_that_is_wanted_is_turned_to(window: MainWindow, title: str) -> None:
    window.workspace.pages.wanted.emit(title)
    assert window.panel.title == title


@pytest.mark.parametrize("page", TheoryPage)
def test_so_is_a_page_of_the_theory_with_its_tab(window: MainWindow, page: TheoryPage) -> None:
    window.panel.turn_to("Data")
    window.workspace.pages.wanted.emit(page.capitalize())
    assert (window.panel.title, window.workspace.theorem_view.page) == ("Theory", page)


def test_a_sentence_of_anybodys_is_given_its_links() -> None:
    said = "The Learner tab counts w < 3; the Proof page says why. Data are no tab."
    assert page_in(said) == "Learner"
    assert with_links(said) == (
        f"The {link_to('Learner')} counts w &lt; 3; the {link_to('Proof')} says why. Data are no tab."
    )
    assert page_in("Data are no tab") == ""


def test_what_is_hidden_in_the_theory_leads_to_its_picture(desk: Desk, window: MainWindow) -> None:
    window.workspace.theorem_view.turn_to(TheoryPage.PROOF)
    window.workspace.visible.set_hidden(True)
    panel = window.panel.panel
    assert isinstance(panel, TheoryPanel)
    assert panel.veil.isVisible()
    panel.veil.setFocus()
    QTest.keyClick(panel.veil, Qt.Key.Key_Tab)
    panel.veil.linkActivated.emit(re.findall('href="(.*?)"', panel.veil.text())[0])
    assert window.workspace.theorem_view.page is TheoryPage.PICTURE
    assert not panel.veil.isVisible()


def test_a_sentence_on_the_canvas_stands_below_the_panel_and_leads_to_the_data(desk: Desk, window: MainWindow) -> None:
    for factor in (2.0, 0.5, 3.0, 4.0):
        editing.scale(window.document, window.selection, factor, about_mean=False)
    desk.settled(window)
    window.canvas.view.fit()
    window.canvas.grab()  # the sentences are told when the picture is painted
    window.panel.turn_to("Step")
    note = window.side.told
    assert note.isVisible()
    below = window.panel.mapTo(window, QPoint(0, window.panel.height()))
    assert note.mapTo(window, QPoint(0, 0)).y() >= below.y()
    note.linkActivated.emit(re.findall('href="(.*?)"', note.text())[0])
    assert window.panel.title == "Data"


def test_the_other_features_of_an_example_are_a_link_away(qapp: QApplication) -> None:
    many = Dataset(np.arange(160.0).reshape(2, 80), [1, -1])
    dialog, wanted = CoordinatesDialog(many, 0, (0, 1)), list[str]()
    dialog.page_wanted.connect(wanted.append)
    dialog.show()
    dialog.remark.linkActivated.emit(re.findall('href="(.*?)"', dialog.remark.text())[0])
    assert wanted == ["Data"]
    assert not dialog.isVisible()
    dialog.deleteLater()
