"""The variants of a word in texts (after a space, capitalised, in capitals), and their cost in tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...arguments import a_text, checked
from ...text.text_bytes import encode_text
from ...tokenizer import Tokenizer
from ...tokenizer_arguments import a_vocabulary
from ..merged_spans import find_whole

if TYPE_CHECKING:
    from ...vocab.unified import UnifiedVocab

__all__ = ["PREFIXES", "Variant", "word_variants"]

PREFIXES = {
    "alone": "",
    "after a space": " ",
    "after a newline": "\n",
    "after a tab": "\t",
    "after an underscore": "_",
}
"""What may precede a word, by name."""

_FORMS = {"as typed": str, "lower": str.lower, "capitalised": str.capitalize, "upper": str.upper}
_LONGEST = 200


@dataclass(frozen=True)
class Variant:
    """One variant: what precedes the word, its form, the text, and the ids as which the text is encoded.

    ``token`` is the token with exactly these bytes, or None (also for an entry that no text gives). It may exist even
    if there are several ``ids``: then the lexer splits the text, and no text is ever encoded with it.
    """

    prefix: str
    form: str
    text: str
    token: int | None
    ids: list[int]

    def to_json(self) -> dict[str, Any]:
        """All fields, by name."""
        return dict(vars(self))


@checked(vocab=a_vocabulary, word=a_text)
def word_variants(vocab: UnifiedVocab | Tokenizer, word: str) -> list[Variant]:
    """`word` after each of `PREFIXES`, in each of its forms (leaving out duplicates of earlier ones).

    Whitespace around `word` is dropped, and so is anything beyond 200 characters; special tokens in it are
    text.

    >>> import wordchipper_lab as wl
    >>> [(v.text, v.ids) for v in word_variants(wl.Tokenizer.from_pretrained("o200k_base"), "world")][:4]
    [('world', [24169]), ('World', [13046]), ('WORLD', [194435]), (' world', [2375])]
    """
    tok = vocab if isinstance(vocab, Tokenizer) else Tokenizer(vocab)
    bare = word.strip()[:_LONGEST]
    if not bare:
        return []
    forms: dict[str, str] = {}
    for form, change in _FORMS.items():
        if change(bare) not in forms.values():
            forms[form] = change(bare)
    return [
        Variant(
            prefix,
            form,
            before + shown,
            find_whole(tok.vocab, encode_text(before + shown)),
            tok.encode(before + shown, special="text"),
        )
        for prefix, before in PREFIXES.items()
        for form, shown in forms.items()
    ]
