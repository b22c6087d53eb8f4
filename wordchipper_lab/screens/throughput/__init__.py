"""Throughput: from a choice of cases to a run, its charts and tables."""
