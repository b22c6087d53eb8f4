"""Token definitions of the o200k family (o200k_base, o200k_harmony).

U means Lu and Lt, l means Ll, b means what may be in both halves of a word (Lm, Lo, M). The two word branches
of the pattern overlap with each other and with punctuation, so first match and longest match differ. These
definitions are cut so that they agree:

- *lower word* is the first branch unchanged: its longest match is also its first. It ends after the last l or
  b.
- *upper word* is the second branch where the first fails: U only. ``ªAB`` is ``ª``, ``AB``, although the
  second branch alone would take all of it.
- Marks (M) are not letters, so the pattern allows them as a word's prefix, but also as its first character.
  After a mark the first branch always succeeds without a prefix, with the same end. So no prefix is a mark.
- For the same reason punctuation cannot begin with a mark, nor can its second character be one: ``!`` + mark
  is a word with a prefix. After a space, which cannot be a prefix when ``!`` follows, the second one can.
- A newline is a separate span even at the end of the text: `Standalone`, as in the published lexer.
"""

from __future__ import annotations

from .roles import Punctuation, Standalone, TokenDefinition, Whitespace, Word

__all__ = ["O200K_TOKENS"]

_PREFIX = r"[^\r\n\p{L}\p{N}\p{M}]"
_LOWER_WORD = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
_UPPER_WORD = r"[\p{Lu}\p{Lt}]+"
_CONTRACTION = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_SYMBOL = r"[^\s\p{L}\p{N}]"
_NO_MARK = r"[^\s\p{L}\p{N}\p{M}]"

_PREFIXED = Word(first_char_is_letter=False)

O200K_TOKENS = (
    TokenDefinition("lower word", _LOWER_WORD + _CONTRACTION, Word()),
    TokenDefinition("prefixed lower word", _PREFIX + _LOWER_WORD + _CONTRACTION, _PREFIXED),
    TokenDefinition("upper word", _UPPER_WORD + _CONTRACTION, Word()),
    TokenDefinition("prefixed upper word", _PREFIX + _UPPER_WORD + _CONTRACTION, _PREFIXED),
    TokenDefinition("digits", r"\p{N}{1,3}", Standalone()),
    TokenDefinition("punctuation", rf"{_NO_MARK}(?:{_NO_MARK}{_SYMBOL}*)?[\r\n/]*", Punctuation()),
    TokenDefinition("spaced punctuation", rf" {_NO_MARK}{_SYMBOL}*[\r\n/]*", Punctuation()),
    TokenDefinition("newline", r"\s*[\r\n]+", Standalone()),
    TokenDefinition("whitespace", r"[^\S\r\n]+", Whitespace()),
)
