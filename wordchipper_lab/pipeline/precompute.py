"""``python -m wordchipper_lab.pipeline.precompute``: regenerate what `character_data` reads.

Needs the `tokenizers` package, whose normalizers decide. They are several Unicode versions behind one another: normal
forms and combining marks are those of Unicode 9, control characters those of Unicode 8, lower case letters and word
characters those of its Rust compiler and of its regex crate.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from .character_data import DATA_PATH
from .codepoints import codepoints_of

__all__ = ["compute_character_data"]

_APART = "\uffff"  # no normalizer changes it, and nothing combines with it
_SCALARS = [*range(0xD800), *range(0xE000, 0x110000)]
_HANGUL = range(0xAC00, 0xD7A4)
_OVERLAY, _IOTA = "\u0334", "\u0345"  # of the lowest and of the highest combining class, 1 and 240


def compute_character_data() -> dict[str, np.ndarray]:
    """All arrays of the file, from the installed `tokenizers`."""
    from tokenizers import normalizers

    canonical = _each(normalizers.NFD().normalize_str)
    compatible = _each(normalizers.NFKD().normalize_str)
    lower = _each(normalizers.Lowercase().normalize_str)
    bert = {"clean_text": False, "handle_chinese_chars": False, "strip_accents": False, "lowercase": False}
    cleaned = _each(normalizers.BertNormalizer(**(bert | {"clean_text": True})).normalize_str)
    bare = _each(normalizers.BertNormalizer(**(bert | {"strip_accents": True})).normalize_str)
    without_marks = _each(normalizers.StripAccents().normalize_str)
    decomposed = {c: text for c, text in canonical.items() if text != chr(c) and c not in _HANGUL}
    compatibly = {c: text for c, text in compatible.items() if text != canonical[c]}
    lowered = {c: text for c, text in lower.items() if text != chr(c) and len(text) == 1}
    return {
        **_mapping("canonical", decomposed),
        **_mapping("compatible", compatibly),
        **_mapping("lower", lowered),
        **_combining_classes(normalizers.NFD().normalize_str),
        **_compositions(normalizers.NFC().normalize_str, decomposed),
        "marks": _ranges(c for c, text in without_marks.items() if not text),
        "nonspacing": _ranges(c for c, text in bare.items() if not text),
        "controls": _ranges(c for c, text in cleaned.items() if not text),
        "word_characters": _ranges(_word_characters()),
    }


def _each(normalize: Callable[[str], str]) -> dict[int, str]:
    """What becomes of each scalar value alone."""
    texts = normalize(_APART.join(chr(c) for c in _SCALARS if c != ord(_APART))).split(_APART)
    others = [c for c in _SCALARS if c != ord(_APART)]
    return dict(zip(others, texts, strict=True))


def _mapping(name: str, mapping: dict[int, str]) -> dict[str, np.ndarray]:
    return {
        name: np.array(list(mapping), dtype=np.uint32),
        f"{name}_lengths": np.array([len(text) for text in mapping.values()], dtype=np.uint8),
        f"{name}_characters": codepoints_of("".join(mapping.values())),
    }


def _combining_classes(nfd: Callable[[str], str]) -> dict[str, np.ndarray]:
    """The combining classes of the characters that a mark of the lowest or of the highest class changes places with."""
    marks = [c for c in _SCALARS if unicodedata.combining(chr(c))]

    def moves(first: str, second: str) -> bool:
        return nfd(f"a{first}{second}") != nfd(f"a{first}") + nfd(f"a{second}")[1:]

    marks = [c for c in marks if moves(chr(c), _OVERLAY) or moves(_IOTA, chr(c))]
    classes = [unicodedata.combining(chr(c)) for c in marks]
    return {
        "combining": np.array(marks, dtype=np.uint32),
        "classes": np.array(classes, dtype=np.uint8),
    }


def _compositions(nfc: Callable[[str], str], decomposed: dict[int, str]) -> dict[str, np.ndarray]:
    """(n, 3): the pairs of characters that are composed, and what they become; Hangul by rule elsewhere."""
    triples = [
        (ord(nfc(text[:-1])), ord(text[-1]), c)
        for c, text in decomposed.items()
        if len(text) > 1 and nfc(text) == chr(c) and len(nfc(text[:-1])) == 1
    ]
    return {"compositions": np.array(triples, dtype=np.uint32)}


def _ranges(codepoints: Iterable[int]) -> np.ndarray:
    """Codepoints in ascending order as ranges [start, end): uint32 (n, 2)."""
    chosen = np.zeros(0x110001, dtype=np.int8)
    chosen[list(codepoints)] = 1
    return np.flatnonzero(np.diff(chosen, prepend=0)).reshape(-1, 2).astype(np.uint32)


def _word_characters() -> list[int]:
    """The characters beside which an added token that is a single word is not found."""
    from tokenizers import AddedToken, Tokenizer, models

    tokenizer: Any = Tokenizer(models.WordLevel({"?": 0}, "?"))
    tokenizer.add_tokens(
        [AddedToken("+", single_word=True, normalized=False), AddedToken("-", normalized=False)]
    )
    found: list[int] = []
    for first in range(0, len(_SCALARS), 1 << 14):
        part = [c for c in _SCALARS[first : first + (1 << 14)] if chr(c) not in "+-"]
        encoding = tokenizer.encode("".join(f"{chr(c)}+-" for c in part))
        plus = tokenizer.token_to_id("+")
        alone = {start for i, (start, _) in zip(encoding.ids, encoding.offsets, strict=True) if i == plus}
        found += [c for i, c in enumerate(part) if 3 * i + 1 not in alone]
    return found


if __name__ == "__main__":
    arrays: dict[str, Any] = dict(compute_character_data())
    np.savez_compressed(DATA_PATH, **arrays)
    print(f"wrote {DATA_PATH} ({DATA_PATH.stat().st_size:,} bytes)")
