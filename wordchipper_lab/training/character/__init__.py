"""Character-level BPE with an end-of-word marker: symbols are characters, and characters not in training are
unknown."""

from ...vocab.word_patterns import WORD_PATTERNS
from .character_bpe import CharacterBPE

__all__ = ["WORD_PATTERNS", "CharacterBPE"]
