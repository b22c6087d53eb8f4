"""Tokenizers that a visitor opened from files: read in memory, kept in this process, offered by every screen."""

from .reading import PatternChoice, read_opened, unpack_file
from .store import (
    MOST_OPENED,
    Opened,
    find_opened,
    get_opened,
    is_opened_name,
    keep_opened,
    lexer_word,
    open_opened,
    opened_names,
)

__all__ = [
    "MOST_OPENED",
    "Opened",
    "PatternChoice",
    "find_opened",
    "get_opened",
    "is_opened_name",
    "keep_opened",
    "lexer_word",
    "open_opened",
    "opened_names",
    "read_opened",
    "unpack_file",
]
