"""The report of a run, to be handed out: data, options, result, theory, steps and trace, as a page of HTML."""

from core.explain.report.facts import report_of as report_of
from core.explain.report.page import Figure as Figure
from core.explain.report.page import Report as Report
from core.explain.report.page import Shows as Shows
from core.explain.report.page import page as page
