"""Lexer divergence: two lexers, a source -> where and why they differ."""
