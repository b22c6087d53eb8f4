"""Lexer divergence: from two lexers and a source to where and why they differ."""
