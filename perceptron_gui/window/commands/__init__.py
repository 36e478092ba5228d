"""The commands of the menus: a table for each menu, and their actions."""

from __future__ import annotations

from perceptron_gui.window.commands.document import DATA, EDIT, FILE
from perceptron_gui.window.commands.view import HELP, RUN, VIEW

MENUS = (FILE, EDIT, VIEW, RUN, DATA, HELP)
