"""Limits of a pattern that a visitor typed, of files that a visitor opened, and of a corpus that a page explains: lower
than those for Python or the command line."""

from __future__ import annotations

import sys

from ..environment import limit_from_environment
from ..spanners import PatternLimits
from ..vocab.formats.vocab_limits import VocabLimits

__all__ = ["page_corpus_bytes", "page_limits", "page_vocab_limits"]

_OF_PAGES = PatternLimits(
    seconds=2, characters=2000, size=100_000, growth=20, variable="WORDCHIPPER_LAB_PAGE_PATTERN"
)
_OF_FILES = VocabLimits(pattern=2000, variable="WORDCHIPPER_LAB_PAGE_VOCAB")
_CORPUS_BYTES = 4_000_000  # a report of 32 MB takes a gigabyte


def page_limits() -> PatternLimits:
    """The limits on pages: from the environment (WORDCHIPPER_LAB_PAGE_PATTERN_SECONDS and so on), or the
    defaults.

    >>> page_limits().size
    100000
    """
    return _OF_PAGES.with_environment()


def page_vocab_limits() -> VocabLimits:
    """The limits of a vocabulary file opened on a page: from the environment (WORDCHIPPER_LAB_PAGE_VOCAB_BYTES and so
    on), or the defaults.

    >>> page_vocab_limits().tokens
    1000000
    """
    return _OF_FILES.with_environment()


def page_corpus_bytes() -> int:
    """How much of a corpus a page explains: from the environment (WORDCHIPPER_LAB_PAGE_CORPUS_BYTES), or the default.

    >>> page_corpus_bytes()
    4000000
    """
    return int(min(limit_from_environment("WORDCHIPPER_LAB_PAGE_CORPUS_BYTES", _CORPUS_BYTES), sys.maxsize))
