"""Throughput: a choice of cases -> a run, its charts and tables."""
