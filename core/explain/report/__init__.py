"""The report of a run, to be handed out: data, options, result, theory, steps and trace, as a page of HTML."""

from core.explain.report.facts import Preface as Preface
from core.explain.report.facts import report_of as report_of
from core.explain.report.latex import latex_document as latex_document
from core.explain.report.page import page as page
from core.explain.report.parts import Figure as Figure
from core.explain.report.parts import Report as Report
from core.explain.report.parts import Shows as Shows
from core.explain.report.solution import solution_of as solution_of
