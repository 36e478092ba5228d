"""Which example comes next: passes and picks, and the table of them."""

from __future__ import annotations

from core.orders.kinds import Cyclic, Furthest, Listed, Random, Shuffled, Visited
from core.orders.order import Bits, Order, Passes, Pick
from core.spec import Axis

__all__ = ["ORDERS", "Bits", "Order", "Passes", "Pick", "find_order"]

ORDERS: Axis[type[Passes] | type[Pick]] = Axis(
    "order", "an order", (Cyclic, Shuffled, Random, Furthest, Visited, Listed)
)
"""Name → order, made over n examples for a spec."""
find_order = ORDERS.find
