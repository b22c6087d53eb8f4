"""Linking all kernels into one library for each kind of processor: for whoever changes a kernel, not for users.

    python -m wordchipper_lab.linking

compiles them with numba and links them with `ziglang` (extra ``link``). The libraries are package data.
"""
