"""Names for cells: readable descriptions of the characters that a pattern cannot distinguish."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ...spanners.automaton.unicode_version import as_unicode_16

__all__ = ["name_cells", "name_character"]

_PLAIN = {" ": "space", "\n": "\\n", "\r": "\\r", "\t": "tab", "'": "'", "\u00a0": "nbsp"}
_GROUPS = (
    ("Lu", {"Lu"}), ("Ll", {"Ll"}), ("Lt", {"Lt"}), ("Lu Lt", {"Lu", "Lt"}), ("Lm Lo", {"Lm", "Lo"}),
    ("letter", {"Lu", "Ll", "Lt", "Lm", "Lo"}), ("mark", {"Mn", "Mc", "Me"}), ("number", {"Nd", "Nl", "No"}),
    ("letter or mark", {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me"}),
    ("punctuation", {"Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po"}), ("symbol", {"Sm", "Sc", "Sk", "So"}),
)  # fmt: skip
_SMALL = 10
_LOOKED_AT = 64


def name_cells(symbols: np.ndarray, characters: str) -> tuple[str, ...]:
    """Names of all symbols (see `Alphabet`), all different: the characters of small cells, the category of
    others."""
    names: list[str] = []
    order = np.argsort(symbols, kind="stable")
    bounds = np.searchsorted(symbols[order], np.arange(len(characters) + 1))
    for symbol, character in enumerate(characters):
        members = order[bounds[symbol] : bounds[symbol + 1]]
        members = members[(members < 0xD800) | (members > 0xDFFF)]
        name = _name_cell(members)
        names.append(f"{name} ({name_character(character)})" if name in names else name)
    return tuple(names)


def _name_cell(members: np.ndarray) -> str:
    if len(members) <= _SMALL:
        names = [name_character(chr(codepoint)) for codepoint in members]
        return ("" if max(map(len, names)) == 1 else " ").join(names)
    places = np.unique(np.linspace(0, len(members) - 1, _LOOKED_AT).astype(np.int64))
    sample = as_unicode_16("".join(map(chr, members[places].tolist())))
    if _matches(r"\s+", sample):
        return "whitespace"
    categories = {category for category in _categories() if _contains(rf"\p{{{category}}}", sample)}
    return next((name for name, group in _GROUPS if categories <= group), "other")


def name_character(character: str) -> str:
    """The character itself, or its name if it is invisible.

    >>> name_character("a"), name_character(" "), name_character(chr(0x301))
    ('a', 'space', 'U+0301')
    """
    if character in _PLAIN:
        return _PLAIN[character]
    return character if _matches(r"[\p{L}\p{N}\p{P}\p{S}]", character) else f"U+{ord(character):04X}"


def _matches(pattern: str, text: str) -> bool:
    return _compile(pattern).fullmatch(as_unicode_16(text)) is not None


def _contains(pattern: str, text: str) -> bool:
    return _compile(pattern).search(text) is not None


@lru_cache(maxsize=64)
def _compile(pattern: str):  # type: ignore[no-untyped-def]
    import regex  # 40 ms, and only names need it

    return regex.compile(pattern)


@lru_cache(maxsize=1)
def _categories() -> tuple[str, ...]:
    return ("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf",
            "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Co", "Cn")  # fmt: skip
