"""Headless engines of training screens and tables: traces of toy runs, live runs, races, what a vocabulary is worth."""
