"""A vocabulary to search, count and compare: what the Vocabulary screen shows, without a screen."""

from __future__ import annotations

from .details import TokenDetails, describe_token, describe_utf8
from .index import KINDS, VocabularyIndex, index_vocabulary
from .overlap import PARTS, Overlap, compare_vocabularies
from .query import CHOICES, Query, parse_hex, parse_ranges
from .search import Found, search_vocabulary
from .statistics import VocabularyStatistics, count_vocabulary
from .variants import Variant, word_variants

__all__ = [
    "CHOICES",
    "KINDS",
    "PARTS",
    "Found",
    "Overlap",
    "Query",
    "TokenDetails",
    "Variant",
    "VocabularyIndex",
    "VocabularyStatistics",
    "compare_vocabularies",
    "count_vocabulary",
    "describe_token",
    "describe_utf8",
    "index_vocabulary",
    "parse_hex",
    "parse_ranges",
    "search_vocabulary",
    "word_variants",
]
