"""The kernels: of products and of distances, and the table of them (Yuille 004 §2.5)."""

from __future__ import annotations

from core.kernels.kernel import RBF, Kernel, Linear, Polynomial
from core.spec import PARAMETERS, Axis, RunSpec

__all__ = ["KERNELS", "RBF", "Kernel", "Linear", "Polynomial", "make_kernel", "parameter_meaning"]

KERNELS: Axis[type[Kernel]] = Axis("kernel", "a kernel", (Linear, Polynomial, RBF))
"""Name → kernel, made with the numbers of a spec."""


def make_kernel(spec: RunSpec) -> Kernel:
    """Return the kernel that `spec` names. Raises InputError for a name that is not in the table."""
    return KERNELS.find(spec.kernel).of(spec)


def parameter_meaning(name: str) -> str:
    """Return the meaning of a parameter, and its kernels; a kernel's formula is given with its first parameter."""
    takers = [kernel for kernel in KERNELS.values() if name in kernel.parameters]
    told = (f"of {k.name}{f', {k.formula}' if k.parameters[0] == name else ''}" for k in takers)
    return f"{PARAMETERS[name].meaning} {' and '.join(told)}".rstrip()
