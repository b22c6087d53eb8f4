"""Token definitions of the cl100k family.

Longest match takes ``'The`` where the pattern's first branch takes ``'T``. `check_contraction` repairs this,
for every character that folds to a letter of a contraction (U+017F folds to s). A word with a prefix gives
its prefix to an ASCII space before it (see `Word`) if the run of whitespace is longer than that space; with a
single space the longest match is `` "`` anyway.

The published lexer checks every word for a contraction. Only a word after an apostrophe can have one, so such
words are a separate token here, and all others need no check.
"""

from __future__ import annotations

from .roles import Newline, Punctuation, Standalone, TokenDefinition, Whitespace, Word

__all__ = ["CL100K_TOKENS"]

CL100K_TOKENS = (
    TokenDefinition("contraction", r"'(?i:[sdmt]|ll|ve|re)", Word(first_char_is_letter=False), priority=1),
    TokenDefinition("letters", r"\p{L}+", Word()),
    TokenDefinition("quoted letters", r"'\p{L}+", Word(check_contraction=True, first_char_is_letter=False)),
    TokenDefinition("prefixed letters", r"[^\r\n\p{L}\p{N}']\p{L}+", Word(first_char_is_letter=False)),
    TokenDefinition("digits", r"\p{N}{1,3}", Standalone()),
    TokenDefinition("punctuation", r" ?[^\s\p{L}\p{N}]+[\r\n]*", Punctuation()),
    TokenDefinition("newline", r"\s*[\r\n]+", Newline()),
    TokenDefinition("whitespace", r"[^\S\r\n]+", Whitespace()),
)
