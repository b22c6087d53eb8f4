"""What the same sentence costs in many languages: the rows of a chart, counted by the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from ...arguments import a_text, checked, mapping_of, optional, sequence_of
from ...errors import InputError
from ...text.text_bytes import encode_text
from ...tokenizer import Tokenizer
from ..vocabulary.characters import COMMON, SCRIPTS, scripts_of
from .languages import Language, all_languages

__all__ = ["MODELS", "language_costs"]

MODELS = ("o200k_base", "cl100k_base", "r50k_base")
"""The vocabularies that are compared by default, the newest first."""


@checked(
    models=sequence_of(a_text, "several names of vocabularies"),
    texts=optional(mapping_of(a_text, a_text, "texts by name")),
)
def language_costs(models: Sequence[str] = MODELS, texts: Mapping[str, str] | None = None) -> dict[str, Any]:
    """For each language its tokens in each vocabulary, beside the first one's; ready for `json.dumps`.

    texts: the reader's own, by name, instead of the sample; the first of them is what the others are compared with.
    Each row has ``name``, ``script``, ``tag``, ``direction``, ``text``, ``characters`` and ``bytes``, and by vocabulary
    ``tokens``, ``times`` (as many as the first row) and ``per_character``. Rows are sorted by the first vocabulary, the
    dearest first. Raises `UnknownNameError` for an unknown vocabulary, and `InputError` for an empty text.

    >>> costs = language_costs(["r50k_base"])
    >>> costs["base"], [(row["name"], row["times"]["r50k_base"]) for row in costs["rows"]][0]
    ('English', ('Burmese', 22.0))
    """
    languages = _own(texts) if texts else tuple(all_languages().values())
    toks = {model: Tokenizer.from_pretrained(model) for model in dict.fromkeys(models)}
    counts = {model: tok.count_batch([one.text for one in languages]).tolist() for model, tok in toks.items()}
    rows = [
        _row(one, {model: found[at] for model, found in counts.items()}) for at, one in enumerate(languages)
    ]
    base = rows[0]
    for row in rows:
        row["times"] = {model: round(n / base["tokens"][model], 4) for model, n in row["tokens"].items()}
    first = next(iter(toks), None)
    if first is not None:
        rows = sorted(rows, key=lambda row: (-row["tokens"][first], row["name"]))
    return {"models": list(toks), "base": base["name"], "is_sample": not texts, "rows": rows}


def _row(language: Language, tokens: dict[str, int]) -> dict[str, Any]:
    characters = len(language.text)
    return {
        "name": language.name,
        "script": language.script,
        "tag": language.tag,
        "direction": language.direction,
        "text": language.text,
        "characters": characters,
        "bytes": len(encode_text(language.text)),
        "tokens": tokens,
        "per_character": {model: round(n / characters, 4) for model, n in tokens.items()},
    }


def _own(texts: Mapping[str, str]) -> tuple[Language, ...]:
    if empty := [name for name, text in texts.items() if not text.strip()]:
        raise InputError(f"the text {empty[0]!r} is empty: write the same sentence in each language")
    shown = {name: encode_text(text).decode() for name, text in texts.items()}
    return tuple(Language("", name, "", _script(text), text, "auto") for name, text in shown.items())


@cache
def _script(text: str) -> str:
    """The writing system of most of its characters; "Common" where none belongs to one."""
    found = np.bincount(scripts_of(text), minlength=len(SCRIPTS))
    found[: COMMON + 1] = 0
    return SCRIPTS[int(found.argmax())] if found.any() else "Common"
