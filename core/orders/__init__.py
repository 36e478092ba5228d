"""Which example comes next: one file an order, and the table of them."""

from __future__ import annotations

from core.errors import named
from core.orders.cyclic import Cyclic
from core.orders.furthest import Furthest
from core.orders.listed import Listed
from core.orders.order import Bits, Order, Passes, Pick
from core.orders.random import Random
from core.orders.shuffled import Shuffled
from core.spec import names_stand_in

__all__ = ["ORDERS", "Bits", "Order", "Passes", "Pick", "find_order"]

ORDERS: dict[str, type[Order]] = {order.name: order for order in (Cyclic, Shuffled, Random, Furthest, Listed)}
"""Name → order, made over n examples for a spec."""
names_stand_in(ORDERS, "order", "an order")


def find_order(name: str) -> type[Order]:
    """The order called `name`; raises InputError for a name that is not in the table."""
    return named(name, ORDERS, "an order")
