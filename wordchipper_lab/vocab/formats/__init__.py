"""Vocabulary file formats: readers for paths, bytes or open files, and writers that never leave a partial
file."""
