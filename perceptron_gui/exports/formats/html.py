"""HTML: an account as the page it is."""

from perceptron_gui.exports.formats.format import Format

HTML = Format("web page", account=str.encode)
