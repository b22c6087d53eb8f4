"""What stories can ask the engine. A new check is a function with `@check` in one of these modules, or in a new one."""

from . import arithmetic, languages, learning, lexing, merging, special, tokens, vocabularies
from .registry import CHECKS, Value, call_check, check, check_arguments

__all__ = [
    "CHECKS",
    "Value",
    "arithmetic",
    "call_check",
    "check",
    "check_arguments",
    "languages",
    "learning",
    "lexing",
    "merging",
    "special",
    "tokens",
    "vocabularies",
]
