"""The account of a run, to be handed out: data, options, result, theory, steps and trace, as a page of HTML."""

from core.account.facts import account_of as account_of
from core.account.page import page as page
from core.account.parts import Account as Account
from core.account.parts import Figure as Figure
from core.account.parts import Shows as Shows
