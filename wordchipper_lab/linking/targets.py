"""What each library is compiled for."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["TARGETS", "Target"]

_X86 = "x86_64-unknown-linux-gnu"
_V2 = "+cx16,+sahf,+popcnt,+sse4.1,+sse4.2,+ssse3"
_V3 = f"{_V2},+avx,+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe,+xsave"
_V4 = f"{_V3},+avx512f,+avx512bw,+avx512cd,+avx512dq,+avx512vl,-prefer-256-bit"


class Target(NamedTuple):
    """A kind of processor, in LLVM's words."""

    compiled_as: str
    """The level whose optimised code it is made from: itself, or for another architecture one without vectors that only
    x86-64 has."""
    triple: str
    cpu: str
    features: str
    linked_as: str
    """zig's name of the target."""


TARGETS = {
    "x86-64-v4": Target("x86-64-v4", _X86, "x86-64-v4", _V4, "x86_64-linux-gnu"),
    "x86-64-v3": Target("x86-64-v3", _X86, "x86-64-v3", _V3, "x86_64-linux-gnu"),
    "x86-64-v2": Target("x86-64-v2", _X86, "x86-64-v2", _V2, "x86_64-linux-gnu"),
    "aarch64": Target("x86-64-v2", "aarch64-unknown-linux-gnu", "generic", "+neon", "aarch64-linux-gnu"),
}
"""By level (`kernels.linked.levels`)."""
