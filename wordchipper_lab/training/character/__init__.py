"""Character-level BPE with an end-of-word marker: symbols are characters, and what was not trained on is unknown."""

from .character_bpe import CharacterBPE
from .word_patterns import WORD_PATTERNS

__all__ = ["WORD_PATTERNS", "CharacterBPE"]
