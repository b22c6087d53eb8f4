"""Run all tokens through a `SpanAutomaton` at once."""

from __future__ import annotations

import numpy as np

from ...kernels.jit import jit

__all__ = ["run_tokens"]


@jit()
def run_tokens(
    steps: np.ndarray, state: int, data: np.ndarray, starts: np.ndarray, tokens: np.ndarray, found: np.ndarray
) -> None:
    """``found[i]`` (int32) becomes the state behind token ``tokens[i]`` (int64), from `state`; -1 if there is none.

    steps: int32 (256 * states,); data, starts: uint8, int64, as in `MergeRules`. 0.5 ms for o200k_base.
    """
    for i in range(len(tokens)):
        at = state
        for place in range(starts[tokens[i]], starts[tokens[i] + 1]):
            at = np.int64(steps[(at << 8) + np.int64(data[place])])
            if at < 0:
                break
        found[i] = at
