"""One sentence in sixty languages, and what it costs: tokens by vocabulary, beside English."""

from .cost import MODELS, language_costs
from .languages import Language, all_languages, find_language

__all__ = ["MODELS", "Language", "all_languages", "find_language", "language_costs"]
