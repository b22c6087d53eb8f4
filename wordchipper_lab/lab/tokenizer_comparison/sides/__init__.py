"""Tokenizers of any make, as programs with one interface, and what each says of itself."""
