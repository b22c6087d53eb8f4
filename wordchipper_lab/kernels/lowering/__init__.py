"""How helpers that kernels call become machine code: one module for each module of `kernels` that needs numba."""
