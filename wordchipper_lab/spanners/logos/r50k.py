"""Token definitions of the r50k family (r50k_base, p50k_base, p50k_edit, gpt2).

Repairs beyond the published roles, and why:

- Letters and digits have the role `Punctuation`: this family's branches begin with `` ?``, so they take only
  an ASCII space; `Word` would take a tab too.
- The contraction is a word with its own prefix: in ``..  's`` the second space takes the apostrophe (`` '``)
  and leaves ``s`` as a word.
"""

from __future__ import annotations

from .roles import Punctuation, TokenDefinition, Whitespace, Word

__all__ = ["R50K_TOKENS"]

R50K_TOKENS = (
    TokenDefinition("contraction", r"'(?:[sdmt]|ll|ve|re)", Word(first_char_is_letter=False), priority=1),
    TokenDefinition("letters", r" ?\p{L}+", Punctuation()),
    TokenDefinition("digits", r" ?\p{N}+", Punctuation()),
    TokenDefinition("punctuation", r" ?[^\s\p{L}\p{N}]+", Punctuation()),
    TokenDefinition("whitespace", r"\s+", Whitespace()),
)
