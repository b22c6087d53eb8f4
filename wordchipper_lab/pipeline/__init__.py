"""Carries out what a tokenizer does beside merging: added tokens, normalizers, splits in sequence, offsets.

The vocabulary's part is the compiled engine's (`wordchipper_lab.encoders`); `vocab.pipeline` describes the stages.
"""
