"""HTML: an account as the page it is."""

from perceptron_gui.exports.formats.format import ExportFormat

HTML = ExportFormat("web page", account=str.encode)
