"""The account of a run, to be handed out: data, options, result, theory, steps and trace, as a page of HTML."""

from core.explain.report.facts import account_of as account_of
from core.explain.report.page import page as page
from core.explain.report.parts import Account as Account
from core.explain.report.parts import Figure as Figure
from core.explain.report.parts import Shows as Shows
