"""Benchmarks of this package and its peers: what to measure, the measuring, and the results."""
