"""Why a public name of another package is not in our face: the first pattern that a name fits counts."""

from __future__ import annotations

__all__ = ["REASONS"]

_OTHER_KIND = "no part of byte-level BPE: making one raises an error that says so"
_IN_PYTHON = "for components written in Python, which the engine cannot run"

REASONS: dict[str, str] = {
    "tokenizers.*Input": "a name for annotations",
    "tokenizers.*InputSequence": "a name for annotations",
    "tokenizers.Offsets": "a name for annotations",
    "tokenizers.NormalizedString": _IN_PYTHON,
    "tokenizers.PreTokenizedString": _IN_PYTHON,
    "tokenizers.normalizers.*.normalize": f"takes a NormalizedString: {_IN_PYTHON}",
    "tokenizers.pre_tokenizers.*.pre_tokenize": f"takes a PreTokenizedString: {_IN_PYTHON}",
    "tokenizers.normalizers.NORMALIZERS": "a table of the package's own function `unicode_normalizer_from_str`",
    "tokenizers.implementations.*_*": "where the package defines it; the class is in `tokenizers.implementations`",
    "tokenizers.tokenizers": "the package's machine code; its classes are in `tokenizers`",
    "tokenizers.tools": "draws encodings as HTML: `wordchipper_lab.widgets.TokenView` does",
    "tokenizers.trainers.ParityBpeTrainer": "trains by other rules than BPE",
    "tokenizers.trainers.*": _OTHER_KIND,
    "tokenizers.models.Model.*": "only the models that are kinds of it have it",
    "tokenizers.models.*": _OTHER_KIND,
    "tokenizers.decoders.*": _OTHER_KIND,
    "tokenizers.normalizers.*": _OTHER_KIND,
    "tokenizers.pre_tokenizers.*": _OTHER_KIND,
    "tokenizers.processors.*": _OTHER_KIND,
    "tokenizers.implementations.*": _OTHER_KIND,
    "tokenizers.*Tokenizer": _OTHER_KIND,
}
