"""Tests of `compare_tokenizers`."""
