"""Character-level BPE with an end-of-word marker: symbols are characters, and characters not in training are
unknown."""

from .character_bpe import CharacterBPE
from .word_patterns import WORD_PATTERNS

__all__ = ["WORD_PATTERNS", "CharacterBPE"]
