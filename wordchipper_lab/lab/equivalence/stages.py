"""What a tokenizer does to a text, stage by stage: as far as two tokenizers have to be compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...pipeline.split_of import ANY_TEXT
from ...spanners.faithful import obeys_its_pattern
from ...vocab.pipeline import AddedToken, Pipeline
from ..reachability import SpanAutomaton, span_automaton
from ..reachability.span_automaton import every_text

if TYPE_CHECKING:
    from ...tokenizer import Tokenizer

__all__ = [
    "added_tokens",
    "found_alike",
    "pipeline_of",
    "possible_spans",
    "split_in_the_same_way",
    "splits_once",
]

_NOTHING_MORE = Pipeline()


def pipeline_of(tok: Tokenizer) -> Pipeline:
    """All stages beside the vocabulary; an empty one for a tokenizer that has none."""
    found: Pipeline | None = tok.vocab.pipeline
    return _NOTHING_MORE if found is None else found


def found_alike(tok: Tokenizer) -> dict[str, tuple[object, ...]]:
    """Added tokens by their texts, with everything that decides where they are found and what becomes of them."""
    has_normalizer = bool(pipeline_of(tok).normalizer)
    return {
        text: (token.id, token.lstrip, token.rstrip, token.single_word, token.normalized and has_normalizer)
        for text, token in added_tokens(tok).items()
    }


def added_tokens(tok: Tokenizer) -> dict[str, AddedToken]:
    """Special and other added tokens by their texts."""
    found = {text: AddedToken(text, token) for text, token in tok.vocab.special_tokens.items()}
    return found | {token.text: token for token in pipeline_of(tok).added_tokens}


def splits_once(tok: Tokenizer) -> bool:
    """Whether its spans are those of one split pattern (in the text that the normalizer makes)."""
    has_steps = bool(pipeline_of(tok).splits) and tok.vocab.pattern == ANY_TEXT
    return not has_steps and obeys_its_pattern(tok._lexer)


def split_in_the_same_way(a: Tokenizer, b: Tokenizer) -> bool:
    """Whether both split by the same steps, with lexers that obey them, or with the same lexer."""
    if pipeline_of(a).splits != pipeline_of(b).splits or a.vocab.pattern != b.vocab.pattern:
        return False
    obey = [obeys_its_pattern(tok._lexer) and tok.pattern == tok.vocab.pattern for tok in (a, b)]
    return all(obey) or a._lexer is b._lexer


def possible_spans(tok: Tokenizer) -> SpanAutomaton:
    """The bytes that can be a span, all UTF-8 if that is not known; of normalized texts, perhaps fewer."""
    return span_automaton(tok.pattern) if splits_once(tok) else every_text(tok.pattern)
