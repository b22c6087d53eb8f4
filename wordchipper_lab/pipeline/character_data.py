"""What the normalizers of the `tokenizers` package know of each character.

Python, the ``regex`` package and the Rust crates know different versions of Unicode (and each new release another
one), so nothing here asks them: ``data/characters.npz`` is made by ``python -m wordchipper_lab.pipeline.precompute``
from `tokenizers` itself, and a test compares it again, for every scalar value.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from .codepoints import table_of_ranges

__all__ = ["DATA_PATH", "WHITE_SPACE", "character_array", "character_set"]

DATA_PATH = Path(__file__).parent / "data" / "characters.npz"

WHITE_SPACE = (
    "\t\n\x0b\x0c\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""All white space by Unicode's property, as Rust has it; not U+001C to U+001F, which ``str.strip`` removes, too."""


def character_array(name: str) -> np.ndarray:
    """The array `name` of the file."""
    array: np.ndarray = _arrays()[name]
    return array


@cache
def character_set(name: str) -> np.ndarray:
    """The table of the ranges `name`: "marks", "nonspacing", "controls" or "word_characters"."""
    return table_of_ranges(character_array(name))


@lru_cache(maxsize=1)
def _arrays() -> dict[str, np.ndarray]:
    with np.load(DATA_PATH) as bundle:
        return {name: bundle[name] for name in bundle.files}
