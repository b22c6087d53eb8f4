"""Kernels in a library that was linked in advance: loaded without numba, for the processors it was made for."""
