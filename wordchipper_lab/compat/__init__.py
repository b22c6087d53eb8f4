"""Faces of other tokenizer packages on this engine: code written for them runs unchanged."""
