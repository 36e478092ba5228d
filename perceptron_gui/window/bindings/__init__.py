"""What each action does, and when it means something: the table of actions tied to the parts of the window."""

from perceptron_gui.window.bindings.files import bind_exports as bind_exports
from perceptron_gui.window.bindings.files import bind_files as bind_files
from perceptron_gui.window.bindings.files import bind_lesson as bind_lesson
from perceptron_gui.window.bindings.files import bind_lessons as bind_lessons
from perceptron_gui.window.bindings.points import bind_data as bind_data
from perceptron_gui.window.bindings.points import bind_edit as bind_edit
from perceptron_gui.window.bindings.points import bind_reshaping as bind_reshaping
from perceptron_gui.window.bindings.points import bind_sources as bind_sources
from perceptron_gui.window.bindings.run import bind_guess as bind_guess
from perceptron_gui.window.bindings.run import bind_run as bind_run
from perceptron_gui.window.bindings.run import bind_transport as bind_transport
from perceptron_gui.window.bindings.view import bind_features as bind_features
from perceptron_gui.window.bindings.view import bind_panels as bind_panels
from perceptron_gui.window.bindings.view import bind_size as bind_size
from perceptron_gui.window.bindings.view import bind_theorem_view as bind_theorem_view
from perceptron_gui.window.bindings.view import bind_view as bind_view
