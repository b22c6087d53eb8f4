"""The one compile policy: every kernel of the package is decorated with `jit` and nothing else.

- machine code is stored on disk, so only the first process on a machine compiles. It is verified before it is
  loaded (`cache_files`), and stored only where no other user can write (`cache_places`).
- ``nogil=True``: kernels run in parallel in Python threads and keep a notebook responsive.
- never ``parallel=True``: numba's default threading layer is not safe for concurrent callers.
- ``error_model="numpy"``: no zero-division branches; kernels raise nothing and return a status.
- no reference counting: numba counts each array passed to another kernel up and down again by atomic instructions,
  which costs 50 ns for the six arrays of a trie walk. Without it bpe_backtrack went from 41 to 116 MB/s on
  multilingual text (r50k), and what were then all kernels compiled in 12 s instead of 20. A kernel that allocates does
  not compile.
- a kernel that another kernel calls is compiled without the wrappers that Python needs, by a twin that Python never
  sees: compiling all kernels takes 56 s of processor time instead of 70, and 6 MB on disk instead of 13. The machine
  code of the kernels themselves is the same.
- ``inline=True`` for helpers of a few instructions, some of which LLVM would leave as calls (5 to 20 % faster
  on code). For larger ones it only costs compile time.

Nothing here imports numba, which takes 0.4 s and 90 MB: a `Kernel` does so when it is first compiled or loaded from
the cache (`compiler`), and how its helpers become machine code is said in modules that are imported then (`lowering`).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeVar, cast

import numpy as np

from .kernel import Kernel

__all__ = ["JIT_DISABLED", "jit"]

F = TypeVar("F", bound=Callable[..., object])

JIT_DISABLED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""numba's own switch: kernels stay Python, slow, with the same results."""


def jit(*, inline: bool = False) -> Callable[[F], F]:
    """Decorator: compile a function on the first call with each combination of argument types, by the policy
    above.

    Under ``NUMBA_DISABLE_JIT=1`` it stays Python (hashes overflow deliberately).
    """
    if JIT_DISABLED:
        return np.errstate(over="ignore")
    return lambda function: cast(F, Kernel(function, inline))
