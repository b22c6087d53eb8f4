"""A program that trusts the merges, and one that trusts the order of the vocabulary: do they give the same ids?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...errors import VocabError
from ...tokenizer import Tokenizer
from ...vocab.token_bytes import pack_tokens_by_id
from ...vocab.unified import UnifiedVocab
from ..equivalence import TokenizerDivergence, prove_tokenizers
from .finding import AuditExample, Finding
from .subject import Subject

if TYPE_CHECKING:
    from ..equivalence import TokenizerResult

__all__ = ["compare_with_rank_order", "find_rank_order"]


def compare_with_rank_order(subject: Subject) -> TokenizerResult | None:
    """The tokenizer against one that knows only the vocabulary: two neighbours merge if their joined bytes are an
    entry, the lowest id first. None if there is nothing to compare: no merges are listed, or such a program cannot use
    the vocabulary at all.
    """
    vocab = subject.tok.vocab
    if vocab.listed is None:
        return None
    rules = subject.rules
    entries = {
        rules.token_bytes(rank): token
        for rank in range(len(rules))
        if rules.sizes[rank] and (token := subject.id_of(rank)) is not None
    }
    specials = {text.encode() for text in vocab.special_tokens}
    entries |= {data: token for token, data in vocab.other_tokens.items() if data not in specials}
    try:
        trusting = UnifiedVocab(
            pack_tokens_by_id(entries),
            pattern=vocab.pattern,
            special_tokens=vocab.special_tokens,
            name="the order of its vocabulary",
            pipeline=vocab.pipeline,
        )
    except VocabError:
        return None
    return prove_tokenizers(subject.tok, Tokenizer(trusting))


def find_rank_order(subject: Subject) -> Iterator[Finding]:
    """The shortest text on which the two differ."""
    found = compare_with_rank_order(subject)
    if isinstance(found, TokenizerDivergence):
        other = " ".join(map(str, found.b_ids))
        shown = AuditExample(
            None, b"", found.text, found.a_ids, found.a_tokens, note=f"by the vocabulary's order: {other}"
        )
        shortest = "the shortest text on which it does" if found.is_shortest else "a short text"
        yield Finding(
            "merges and vocabulary differ in order",
            "warning",
            "A program that merges whatever is in the vocabulary, the lowest id first, gives other ids than the merges "
            f"do: {found.text!r} is {shortest}.",
            1,
            (shown,),
            found.text,
        )
