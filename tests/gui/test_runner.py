"""The engine's thread: what arrives, in which order, in which thread, and that nothing stays behind."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import QObject, Slot
from pytestqt.qtbot import QtBot

from core.cycles import find_cycle
from core.dataset import Dataset
from core.errors import InputError
from core.learners import LEARNERS
from core.patience import Pause
from core.run import Run, train
from core.spaces.kernel import KernelSpace
from core.spaces.linear import LinearSpace
from core.spec import RunSpec
from core.theory.hull import GivenUpError
from core.theory.margin import Margin
from perceptron_gui.model import runner as runner_module
from perceptron_gui.model.runner import Ended, Reason, Runner
from perceptron_gui.window.main_window import MainWindow

SEPARABLE = Dataset([[2.0, 1.0], [1.0, 2.0], [-1.0, -2.0], [-2.0, 0.5]], [1, 1, -1, -1])
XOR = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
ENDLESS = RunSpec(max_epochs=1_000_000_000, max_updates=1_000_000_000)


class Listener(QObject):
    """Notes every signal of a runner, and the thread that delivered it."""

    def __init__(self, runner: Runner) -> None:
        super().__init__()
        self.events: list[tuple[str, int]] = []
        self.runs: list[Run] = []
        self.ends: list[Ended] = []
        self.threads: set[int] = set()
        runner.begun.connect(self.on_begun)
        runner.grew.connect(self.on_grew)
        runner.finished.connect(self.on_finished)

    @Slot(object)
    def on_begun(self, run: Run) -> None:
        self.runs.append(run)
        self._note("begun", run.updates)

    @Slot()
    def on_grew(self) -> None:
        self._note("grew", self.runs[-1].updates)

    @Slot(object)
    def on_finished(self, ended: Ended) -> None:
        self.ends.append(ended)
        self._note("finished", self.runs[-1].updates if self.runs else 0)

    def _note(self, what: str, updates: int) -> None:
        self.events.append((what, updates))
        self.threads.add(threading.get_ident())


@pytest.fixture
def runner(qtbot: QtBot) -> Iterator[Runner]:
    made = Runner()
    yield made
    made.shut_down()


@pytest.fixture
def tireless(runner: Runner) -> Runner:
    """A runner that is told to run on whenever it pauses."""
    runner.paused.connect(lambda _pause: runner.run_on())
    return runner


@pytest.fixture
def heard(runner: Runner) -> Listener:
    return Listener(runner)


def test_a_run_begins_and_then_ends_once(runner: Runner, heard: Listener, qtbot: QtBot) -> None:
    run_id = runner.run(SEPARABLE, RunSpec())
    assert runner.running
    qtbot.waitUntil(lambda: bool(heard.ends))
    qtbot.wait(30)
    assert [what for what, _ in heard.events] == ["begun", "finished"]
    assert heard.ends == [Ended(run_id, Reason.CONVERGED)]
    assert not runner.running


def test_everything_recorded_arrives_before_the_end(tireless: Runner, heard: Listener, qtbot: QtBot) -> None:
    spec = RunSpec(max_updates=400_000, max_epochs=1_000_000_000)
    tireless.run(XOR, spec)
    qtbot.waitUntil(lambda: bool(heard.ends), timeout=30_000)
    counts = [updates for what, updates in heard.events if what != "finished"]
    assert len(counts) >= 2
    assert counts == sorted(counts)
    assert counts[-1] == heard.events[-1][1] == 400_000
    assert heard.events[-1][0] == "finished"
    assert heard.ends[0].reason is Reason.MAX_UPDATES


def test_the_thread_makes_the_run_that_train_makes(tireless: Runner, heard: Listener, qtbot: QtBot) -> None:
    spec = RunSpec(order="shuffled", seed=3, max_updates=30_000, max_epochs=1_000_000)
    tireless.run(XOR, spec)
    qtbot.waitUntil(lambda: bool(heard.ends), timeout=30_000)
    expected = train(XOR, spec).history
    history = heard.runs[0].history
    assert np.array_equal(history.index(), expected.index())
    assert np.array_equal(history.activation(), expected.activation())
    assert np.array_equal(history.weights(), expected.weights())


@pytest.mark.parametrize(
    ("data", "spec", "reason"),
    [
        (SEPARABLE, RunSpec(), Reason.CONVERGED),
        (XOR, RunSpec(max_epochs=5), Reason.MAX_EPOCHS),
        (XOR, RunSpec(max_updates=5), Reason.MAX_UPDATES),
        (Dataset.empty(), RunSpec(), Reason.CONVERGED),
    ],
)
def test_a_run_says_why_it_ended(
    tireless: Runner, heard: Listener, qtbot: QtBot, data: Dataset, spec: RunSpec, reason: Reason
) -> None:
    tireless.run(data, spec)
    qtbot.waitUntil(lambda: bool(heard.ends))
    assert heard.ends[0].reason is reason


def test_slots_run_in_the_thread_of_the_window(tireless: Runner, heard: Listener, qtbot: QtBot) -> None:
    tireless.run(XOR, RunSpec(max_updates=200_000, max_epochs=1_000_000))
    qtbot.waitUntil(lambda: bool(heard.ends), timeout=30_000)
    assert heard.threads == {threading.get_ident()}


def test_cancel_ends_a_run_and_keeps_what_it_recorded(tireless: Runner, heard: Listener, qtbot: QtBot) -> None:
    tireless.run(XOR, ENDLESS)
    qtbot.waitUntil(lambda: "grew" in dict(heard.events), timeout=30_000)
    tireless.cancel()
    qtbot.waitUntil(lambda: bool(heard.ends))
    recorded = heard.runs[0].updates
    qtbot.wait(50)
    assert heard.ends[0].reason is Reason.CANCELLED
    assert recorded > 0
    assert heard.runs[0].updates == recorded
    assert len(heard.ends) == 1


def test_cancelling_a_run_that_has_ended_says_nothing_more(runner: Runner, heard: Listener, qtbot: QtBot) -> None:
    runner.run(SEPARABLE, RunSpec())
    qtbot.waitUntil(lambda: bool(heard.ends))
    runner.cancel()
    qtbot.wait(50)
    assert len(heard.ends) == 1


def test_every_run_ever_asked_for_ends_exactly_once(runner: Runner, heard: Listener, qtbot: QtBot) -> None:
    ids = [runner.run(SEPARABLE, RunSpec(seed=seed)) for seed in range(50)]
    qtbot.waitUntil(lambda: len(heard.ends) >= len(ids))
    qtbot.wait(30)
    assert [ended.run_id for ended in heard.ends] == ids
    assert heard.ends[-1].reason is Reason.CONVERGED
    assert {ended.reason for ended in heard.ends[:-1]} <= {Reason.CANCELLED, Reason.CONVERGED}


def test_nothing_of_an_overtaken_run_is_shown(tireless: Runner, heard: Listener, qtbot: QtBot) -> None:
    tireless.run(XOR, ENDLESS)
    qtbot.waitUntil(lambda: "grew" in dict(heard.events), timeout=30_000)
    tireless.run(SEPARABLE, RunSpec())
    overtaken, kept = heard.runs[0], heard.runs[0].updates
    qtbot.waitUntil(lambda: len(heard.ends) == 2)
    assert overtaken.updates == kept
    assert [run.dataset for run in heard.runs] == [XOR, SEPARABLE]
    assert [ended.reason for ended in heard.ends] == [Reason.CANCELLED, Reason.CONVERGED]


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (InputError("the data are made of cheese"), "the data are made of cheese"),
        (ZeroDivisionError("division by zero"), "the run broke off: division by zero"),
        (MemoryError(), "the run broke off: MemoryError"),
    ],
)
def test_a_failure_is_an_end_with_a_sentence(
    runner: Runner,
    heard: Listener,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    message: str,
) -> None:
    def broken(*_arguments: object, **_options: object) -> None:
        raise error

    monkeypatch.setattr(runner_module, "prepare", broken)
    failed = runner.run(SEPARABLE, RunSpec())
    qtbot.waitUntil(lambda: bool(heard.ends))
    assert heard.ends == [Ended(failed, Reason.FAILED, message)]
    assert heard.runs == []
    monkeypatch.undo()
    runner.run(SEPARABLE, RunSpec())
    qtbot.waitUntil(lambda: len(heard.ends) == 2)
    assert heard.ends[1].reason is Reason.CONVERGED


def test_an_unknown_learner_fails_and_says_which_there_are(runner: Runner, heard: Listener, qtbot: QtBot) -> None:
    runner.run(SEPARABLE, RunSpec(learner="oracle"))
    qtbot.waitUntil(lambda: bool(heard.ends))
    assert heard.ends[0].reason is Reason.FAILED
    assert "'oracle' is not a learner" in heard.ends[0].message


def test_shutting_down_ends_the_thread_in_the_middle_of_a_run(qtbot: QtBot) -> None:
    runner = Runner()
    heard = Listener(runner)
    runner.run(XOR, ENDLESS)
    qtbot.waitUntil(lambda: bool(heard.runs), timeout=30_000)
    runner.shut_down()
    qtbot.wait(20)
    assert [ended.reason for ended in heard.ends] == [Reason.CANCELLED]
    runner.shut_down()


def test_a_search_for_the_margin_is_given_up_when_the_run_is_overtaken(
    runner: Runner, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    searching = threading.Event()
    solve = LinearSpace.solve_margin

    def slow(space: LinearSpace, cancelled: Callable[[], bool]) -> Margin:
        if not searching.is_set():
            searching.set()
            while not cancelled():
                time.sleep(0.001)
        return solve(space, cancelled)

    monkeypatch.setattr(LinearSpace, "solve_margin", slow)
    ended: list[Ended] = []
    runner.finished.connect(ended.append)
    first = runner.run(SEPARABLE, RunSpec(seed=1))
    qtbot.waitUntil(searching.is_set)
    second = runner.run(SEPARABLE, RunSpec(seed=2))
    qtbot.waitUntil(lambda: len(ended) == 2)
    assert [end.run_id for end in ended] == [first, second]
    assert ended[1].reason is Reason.CONVERGED


RNG = np.random.default_rng(5)
MANY = Dataset(RNG.normal(size=(400, 2)), np.where(RNG.random(400) < 0.5, 1, -1))
IN_FEATURE_SPACE = RunSpec("kernel", kernel="rbf", gamma=50.0, max_epochs=200)


def test_a_run_does_not_wait_for_a_search_that_may_take_long_and_the_theory_joins_it(
    runner: Runner, heard: Listener, qtbot: QtBot
) -> None:
    begun: list[tuple[bool, str]] = []
    runner.begun.connect(lambda run: begun.append((run.margin.sought, run.margin.unknown)))
    with qtbot.waitSignal(runner.joined, timeout=60_000) as waited:
        runner.run(MANY, IN_FEATURE_SPACE)
    assert begun == [(True, "ŵ* is still being looked for.")]
    run = waited.args[0]
    qtbot.waitUntil(lambda: bool(heard.ends), timeout=60_000)
    assert run.history is heard.runs[0].history
    alone = train(MANY, IN_FEATURE_SPACE)
    assert not run.margin.sought
    assert (run.margin.gamma, run.margin.bound) == (alone.margin.gamma, alone.margin.bound)
    assert run.margin.radius == heard.runs[0].margin.radius
    assert run.updates == alone.updates
    assert not runner.seeking


def test_a_search_that_is_cancelled_is_said_to_be(
    runner: Runner, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(KernelSpace, "solve_margin", lambda space, cancelled: _until(cancelled))
    with qtbot.waitSignal(runner.begun, timeout=30_000):
        runner.run(MANY, IN_FEATURE_SPACE)
    qtbot.waitUntil(lambda: not runner.running, timeout=60_000)
    assert runner.seeking
    with qtbot.waitSignal(runner.joined) as waited:
        runner.cancel()
    assert waited.args[0].margin.unknown == "The search for ŵ* was cancelled."
    assert not waited.args[0].margin.sought
    assert not runner.seeking


def _until(cancelled: Callable[[], bool]) -> Margin:
    while not cancelled():
        time.sleep(0.001)
    raise GivenUpError("nobody hears this")


def test_the_status_line_and_the_playhead_stay_when_the_theory_joins(window: MainWindow, qtbot: QtBot) -> None:
    window.document.open(MANY, None)
    window.document.set_spec(IN_FEATURE_SPACE)
    qtbot.waitUntil(lambda: not window.runner.running and not window.runner.seeking, timeout=60_000)
    window.player.go_to_update(17)
    run, said = window.player.run, window.status.outcome.text()
    assert run is not None
    window.player.join(run.knowing(run.margin))
    assert window.player.position == 17
    assert window.player.resting
    assert window.status.outcome.text() == said


def paused_at(runner: Runner, qtbot: QtBot, dataset: Dataset, spec: RunSpec) -> Pause:
    with qtbot.waitSignal(runner.paused, timeout=30_000) as waited:
        runner.run(dataset, spec)
    pause = waited.args[0]
    assert isinstance(pause, Pause)
    return pause


OVERLAP = Dataset([[0.0, 1.03], [2.0, 0.1], [1.0, 0.7], [0.5, 0.2], [1.7, 1.9]], [1, -1, 1, -1, -1])


@pytest.mark.parametrize("spec", [RunSpec(), RunSpec(order="shuffled"), RunSpec("pocket"), RunSpec("online-svm")])
def test_what_cannot_stop_by_itself_pauses_after_a_hundred_times_as_many_examples_as_there_are(
    runner: Runner, heard: Listener, qtbot: QtBot, spec: RunSpec
) -> None:
    pause = paused_at(runner, qtbot, OVERLAP, spec)
    run = heard.runs[0]
    assert pause == Pause(500)
    assert run.history.examples == 500
    expected = train(OVERLAP, spec).history.until(500)
    assert np.array_equal(run.history.index(), expected.index(0, len(expected)))
    assert runner.is_paused
    assert not runner.running
    assert heard.ends == []


def test_what_repeats_pauses_after_one_full_turn(runner: Runner, heard: Listener, qtbot: QtBot) -> None:
    pause = paused_at(runner, qtbot, XOR, RunSpec())
    assert pause.cycle == find_cycle(train(XOR))
    assert pause.cycle is not None
    assert heard.runs[0].history.examples == (pause.cycle.epoch + pause.cycle.length_epochs - 1) * XOR.n


def test_the_online_svm_pauses_on_any_data_for_every_example_moves_it(runner: Runner, qtbot: QtBot) -> None:
    assert paused_at(runner, qtbot, SEPARABLE, RunSpec("online-svm")).examples == 100 * SEPARABLE.n


def test_told_to_run_on_it_makes_the_whole_run_and_ends_once(runner: Runner, heard: Listener, qtbot: QtBot) -> None:
    spec = RunSpec(max_epochs=5_000)
    paused_at(runner, qtbot, OVERLAP, spec)
    with qtbot.waitSignal(runner.resumed):
        runner.run_on()
    qtbot.waitUntil(lambda: bool(heard.ends), timeout=30_000)
    assert [ended.reason for ended in heard.ends] == [Reason.MAX_EPOCHS]
    expected = train(OVERLAP, spec).history
    assert heard.runs[0].history.examples == expected.examples
    assert np.array_equal(heard.runs[0].history.index(), expected.index())
    assert np.array_equal(heard.runs[0].history.weights(), expected.weights())
    runner.run_on()
    qtbot.wait(30)
    assert len(heard.ends) == 1


def test_a_limit_before_the_pause_ends_the_run(runner: Runner, heard: Listener, qtbot: QtBot) -> None:
    paused: list[Pause] = []
    runner.paused.connect(paused.append)
    runner.run(OVERLAP, RunSpec(max_epochs=100))
    qtbot.waitUntil(lambda: bool(heard.ends))
    assert heard.ends[0].reason is Reason.MAX_EPOCHS
    assert paused == []


def test_another_run_or_a_cancel_is_the_end_of_one_that_has_paused(
    runner: Runner, heard: Listener, qtbot: QtBot
) -> None:
    paused_at(runner, qtbot, XOR, RunSpec())
    runner.run(SEPARABLE, RunSpec())
    qtbot.waitUntil(lambda: len(heard.ends) == 2)
    assert [ended.reason for ended in heard.ends] == [Reason.CANCELLED, Reason.CONVERGED]
    paused_at(runner, qtbot, XOR, RunSpec())
    runner.cancel()
    qtbot.waitUntil(lambda: len(heard.ends) == 3)
    assert heard.ends[2].reason is Reason.CANCELLED
    assert not runner.is_paused


TWINS = Dataset([[0.3, 1.1], [0.3, 1.1], [1.0, -0.7], [-1.2, 0.4]], [1, -1, 1, -1])


@pytest.mark.parametrize("learner", LEARNERS)
def test_every_learner_pauses_on_a_contradiction_and_can_be_run_on(
    runner: Runner, heard: Listener, qtbot: QtBot, learner: str
) -> None:
    spec = RunSpec(learner, max_epochs=250, max_updates=900)
    pause = paused_at(runner, qtbot, TWINS, spec)
    assert heard.runs[0].history.examples == pause.examples <= 100 * TWINS.n
    runner.run_on()
    qtbot.waitUntil(lambda: bool(heard.ends), timeout=30_000)
    expected = train(TWINS, spec)
    assert heard.ends[0].reason == Reason(str(expected.stopped))
    assert np.array_equal(heard.runs[0].history.index(), expected.history.index())
    assert np.array_equal(heard.runs[0].history.weights(), expected.history.weights())
