"""HTML: a report as the page it is."""

from perceptron_gui.exports.formats.format import ExportFormat

HTML = ExportFormat("web page", report=str.encode)
