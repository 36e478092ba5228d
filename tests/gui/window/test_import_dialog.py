"""The import dialog: what is asked, what its picture shows, and that no file is too wide or too varied for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QWidget
from pytestqt.qtbot import QtBot

from core import files
from core.files.session import read_session
from core.resources import resource
from perceptron_gui.files.loading import FileChoices, LoadRequest, survey_for
from perceptron_gui.files.open_save import KINDS_TO_OPEN, Dialogs
from perceptron_gui.look.card import Severity
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.window.dialogs.import_dialog import ImportDialog
from perceptron_gui.window.main_window import MainWindow
from tests.core.files.sheets import Rows, xlsx
from tests.gui.conftest import Desk
from tests.gui.hands import place_one
from tests.partly_slow import partly_slow

IRIS = resource("datasets", "iris.csv")
FLOWERS = "a,b,c,kind\n1,2,3,x\n4,5,6,y\n7,8,9,z\n1,5,9,z\n"
Ask = Callable[[Path | LoadRequest], ImportDialog]


@pytest.fixture
def ask(qtbot: QtBot) -> Iterator[Ask]:
    """Makes the dialog about a file, and shows it."""
    made: list[ImportDialog] = []
    theme = ThemeModel(Appearance.LIGHT)

    def dialog(about: Path | LoadRequest) -> ImportDialog:
        request = about if isinstance(about, LoadRequest) else LoadRequest(about)
        found = survey_for(request)
        made.append(ImportDialog(found, request, theme))
        qtbot.addWidget(made[-1])
        made[-1].show()
        return made[-1]

    yield dialog
    for each in made:
        each.reject()


def save(folder: Path, content: str, name: str = "flowers.csv") -> Path:
    path = folder / name
    path.write_text(content)
    return path


def can_open(dialog: ImportDialog) -> bool:
    button = dialog.findChildren(QDialogButtonBox)[0].button(QDialogButtonBox.StandardButton.Ok)
    assert button.isEnabled() is (dialog.verdict.text() == "")
    return button.isEnabled()


def test_the_first_class_and_all_features_are_proposed_the_first_two_on_the_axes(ask: Ask, tmp_path: Path) -> None:
    dialog = ask(save(tmp_path, FLOWERS))
    assert dialog.chosen == FileChoices("x", shown=(0, 1))
    dialog.classes.choose(2)
    dialog.axes[0].choose(2)
    assert dialog.chosen == FileChoices("z", shown=(2, 1))
    assert can_open(dialog)


def test_features_that_are_not_to_be_used_leave_the_axes(ask: Ask, tmp_path: Path) -> None:
    dialog = ask(save(tmp_path, FLOWERS))
    dialog.features.check(0, on=False)
    assert dialog.chosen == FileChoices("x", columns=("b", "c"), shown=(1, 0))
    model = dialog.axes[0].view.model()
    assert [bool(model.flags(model.index(row, 0)).value) for row in range(3)] == [False, True, True]
    dialog.features.check(1, on=False)
    assert dialog.chosen == FileChoices("x", columns=("c",))
    assert can_open(dialog)
    assert dialog.preview.dataset is not None
    assert dialog.preview.dataset.X.tolist() == [[3, 0], [6, 0], [9, 0], [9, 0]]
    dialog.features.none_button.click()
    assert not can_open(dialog)
    assert dialog.verdict.text() == "No feature is chosen; choose at least one."
    dialog.features.all_button.click()
    assert can_open(dialog)
    assert dialog.chosen.columns is None


def test_what_the_search_shows_is_checked_or_not_at_once(ask: Ask, tmp_path: Path) -> None:
    names = [f"{kind}{j}" for j in range(6) for kind in ("near", "far")]
    rows = "".join(",".join(str(i + j) for j in range(12)) + f",{'xy'[i % 2]}\n" for i in range(4))
    dialog = ask(save(tmp_path, f"{','.join(names)},kind\n{rows}"))
    dialog.features.search.setText("FAR")
    dialog.features.none_button.click()
    dialog.features.search.setText("")
    assert dialog.chosen.columns == tuple(f"near{j}" for j in range(6))
    assert dialog.chosen.shown == (0, 1)


def test_a_box_is_checked_by_the_mouse_or_space(ask: Ask, qtbot: QtBot, tmp_path: Path) -> None:
    dialog = ask(save(tmp_path, FLOWERS))
    view = dialog.features.view
    view.setCurrentIndex(view.model().index(1, 0))
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert dialog.features.checked == [0, 2]
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert dialog.features.checked == [0, 1, 2]


def test_one_feature_on_both_axes_cannot_be_opened(ask: Ask, tmp_path: Path) -> None:
    dialog = ask(save(tmp_path, FLOWERS))
    dialog.axes[1].choose(0)
    assert not can_open(dialog)
    assert dialog.preview.dataset is None
    assert "both axes" in dialog.verdict.text()


def test_the_picture_and_the_counts_are_what_would_be_opened(ask: Ask) -> None:
    dialog = ask(IRIS)
    dialog.classes.choose(2)
    dialog.axes[0].choose(2)
    dialog.axes[1].choose(3)
    choices = dialog.chosen
    opened = files.load(IRIS, positive=choices.positive, columns=choices.columns)
    shown = dialog.preview.dataset
    assert shown is not None
    assert choices.shown is not None
    assert (opened.d, shown.X.tolist()) == (4, opened.X[:, list(choices.shown)].tolist())
    assert shown.y.tolist() == opened.y.tolist()
    assert dialog.counts.text() == "150 examples: 50 ○, 100 ×. All are drawn, each axis to its own scale."


def test_of_a_long_file_the_first_rows_are_drawn_and_all_are_counted(ask: Ask, tmp_path: Path) -> None:
    rows = "".join(f"{i},{i % 7},{i % 5},k{i % 3}\n" for i in range(5000))
    dialog = ask(save(tmp_path, f"a,b,c,kind\n{rows}"))
    assert "5,000 examples: 1,667 ○, 3,333 ×. The first 1,000 are drawn" in dialog.counts.text()


def test_columns_that_are_no_numbers_cannot_be_features(ask: Ask, tmp_path: Path) -> None:
    path = save(tmp_path, "id,a,b,kind\nfirst,1,2,x\nsecond,3,4,y\n")
    dialog = ask(path)
    assert dialog.chosen == FileChoices()
    assert can_open(dialog)
    model = dialog.axes[0].view.model()
    assert [bool(model.flags(model.index(row, 0)).value) for row in range(3)] == [False, True, True]


def test_with_one_number_there_is_a_line_and_with_nothing_there_is_nothing_to_open(ask: Ask, tmp_path: Path) -> None:
    dialog = ask(save(tmp_path, "id,a,kind\nfirst,1,x\nsecond,3,y\n"))
    assert can_open(dialog)
    assert dialog.chosen == FileChoices()
    dialog = ask(save(tmp_path, "id,a,kind\nfirst,one,x\nsecond,two,y\n", "words.csv"))
    assert can_open(dialog)
    assert dialog.encode.isChecked()
    dialog = ask(save(tmp_path, "a,b,kind\n,,x\n,,y\n", "empty.csv"))
    assert not can_open(dialog)
    assert dialog.verdict.text() == "The file has no column of numbers to be a feature. Choose another file."


def test_where_nothing_is_changed_the_file_stays_whole(ask: Ask, tmp_path: Path) -> None:
    dialog = ask(save(tmp_path, "a,b,kind\n1,2,x\n3,4,y\n"))
    assert dialog.chosen == FileChoices()
    dialog.classes.choose(0)
    assert dialog.chosen == FileChoices("x")


def test_what_was_chosen_before_is_proposed_again(ask: Ask, tmp_path: Path) -> None:
    path = save(tmp_path, FLOWERS)
    dialog = ask(LoadRequest(path, FileChoices("y", columns=("3", "a"))))
    assert dialog.chosen == FileChoices("y", columns=("a", "c"), shown=(1, 0))
    assert ask(LoadRequest(path, dialog.chosen)).chosen == dialog.chosen
    everything = FileChoices("y", shown=(2, 0))
    assert ask(LoadRequest(path, everything)).chosen == everything
    again = ask(LoadRequest(path, FileChoices(columns=("a", "b"), label=3)))
    assert again.chosen.label == 3


def test_another_label_column_has_other_classes(ask: Ask, qtbot: QtBot, tmp_path: Path) -> None:
    dialog = ask(save(tmp_path, "kind,a,b,label\nx,1,2,7\ny,3,4,8\nx,5,6,9\n"))
    dialog.labels.choose(0)
    assert not can_open(dialog)
    qtbot.waitUntil(lambda: can_open(dialog))
    assert dialog.chosen == FileChoices(label=1, shown=(0, 1))
    assert dialog.counts.text().startswith("3 examples: 1 ○, 2 ×.")


def test_a_column_that_holds_no_classes_is_said_and_left_again(ask: Ask, qtbot: QtBot, tmp_path: Path) -> None:
    dialog = ask(save(tmp_path, "a,b,c,kind\n" + "".join(f"{i},1,{i},k{i % 2}\n" for i in range(10_500))))
    dialog.labels.choose(0)
    qtbot.waitUntil(lambda: "different labels" in dialog.verdict.text())
    assert not can_open(dialog)
    dialog.labels.choose(3)
    assert can_open(dialog)
    assert dialog.chosen.label is None


def test_closing_while_the_classes_are_read_ends_the_reading(ask: Ask, tmp_path: Path) -> None:
    rows = "".join(f"{i % 3},{i},{i},k{i % 2}\n" for i in range(100_000))
    dialog = ask(save(tmp_path, f"a,b,c,kind\n{rows}"))
    dialog.labels.choose(0)
    dialog.reject()
    assert dialog.isHidden()


def test_remarks_on_the_file_are_shown(ask: Ask, tmp_path: Path) -> None:
    dialog = ask(save(tmp_path, "1 1:2 2:3 3:1\n-1 1:1 3:2\n", "flowers.svm"))
    assert "the indices were taken to count from 1" in dialog.remarks.text()
    assert dialog.labels.isHidden()


@pytest.mark.slow
@partly_slow("content", ["varied"], ["wide"])
def test_no_file_has_too_many_columns_or_classes_to_choose_from(content: str, ask: Ask, tmp_path: Path) -> None:
    if content == "wide":
        names = ",".join(f"f{j}" for j in range(40_000))
        rows = "".join(",".join(str(i * j % 11) for j in range(40_000)) + f",k{i % 3}\n" for i in range(4))
        path = save(tmp_path, f"{names},label\n{rows}")
    else:
        path = save(tmp_path, "a,b,c,label\n" + "".join(f"{i},{i % 3},{i % 7},name {i}\n" for i in range(9_000)))
    dialog = ask(path)
    QApplication.processEvents()
    assert can_open(dialog)
    assert len(dialog.findChildren(QWidget)) < 200
    dialog.classes.list.search.setText("name 8999" if content == "varied" else "k2")
    for choice in (dialog.axes[1], dialog.features):
        choice.search.setText("f39999" if content == "wide" else "c")
        assert choice.view.model().rowCount() == 1
    dialog.features.none_button.click()
    assert len(dialog.features.checked) == (39_999 if content == "wide" else 2)


# Gaps, two of several classes, signs, labels

FRUIT = "a,b,c,kind\n1,2,3,pear\n4,5,,plum\n7,8,9,apple\n1,5,9,plum\nNA,5,2,apple\n2,2,2,pear\n"


def test_incomplete_rows_are_skipped_or_their_columns_left_out(ask: Ask, tmp_path: Path) -> None:
    dialog = ask(save(tmp_path, FRUIT))
    assert dialog.skip.text() == "S&kip 2 incomplete rows: lines 3 and 6"
    assert not can_open(dialog)
    dialog.skip.setChecked(True)
    assert can_open(dialog)
    assert dialog.counts.text().startswith("4 examples: 2 ○, 2 ×. All are drawn")
    assert dialog.chosen.skip_incomplete
    dialog.skip.setChecked(False)
    dialog.features.check(0, on=False)
    dialog.features.check(2, on=False)
    assert can_open(dialog)
    assert dialog.skip.isHidden()
    assert dialog.counts.text().startswith("6 examples: 2 ○, 4 ×. All are drawn")


def test_classes_go_to_either_side_or_are_left_out(ask: Ask, tmp_path: Path) -> None:
    path = save(tmp_path, FRUIT)
    dialog = ask(path)
    dialog.classes.sides["pear", -1].click()
    assert not can_open(dialog)
    assert "One class alone leaves nothing to separate" in dialog.verdict.text()
    dialog.classes.sides["pear", 1].click()
    dialog.classes.sides["apple", 0].click()
    dialog.skip.setChecked(True)
    assert can_open(dialog)
    assert dialog.skip.text() == "S&kip 1 incomplete row: line 3"
    assert dialog.counts.text().startswith("3 examples: 2 ○, 1 ×. 2 of other classes are left out. All are drawn")
    assert (dialog.chosen.positive, dialog.chosen.negative) == ("pear", "plum")
    again = ask(LoadRequest(path, dialog.chosen))
    assert again.chosen == dialog.chosen
    again.classes.chips["apple"].click()
    assert (again.chosen.positive, again.chosen.negative) == ("apple", None)
    dialog.classes.sides["apple", 1].click()
    assert (dialog.chosen.positive, dialog.chosen.negative) == (("pear", "apple"), None)
    dialog.skip.setChecked(True)
    assert dialog.counts.text().startswith("4 examples: 3 ○, 1 ×. All are drawn")
    assert ask(LoadRequest(path, dialog.chosen)).chosen == dialog.chosen
    chosen = files.load(path, positive=dialog.chosen.positive, skip_incomplete=True)
    assert (chosen.labels, chosen.positives) == (("plum", "pear, apple"), 3)
    two = ask(save(tmp_path, "a,kind\n1,x\n2,y\n", "two.csv"))
    assert not any(side.isVisible() for side in two.classes.sides.values())


RATINGS = "a,b,quality\n1,2,5\n2,5,6\n3,1,7\n4,4,10\n5,3,6\n"


def test_classes_that_are_numbers_are_in_their_order_and_at_least_takes_those_from_one_on(
    ask: Ask, tmp_path: Path
) -> None:
    path = save(tmp_path, RATINGS.replace("1,2,5", "1,2,7"))
    dialog = ask(path)
    assert [*dialog.classes.chips] == ["6", "7", "10"]
    assert dialog.chosen.positive == "7", "the first class in the file"
    dialog = ask(save(tmp_path, RATINGS))
    assert (dialog.classes.bound.isVisible(), dialog.classes.bound.currentIndex()) == (True, 0)
    dialog.classes.bound.setCurrentIndex(2)
    assert (dialog.chosen.positive, dialog.chosen.negative) == (">=7", None)
    assert dialog.preview.dataset is not None
    assert dialog.preview.dataset.y.tolist() == [-1, -1, 1, 1, -1]
    assert [sign for _, sign in dialog.classes.signs.items()] == [-1, -1, 1, 1]
    again = ask(LoadRequest(tmp_path / "flowers.csv", dialog.chosen))
    assert (again.chosen, again.classes.bound.currentIndex()) == (dialog.chosen, 2)
    dialog.classes.sides["6", 1].click()
    assert (dialog.chosen.positive, dialog.classes.bound.currentIndex()) == (">=6", 1)
    dialog.classes.sides["7", 0].click()
    assert (dialog.chosen.positive, dialog.chosen.negative) == (("6", "10"), "5")
    assert dialog.classes.bound.currentIndex() == 0
    dialog.classes.chips["10"].click()
    assert (dialog.chosen.positive, dialog.chosen.negative) == ("10", None)
    assert ask(save(tmp_path, FLOWERS)).classes.bound.isHidden()


def test_of_many_classes_one_is_taken_against_one_or_all_from_a_number_on(ask: Ask, tmp_path: Path) -> None:
    path = save(tmp_path, "a,b,rating\n" + "".join(f"{i},{i % 3},{i}\n" for i in range(20)))
    dialog = ask(path)
    assert (dialog.classes.chips, dialog.classes.list.view.isVisible()) == ({}, True)
    dialog.classes.choose(3)
    dialog.classes.against.setCurrentIndex(1 + 3)
    assert not can_open(dialog)
    dialog.classes.against.setCurrentIndex(1 + 5)
    assert can_open(dialog)
    assert (dialog.chosen.positive, dialog.chosen.negative) == ("3", "5")
    again = ask(LoadRequest(path, dialog.chosen))
    assert (again.chosen, again.classes.against.currentIndex()) == (dialog.chosen, 6)
    dialog.classes.bound.setCurrentIndex(12)
    assert (dialog.chosen.positive, dialog.chosen.negative) == (">=12", None)
    assert dialog.counts.text().startswith("20 examples: 8 ○, 12 ×.")


def test_each_side_of_a_class_is_spoken_and_reached_by_keys(ask: Ask, qtbot: QtBot, tmp_path: Path) -> None:
    dialog = ask(save(tmp_path, FLOWERS))
    names = [side.accessibleName() for side in dialog.classes.sides.values()]
    assert names[:3] == ["x: ○ +1", "x: × −1", "x: left out"]
    qtbot.keyClick(dialog.classes.sides["y", 0], Qt.Key.Key_Space)
    assert dialog.classes.signs == {"x": 1, "y": 0, "z": -1}
    assert dialog.classes.sides["y", 0].isChecked()
    assert not dialog.classes.sides["y", -1].isChecked()


def test_spellings_that_are_one_class_have_one_chip(ask: Ask, tmp_path: Path) -> None:
    dialog = ask(save(tmp_path, "a,b,answer\n1,2,Yes\n3,4,yes\n5,6,No\n"))
    assert [*dialog.classes.chips] == ["Yes", "No"]
    assert "labels that differ only by case are one class: 'yes' is 'Yes'" in dialog.remarks.text()
    assert dialog.chosen == FileChoices()


def test_what_a_sign_means_is_asked_where_its_column_does_not_tell(ask: Ask, qtbot: QtBot, tmp_path: Path) -> None:
    path = save(tmp_path, "a;b;kind\n1,5;1.234;x\n2,5;2.000;y\n")
    dialog = ask(path)
    assert not can_open(dialog)
    assert dialog.verdict.text() == "Say what 1.234 means: 1234 or 1.234."
    for place, values in ((1, [[1.5, 1234], [2.5, 2000]]), (2, [[1.5, 1.234], [2.5, 2.0]])):
        dialog.meaning.setCurrentIndex(place)
        qtbot.waitUntil(lambda: can_open(dialog))
        assert dialog.preview.dataset is not None
        assert dialog.preview.dataset.X.tolist() == values
        assert dialog.chosen.grouped is (place == 1)
    assert ask(LoadRequest(path, dialog.chosen)).chosen == dialog.chosen


def test_a_greyed_column_says_why(ask: Ask, tmp_path: Path) -> None:
    dialog = ask(save(tmp_path, "n,a,kind\n5,1,x\nsecond,3,y\n"))
    why = "line 3, column 1: 'second' is not a number; write a number"
    for pick in (dialog.features, *dialog.axes):
        model = pick.view.model()
        assert model.data(model.index(0, 0), Qt.ItemDataRole.ToolTipRole) == why
    assert dialog.remarks.text() == f"Note: n is no feature: {why}."


def test_what_only_counts_the_rows_is_not_proposed(ask: Ask, tmp_path: Path) -> None:
    dialog = ask(save(tmp_path, ",a,b,kind\n0,1,2,x\n1,3,4,y\n2,5,4,y\n"))
    assert dialog.features.checked == [1, 2]
    assert dialog.chosen.columns is None


def test_after_a_refused_label_another_column_can_be_chosen(ask: Ask, qtbot: QtBot, tmp_path: Path) -> None:
    dialog = ask(save(tmp_path, "kind,a,b,mark\nx,1,2,k\ny,3,4,# no\nx,5,6,l\n"))
    assert not can_open(dialog)
    assert dialog.verdict.text() == "line 3, column 4: '# no' holds a comment; write a label."
    dialog.labels.choose(0)
    qtbot.waitUntil(lambda: can_open(dialog))
    assert dialog.chosen == FileChoices(label=1)


# In the window


def choosing(window: MainWindow, act: Callable[[ImportDialog], None]) -> None:
    """Let a real dialog be asked, and `act` in it."""

    def now() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, ImportDialog)
        act(dialog)

    QTimer.singleShot(0, now)


def test_the_window_asks_with_the_dialog_and_opens_what_was_chosen(
    desk: Desk, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    theme = ThemeModel(Appearance.DARK, window)
    real = Dialogs(window, lambda found, request: ImportDialog(found, request, theme, window).ask())
    monkeypatch.setattr(desk.answers, "choices", real.choices)

    def act(dialog: ImportDialog) -> None:
        dialog.classes.choose(1)
        dialog.accept()

    choosing(window, act)
    window.files.open_path(IRIS)
    desk.settled(window)
    assert window.document.dataset.labels == ("not versicolor", "versicolor")
    choosing(window, ImportDialog.reject)
    window.files.open_path(IRIS)
    assert window.document.dataset.labels == ("not versicolor", "versicolor")


def test_options_are_asked_for_though_nothing_is_open(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    desk.answers.to_open = save(tmp_path, "a,b,kind\n1,2,x\n3,4,y\n")
    desk.answers.about_import = FileChoices("x")
    window.actions_["open_with_options"].trigger()
    assert desk.answers.asked == ["open", "import"]
    assert window.document.dataset.labels == ("y", "x")
    assert window.document.path is None


def test_classes_and_features_are_chosen_again_from_the_same_file(desk: Desk, window: MainWindow) -> None:
    desk.answers.about_import = FileChoices("virginica", columns=("petal length (cm)", "petal width (cm)"))
    window.files.open_path(IRIS)
    desk.answers.about_import = FileChoices("setosa", columns=("sepal length (cm)", "petal width (cm)"))
    window.actions_["choose_again"].trigger()
    assert desk.answers.asked == ["import", "import"]
    assert window.document.dataset.features == ("sepal length (cm)", "petal width (cm)")
    window.actions_["new"].trigger()
    assert not window.actions_["choose_again"].isEnabled()


def test_choosing_again_from_built_in_data_never_makes_their_file_the_users(desk: Desk, window: MainWindow) -> None:
    before = window.settings.recent_files
    desk.answers.about_import = FileChoices()
    window.actions_["choose_again"].trigger()
    assert desk.answers.asked == ["import"]
    assert (window.document.path, window.settings.recent_files) == (None, before)
    assert window.files.title == "Twelve points"


def test_choosing_again_asks_about_unsaved_points(desk: Desk, window: MainWindow) -> None:
    window.document.edit(window.document.dataset.flipped([0]), "flip")
    window.actions_["choose_again"].trigger()
    assert desk.answers.asked == ["unsaved", "import"]


def test_where_a_cell_is_no_number_choosing_columns_is_offered(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    path = save(tmp_path, "n,a,b,kind\n1,1,2,x\nsecond,3,4,y\n")
    window.files.open_path(path)
    assert (window.notice.severity, desk.answers.asked) == (Severity.ERROR, [])
    desk.answers.about_import = FileChoices(columns=("a", "b"))
    window.notice.accept()
    assert window.document.dataset.X.tolist() == [[1, 2], [3, 4]]


def test_a_refused_label_leads_to_the_dialog(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    window.files.open_path(save(tmp_path, "kind,a,b,mark\nx,1,2,k\ny,3,4,# no\nx,5,6,l\n"))
    assert (window.notice.severity, desk.answers.asked) == (Severity.ERROR, [])
    desk.answers.about_import = FileChoices(columns=("a", "b"), label=1)
    window.notice.accept()
    assert desk.answers.asked == ["import"]
    assert window.document.dataset.X.tolist() == [[1, 2], [3, 4], [5, 6]]


def test_gaps_are_asked_about_and_what_is_left_out_is_kept_in_a_session(
    desk: Desk, window: MainWindow, tmp_path: Path
) -> None:
    path = save(tmp_path, FRUIT)
    desk.answers.about_import = FileChoices("pear", shown=(0, 1), negative="plum", skip_incomplete=True)
    window.files.open_path(path)
    assert desk.answers.asked == ["import"]
    left_out = (
        "only pear (+1) and plum (−1) are used: 2 examples of others were left out",
        "1 incomplete row was left out: line 3",
    )
    assert (window.document.dataset.n, window.document.remarks) == (3, left_out)
    assert window.document.path is None, "saving must not lose the other rows"
    desk.answers.to_save = tmp_path / "fruit.perceptron"
    window.actions_["save_as"].trigger()
    assert read_session(tmp_path / "fruit.perceptron").remarks == left_out


def test_a_changed_file_is_opened_again_with_the_same_choices(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    path = save(tmp_path, FRUIT)
    desk.answers.about_import = FileChoices("pear", columns=("a", "b"), negative="plum", skip_incomplete=True)
    window.files.open_path(path)
    path.write_text(FRUIT + "9,9,9,plum\n")
    window.files.look_at_disk()
    assert window.notice.text.startswith(f"{path} was changed by another program")
    desk.answers.asked.clear()
    window.notice.accept()
    assert desk.answers.asked == []
    assert window.document.dataset.X.tolist() == [[1, 2], [4, 5], [1, 5], [2, 2], [9, 9]]
    window.actions_["new"].trigger()
    path.write_text(FRUIT)
    window.files.look_at_disk()
    assert window.notice.text == ""


def test_what_is_pasted_on_an_empty_canvas_is_said_and_in_view(desk: Desk, window: MainWindow) -> None:
    window.actions_["new"].trigger()
    QApplication.clipboard().setText("1000\t2000\ta\n1010\t2050\tb\n1020\t2010\ta\n")
    window.actions_["paste"].trigger()
    assert window.notice.text == "3 examples pasted"
    viewport = window.canvas.stage.viewport
    (left, right), (low, high) = viewport.x_range, viewport.y_range
    assert (left < 1000, 1020 < right < 2000) == (True, True)
    assert (low < 2000, 2050 < high < 3000) == (True, True)
    before = window.canvas.stage.viewport
    window.actions_["paste"].trigger()
    assert window.canvas.stage.viewport == before
    place_one(window)
    assert window.notice.text == ""


# Words, sheets, and what is pasted


def test_words_are_made_numbers_by_a_box_and_by_itself_where_nothing_else_is_there(
    ask: Ask, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = ask(save(tmp_path, "a,sex,kind\n1,f,x\n4,m,y\n7,m,x\n"))
    assert not dialog.encode.isChecked()
    assert dialog.chosen == FileChoices()
    dialog.encode.setChecked(True)
    qtbot.waitUntil(lambda: can_open(dialog))
    assert [dialog.features.view.model().index(row, 0).data() for row in range(2)] == ["a", "sex=m"]
    assert dialog.chosen.encode
    alone = ask(save(tmp_path, "sex,hat,kind\nf,no,x\nm,yes,y\nm,yes,x\n", "words.csv"))
    assert alone.encode.isChecked()
    assert can_open(alone)
    assert alone.features.checked == [0, 1]
    assert ask(save(tmp_path, "a,kind\n1,x\n2,y\n", "plain.csv")).encode.isHidden()


def test_another_sheet_is_chosen_in_the_dialog(ask: Ask, qtbot: QtBot, tmp_path: Path) -> None:
    sheets: dict[str, Rows] = {
        "one": [["a", "y"], [1.0, "u"], [2.0, "v"]],
        "two": [["kind", "b", "c"], ["p", 5.0, 3.0], ["q", 7.0, 4.0], ["r", 8.0, 1.0]],
    }
    path = xlsx(tmp_path / "a.xlsx", sheets)
    dialog = ask(path)
    assert dialog.chosen.sheet is None
    dialog.sheet.setCurrentIndex(1)
    qtbot.waitUntil(lambda: "r" in dialog.verdict.text() or can_open(dialog))
    dialog.labels.choose(0)
    qtbot.waitUntil(lambda: can_open(dialog))
    chosen = dialog.chosen
    assert (chosen.sheet, chosen.label, chosen.positive) == (2, 1, "p")
    assert ask(save(tmp_path, "a,kind\n1,x\n2,y\n")).sheet.isHidden()


def test_a_spreadsheet_is_opened_without_being_the_file_that_is_saved_to(
    desk: Desk, window: MainWindow, tmp_path: Path
) -> None:
    window.files.open_path(xlsx(tmp_path / "a.xlsx", {"one": [["a", "b", "y"], [1.0, 2.0, "u"], [3.0, 5.0, "v"]]}))
    assert window.document.dataset.X.tolist() == [[1, 2], [3, 5]]
    assert window.document.path is None


def test_a_file_of_which_columns_are_left_out_is_not_saved_over(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    window.files.open_path(save(tmp_path, "Id,a,b,who,kind\n7,1,2,p,x\n8,3,4,q,y\n"))
    assert window.document.dataset.features == ("a", "b")
    assert window.document.path is None
    assert "Id only identifies the rows" in window.notice.text


def test_three_pasted_classes_lead_to_the_dialog(desk: Desk, window: MainWindow) -> None:
    window.actions_["new"].trigger()
    QApplication.clipboard().setText(FLOWERS)
    desk.answers.asked.clear()
    desk.answers.about_import = None
    window.actions_["paste"].trigger()
    assert (desk.answers.asked, window.document.dataset.n) == (["import"], 0)
    desk.answers.about_import = FileChoices("z", columns=("a", "b"))
    window.actions_["paste"].trigger()
    assert window.document.dataset.labels == ("not z", "z")
    assert window.notice.text == "4 examples pasted"
    window.actions_["undo"].trigger()
    assert window.document.dataset.n == 0


def test_three_pasted_classes_join_the_points_that_are_there(desk: Desk, window: MainWindow) -> None:
    before = window.document.dataset
    QApplication.clipboard().setText(FLOWERS)
    desk.answers.asked.clear()
    desk.answers.about_import = FileChoices("z", columns=("a", "b"))
    window.actions_["paste"].trigger()
    assert desk.answers.asked == ["import"]
    assert window.document.dataset.n == before.n + 4
    assert window.document.dataset.labels == before.labels
    window.actions_["undo"].trigger()
    assert window.document.dataset.n == before.n
    desk.answers.about_import = FileChoices("z", columns=("a",))
    window.actions_["paste"].trigger()
    assert window.notice.text == "the examples here have 2 features; choose 2 of the pasted table"
    assert window.document.dataset.n == before.n


def test_the_notes_of_a_window_name_no_option_of_the_command_line(window: MainWindow, tmp_path: Path) -> None:
    path = save(tmp_path, "Id,a,b,label\n101,1,2,1\n205,3,4,0\n309,5,1,1\n")
    window.files.open_path(path)
    assert "Id only identifies the rows and was left out" in window.notice.text
    assert "--" not in window.notice.text


def test_a_first_sheet_without_a_table_leads_to_the_dialog_at_the_one_that_has_one(
    desk: Desk, window: MainWindow, tmp_path: Path
) -> None:
    sheets: dict[str, Rows] = {
        "about": [["Read me"]],
        "bare": [],
        "two": [["a", "b", "y"], [1.0, 2.0, "u"], [3.0, 5.0, "v"]],
    }
    window.files.open_path(path := xlsx(tmp_path / "a.xlsx", sheets))
    told = "sheet 1, 'about', holds no table; the sheets are about, bare, two"
    assert (window.notice.severity, window.notice.text) == (Severity.ERROR, f"{path}: {told}")
    desk.answers.about_import = FileChoices(sheet=3)
    window.notice.accept()
    assert desk.answers.asked == ["import"]
    assert window.document.dataset.X.tolist() == [[1, 2], [3, 5]]
    del sheets["two"]
    window.files.open_path(path := xlsx(tmp_path / "b.xlsx", sheets))
    assert window.notice.text == f"{path}: sheet 1, 'about', holds no table; the sheets are about, bare"


def test_the_dialog_names_units_and_no_option(ask: Ask, tmp_path: Path) -> None:
    dialog = ask(save(tmp_path, "id,share,time,rank,kind\n7,80%,7h,1st,x\n9,35%,8h,2nd,y\n"))
    assert dialog.features.checked == [1, 2]
    assert "Note: the unit % in share was left out: 80% was read as 80." in dialog.remarks.text()
    assert "the numbers of 'rank' are written with st and nd; they count as words" in dialog.remarks.text()
    assert "--" not in dialog.remarks.text()
    cell = dialog.table.item(0, 1)
    assert cell is not None
    assert cell.text() == "80%"


def test_words_that_are_pasted_onto_points_name_no_option(desk: Desk, window: MainWindow) -> None:
    QApplication.clipboard().setText("red,1,x\nblue,2,y\n")
    window.actions_["paste"].trigger()
    assert "'red' is not a number" in window.notice.text
    assert "--" not in window.notice.text


def test_what_no_choice_would_help_is_said_where_it_is_pasted(desk: Desk, window: MainWindow) -> None:
    window.actions_["new"].trigger()
    desk.answers.asked.clear()
    QApplication.clipboard().setText("a,b,kind\n1,2,x\n3,z,y\n4,5,y\n")
    window.actions_["paste"].trigger()
    assert "'z' is not a number" in window.notice.text


def test_the_open_dialog_lists_all_that_is_read() -> None:
    for suffix in (".data", ".dat", ".tab", ".xlsx", ".xls", ".ods", ".toml", ".perceptron", ".csv", ".arff"):
        assert f"*{suffix}" in KINDS_TO_OPEN.split(";;")[0]
    assert "without an ending" in KINDS_TO_OPEN


def test_a_spreadsheet_that_would_fill_the_memory_leaves_window_and_points_as_they_are(
    desk: Desk, window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    place_one(window)
    before = window.document.dataset
    stray = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    window.files.open_path(xlsx(tmp_path / "stray.xlsx", {"one": stray}))
    qtbot.waitUntil(lambda: "which is too far" in window.notice.text)
    assert window.document.dataset.same_as(before)
    assert window.isVisible()


def test_each_of_a_few_classes_is_a_chip_with_its_mark_and_a_click_makes_it_positive(ask: Ask) -> None:
    dialog = ask(IRIS)
    assert [*dialog.classes.chips] == ["setosa", "versicolor", "virginica"]
    assert not dialog.classes.list.view.isVisible()
    dialog.classes.chips["virginica"].click()
    assert dialog.chosen.positive == "virginica"
    assert not any(chip.icon().isNull() for chip in dialog.classes.chips.values())
    dialog.classes.sides["versicolor", 0].click()
    assert [name for name, chip in dialog.classes.chips.items() if chip.icon().isNull()] == ["versicolor"]


def test_a_session_of_several_classes_says_what_they_are_made_of(
    desk: Desk, window: MainWindow, tmp_path: Path
) -> None:
    desk.answers.about_import = FileChoices(">=7", shown=(0, 1))
    window.files.open_path(save(tmp_path, RATINGS))
    assert desk.answers.asked == ["import"]
    assert (window.document.dataset.labels, window.files.title) == (("<7", ">=7"), "flowers >=7")
    made = "+1 is made of 7, 10 and −1 of 5, 6"
    assert window.document.remarks == (made,)
    desk.answers.to_save = tmp_path / "a.perceptron"
    window.actions_["save_as"].trigger()
    kept = read_session(tmp_path / "a.perceptron")
    assert (kept.dataset.labels, kept.remarks) == (("<7", ">=7"), (made,))
