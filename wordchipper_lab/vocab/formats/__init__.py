"""Vocabulary file formats: readers from path, bytes or open file, and writers that leave no half file."""
