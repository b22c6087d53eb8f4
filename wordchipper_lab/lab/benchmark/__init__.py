"""Benchmarks of this package and its peers: what to measure, measuring it, and what came out."""
