"""Which example comes next: passes and picks, and the table of them."""

from __future__ import annotations

from core.errors import named
from core.orders.order import Bits, Order, Passes, Pick
from core.orders.passes import Cyclic, Shuffled, Visited
from core.orders.picks import Furthest, Listed, Random
from core.spec import names_stand_in

__all__ = ["ORDERS", "Bits", "Order", "Passes", "Pick", "find_order"]

ORDERS: dict[str, type[Order]] = {order.name: order for order in (Cyclic, Shuffled, Random, Furthest, Visited, Listed)}
"""Name → order, made over n examples for a spec."""
names_stand_in(ORDERS, "order", "an order")


def find_order(name: str) -> type[Order]:
    """The order called `name`; raises InputError for a name that is not in the table."""
    return named(name, ORDERS, "an order")
